"""The slash commands, a cog for each part of a game's life."""
