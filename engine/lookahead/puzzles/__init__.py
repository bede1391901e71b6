"""Puzzles: positions in which exactly one move wins the game, or a piece, shown by looking at every move and reply."""
