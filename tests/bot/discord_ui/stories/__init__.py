"""Whole games through Discord."""
