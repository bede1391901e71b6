"""Tests of time controls and of time that counts."""
