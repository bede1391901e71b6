"""Fights as pictures: fights as data, their dice, and the strip that shows them."""
