"""Deriving audited dice against d20, a well-known library that rolls from a global source."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count

import d20

from engine.dice.commitment import roll
from tests.benchmarks.pairing import Aim, Ratio, compare

SECRET = bytes(range(32))
SALTS = ("1:plum", "2:pear")


def rolls() -> Iterator[Ratio]:
    """One audited d20 of a game with salts, each with a number of its own, against one roll of the library."""
    numbers = count()
    yield compare(
        "dice: one audited die, to d20.roll('1d20')",
        Aim(0.5),
        lambda: roll(SECRET, SALTS, "game 14", next(numbers), (20,)),
        lambda: d20.roll("1d20"),
    )
