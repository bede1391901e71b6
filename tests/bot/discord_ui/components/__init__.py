"""Buttons and menus, without Discord."""
