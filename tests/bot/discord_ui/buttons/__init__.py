"""Tests of buttons and menus."""
