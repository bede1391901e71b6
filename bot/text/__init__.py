"""Sentences about games, for Discord and the terminal alike."""
