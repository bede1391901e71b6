"""How pieces move, as pictures."""
