"""Tests of games being played, without Discord."""
