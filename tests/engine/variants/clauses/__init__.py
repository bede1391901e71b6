"""Clauses of the rules as rows: positions, moves and what then holds."""
