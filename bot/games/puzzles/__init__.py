"""Puzzles: solved by players, rated against them."""
