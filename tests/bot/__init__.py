"""The bot: use cases, store, terminal, and Discord end to end."""
