"""Handlers of buttons and menus."""
