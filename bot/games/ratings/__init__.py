"""Ratings: the formula, and the standings computed with it."""
