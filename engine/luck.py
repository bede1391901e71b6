"""Luck: how far a player's dice are from what was to be expected, and how likely it is to be at least that far off."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from engine.fight import Fighter, counting
from engine.state import State

Chances = tuple[float, ...]
"""The chance of every total, from 0 up."""


class Luck(NamedTuple):
    """A player's dice: how many counted, their average, the average expected, the chance of being so far off."""

    dice: int
    average: float
    expected: float
    chance: float


def luck(state: State, seat: int) -> Luck | None:
    """The luck of a seat in the fights of a game; None if it has rolled nothing.

    Only the die that counts for each fighter is looked at (the highest of several). The chance is exact, two-sided:
    that of a sum at least as far from the expected one.
    """
    values: list[int] = []
    chances: list[Chances] = []
    for fighters, rolled in _thrown(state, seat):
        values += counting(fighters, rolled)
        chances += [highest(fighter.dice) for fighter in fighters]
    if not values:
        return None
    total = added(chances)
    mean = sum(value * chance for value, chance in enumerate(total))
    distance = abs(sum(values) - mean)
    far = sum(chance for value, chance in enumerate(total) if abs(value - mean) >= distance - 1e-9)
    return Luck(len(values), sum(values) / len(values), mean / len(values), min(1.0, far))


def _thrown(state: State, seat: int) -> Iterable[tuple[tuple[Fighter, ...], tuple[int, ...]]]:
    """The fighters and natural dice of a seat in every round of every fight."""
    for played in state.played:
        if played.fought is None:
            continue
        for fighters, side in zip(played.fought.fight.sides(), (0, 1), strict=True):
            man = state.variant.men[fighters[0].code]
            if man is not None and man.seat == seat:
                for dice in played.fought.rounds:
                    yield fighters, dice[side]


@lru_cache(maxsize=64)
def highest(faces: tuple[int, ...]) -> Chances:
    """The chances of the highest of some dice."""
    top = max(faces)
    below = [1.0] * (top + 1)
    for value in range(top + 1):
        for face in faces:
            below[value] *= min(value, face) / face
    return (0.0, *(upper - lower for lower, upper in pairwise(below)))


def added(chances: Iterable[Chances]) -> Chances:
    """The chances of the sum of independent values."""
    total: list[float] = [1.0]
    for each in chances:
        longer = [0.0] * (len(total) + len(each) - 1)
        for value, chance in enumerate(total):
            for more, other in enumerate(each):
                longer[value + more] += chance * other
        total = longer
    return tuple(total)
