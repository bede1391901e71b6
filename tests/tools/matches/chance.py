"""Chance that follows from a seed: the same on every machine, in every process, in whatever order it is asked for."""

from __future__ import annotations

from collections.abc import Sequence

from engine.dice.commitment import Dice, stream_dice
from tests.tools.matches.moves import Throw

_SECRET = b"hexmarshal match"


def chance(scope: str, number: int = 0) -> Dice:
    """Dice that depend on nothing but a scope and a number."""
    return stream_dice(_SECRET, scope, number)


def thrower(scope: str) -> Throw:
    """What rolls the dice of a game, each roll by its number."""

    def throw(number: int, faces: Sequence[int]) -> tuple[int, ...]:
        dice = chance(scope, number)
        return tuple([dice.throw(each) for each in faces])

    return throw
