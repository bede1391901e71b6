"""The Nearlydouble games of Charles Gilman, and what they share."""

from engine.variants.nearlydouble import altorth, anglojewish, mccooey, trios, wellisch

__all__ = ["altorth", "anglojewish", "mccooey", "trios", "wellisch"]
