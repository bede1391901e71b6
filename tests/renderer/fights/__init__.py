"""Tests of pictures of fights."""
