"""Tests of the referee in Discord, through the stand-in."""
