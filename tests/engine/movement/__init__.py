"""Tests of move generation."""
