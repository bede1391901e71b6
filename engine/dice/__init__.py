"""Dice from a committed secret, and dice expressions."""
