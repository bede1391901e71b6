"""The referee in Discord: commands, buttons, and what channels are shown."""
