"""Buttons and menus that carry their game in their ids, so that they survive restarts."""
