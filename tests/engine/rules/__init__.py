"""Tests of single rules."""
