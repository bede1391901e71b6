"""Notation: moves and positions written and read, refusals explained."""
