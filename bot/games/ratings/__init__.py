"""Ratings: the formula, and the standings it leads to."""
