"""Deriving audited dice against d20, a well-known library that rolls from a global source."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count

import d20

from engine.dice.commitment import linked_roll
from tests.benchmarks.pairing import Aim, Ratio, compare

SECRET = bytes(range(32))
CHAIN = bytes(32)


def rolls() -> Iterator[Ratio]:
    """One audited d20 of a game, each with a number of its own, against one roll of the library."""
    numbers = count()
    yield compare(
        "dice: one audited die, to d20.roll('1d20')",
        Aim(0.5),
        lambda: linked_roll(SECRET, "game 14", CHAIN, next(numbers), (20,)),
        lambda: d20.roll("1d20"),
    )
