"""Tests of the atoms of movement."""
