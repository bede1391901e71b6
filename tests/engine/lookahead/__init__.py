"""Tests of moves that have not been made."""
