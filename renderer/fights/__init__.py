"""Fights as pictures: the dice, what is said of them, and the card they stand on."""
