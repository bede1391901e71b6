"""What the tests of the bot share: people, parties, leagues and programs to start."""
