"""Tests of what channels are shown, whatever goes wrong on the way."""
