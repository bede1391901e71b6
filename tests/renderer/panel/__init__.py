"""The panel around the board."""
