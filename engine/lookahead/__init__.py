"""Moves not made yet: perft, imagined moves, forced moves, conditional moves."""
