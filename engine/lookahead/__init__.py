"""Moves that have not been made: counted, imagined, forced, or kept for later."""
