"""Texts of moves and positions: written, read, refused with the reason."""
