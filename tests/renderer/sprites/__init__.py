"""Tests of fonts and sprites."""
