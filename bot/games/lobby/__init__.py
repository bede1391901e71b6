"""Challenges: what they request, who gets which seat, and how they are answered."""
