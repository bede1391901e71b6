"""Tests of matches, of the protocol and of learning."""
