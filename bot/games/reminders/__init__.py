"""Reminders: a player's preferences, when a reminder is due, and its sending, once."""
