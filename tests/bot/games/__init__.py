"""Tests of the use cases without Discord."""
