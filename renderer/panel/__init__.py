"""The panel around the board: the sides' cards and the caption."""
