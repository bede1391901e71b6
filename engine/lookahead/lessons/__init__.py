"""Lessons: a game taught in steps, each a small position with a task, all made from the game's rules."""
