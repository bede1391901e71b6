"""The referee in Discord: commands, buttons, and messages in channels."""
