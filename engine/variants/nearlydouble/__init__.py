"""The Nearlydouble games of Charles Gilman, and what they share."""

from engine.variants.nearlydouble import altorth, anglojewish, four, mccooey, trios, wellisch

__all__ = ["altorth", "anglojewish", "four", "mccooey", "trios", "wellisch"]
