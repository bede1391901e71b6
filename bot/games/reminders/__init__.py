"""Reminders: what a player prefers, when one is due, and that it comes once."""
