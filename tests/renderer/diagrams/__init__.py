"""Tests of movement diagrams."""
