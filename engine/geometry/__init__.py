"""Cells and directions: the lattices that boards are made of, and the boards."""
