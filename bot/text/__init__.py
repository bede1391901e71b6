"""Every sentence about a game that Discord and the terminal say."""
