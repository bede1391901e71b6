"""Whole games in long form."""
