"""The board in a browser: a page of its own, for a local game or beside Discord."""
