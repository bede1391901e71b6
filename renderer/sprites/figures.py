"""Figures: pieces as pictures show them."""

from __future__ import annotations

from enum import IntEnum
from functools import lru_cache
from typing import NamedTuple

from engine.variants.variant import Variant

POINTING = "^"
"""What the name of an icon ends with that points forward: it turns with its owner."""


class Rank(IntEnum):
    """How much of a cell a piece fills: pawns are small, and royal pieces wear a crown."""

    PAWN = 0
    OFFICER = 1
    ROYAL = 2


class Figure(NamedTuple):
    """A piece to draw: its seat's number, its kind's letter, the name of its icon, the angle it is turned by, its rank.

    Only icons that point forward are ever turned, clockwise, so that they show where their owner's forward is.
    """

    seat: int
    letter: str
    icon: str
    angle: int = 0
    rank: Rank = Rank.OFFICER


@lru_cache(maxsize=4096)
def figure_of(variant: Variant, code: int, view: int | None = None) -> Figure:
    """The figure of a piece's code when the hour `view` points up, or else as its owner sees it.

    Raises ValueError for the code of a vacant cell.
    """
    piece = variant.pieces[code]
    if piece is None:
        raise ValueError("code 0 is no piece")
    angle = 0
    if piece.kind.icon.endswith(POINTING):
        seat, hours = variant.seat(piece.seat), len(variant.board.lattice.hours)
        angle = (seat.facing - (seat.view if view is None else view)) % hours * 360 // hours
    rank = Rank.ROYAL if piece.kind.royal else Rank.PAWN if piece.kind.pawnlike else Rank.OFFICER
    return Figure(piece.seat, piece.kind.letter, piece.kind.icon, angle, rank)


def words_of(variant: Variant, code: int) -> str:
    """A piece's side and kind in words, like `White pawn`; ValueError for the code of a vacant cell."""
    piece = variant.pieces[code]
    if piece is None:
        raise ValueError("code 0 is no piece")
    return f"{variant.seat(piece.seat).name} {piece.kind.name}"
