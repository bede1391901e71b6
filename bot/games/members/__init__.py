"""Members: who is still there, games that somebody has abandoned, and seats that somebody else takes over."""
