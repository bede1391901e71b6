"""Fights as pictures: fights as data, their dice, and the card that shows them."""
