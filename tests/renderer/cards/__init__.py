"""Tests of cards about games."""
