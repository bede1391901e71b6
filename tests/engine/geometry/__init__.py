"""Tests of boards and lattices."""
