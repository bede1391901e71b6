"""Fights as data: the fighters, their dice, the rounds rolled and their totals.

Rounds are natural dice, drawn elsewhere. Source: Human Combat Chess, Tabletop Edition.
"""

import re
from collections.abc import Iterable, Sequence
from enum import Enum
from typing import NamedTuple

from engine.model.board import Cell
from engine.model.english import shown
from engine.model.position import Move

Dice = tuple[int, ...]
Round = tuple[Dice, Dice]
"""The natural dice of both sides, attacker's first, each side's fighters in cell order."""

_SIDE = r"[0-9]{1,2}(?:\+[0-9]{1,2})*"
_ROUNDS = re.compile(rf"{_SIDE}-{_SIDE}(?:,{_SIDE}-{_SIDE})*", re.ASCII)


class Fighter(NamedTuple):
    """A piece in a fight: its cell, its code, the faces of each die it rolls (the highest counts), its tokens."""

    cell: Cell
    code: int
    dice: Dice
    tokens: int


class Fight(NamedTuple):
    """A fight about to be rolled: the move that opened it, both sides, and the weapon bonus of each."""

    move: Move
    attacker: Fighter
    defenders: tuple[Fighter, ...]
    bonus: tuple[int, int]

    @property
    def prerogative(self) -> bool:
        """True if a king fights its way out of checkmate."""
        return self.move.special is not None and self.move.special.prerogative

    def sides(self) -> tuple[tuple[Fighter, ...], tuple[Fighter, ...]]:
        return (self.attacker,), self.defenders

    def faces(self) -> tuple[Dice, Dice]:
        """The faces of the dice that each side rolls in a round, in the order they are rolled."""
        attacking, defending = self.sides()
        return tuple(f for x in attacking for f in x.dice), tuple(f for x in defending for f in x.dice)


class FightResult(Enum):
    """The result of a fight, or that it is undecided."""

    OPEN = "to be rolled"
    WON = "the attacker wins"
    LOST = "the defender wins"
    TIED = "tied three times"

    __hash__ = object.__hash__
    """Members are single objects; the hash of their names is computed in Python, ten times a position."""


class Fought(NamedTuple):
    """A fight that was rolled: the rounds of natural dice, and how it ended."""

    fight: Fight
    rounds: tuple[Round, ...]
    verdict: FightResult


def totals(fight: Fight, dice: Round) -> tuple[int, int]:
    """Both sides' totals of one round: the dice that count, the weapon bonus, less all tokens.

    Raises ValueError for dice that the fighters cannot have.
    """
    result = []
    for fighters, rolled, bonus in zip(fight.sides(), dice, fight.bonus, strict=True):
        faces = [faces for fighter in fighters for faces in fighter.dice]
        if len(faces) != len(rolled) or any(not 1 <= value <= face for value, face in zip(rolled, faces, strict=True)):
            raise ValueError(f"{shown('+'.join(map(str, rolled)))} can't be rolled with {describe(faces)}")
        result.append(sum(counting(fighters, rolled)) + bonus - sum(fighter.tokens for fighter in fighters))
    return result[0], result[1]


def counting(fighters: Iterable[Fighter], rolled: Dice) -> list[int]:
    """The die that counts for each fighter: the highest of its own."""
    values, place = [], 0
    for fighter in fighters:
        values.append(max(rolled[place : place + len(fighter.dice)]))
        place += len(fighter.dice)
    return values


def read_rounds(text: str) -> tuple[Round, ...]:
    """Rounds as a record writes them: `4-4,5-3`, a side's dice joined with `+`; ValueError for any other form."""
    if not _ROUNDS.fullmatch(text):
        raise ValueError("rounds are written like 4-4,5-3")
    return tuple(
        (tuple(map(int, attack.split("+"))), tuple(map(int, defence.split("+"))))
        for attack, defence in (part.split("-") for part in text.split(","))
    )


def write_rounds(rounds: Iterable[Round]) -> str:
    """The inverse of `read_rounds`."""
    return ",".join("-".join("+".join(map(str, side)) for side in dice) for dice in rounds)


def describe(faces: Sequence[int]) -> str:
    """Dice by their faces: `d8`, `2d6+d10`."""
    counted = {face: list(faces).count(face) for face in dict.fromkeys(faces)}
    return "+".join(f"{count if count > 1 else ''}d{face}" for face, count in counted.items())
