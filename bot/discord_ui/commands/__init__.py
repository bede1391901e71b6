"""The slash commands, one cog for each subject."""
