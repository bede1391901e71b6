"""Tests of texts of moves and positions."""
