"""Tests of dice."""
