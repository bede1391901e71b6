"""Challenges: what they ask for, who gets a seat, how they are answered."""
