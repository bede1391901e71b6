"""Tests of thinking in processes of their own."""
