"""Movement diagrams: how pieces move, as pictures."""
