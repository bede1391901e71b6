"""A game's look: its pieces as figures, and the peculiarities of its board."""

from enum import IntEnum
from functools import lru_cache
from typing import NamedTuple

from engine.model.board import Cell
from engine.model.position import bit_set, bits
from engine.variants.variant import Variant

POINTING = "^"
"""The suffix of icons that point forward: they turn with their owner."""


class Rank(IntEnum):
    """The share of a cell that a piece fills: pawns are small, and royal pieces wear a crown."""

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
    piece, angle = variant.piece_of(code), 0
    if piece.kind.icon.endswith(POINTING):
        seat, hours = variant.seat(piece.seat), len(variant.board.lattice.hours)
        angle = (seat.facing - (seat.view if view is None else view)) % hours * 360 // hours
    rank = Rank.ROYAL if piece.kind.royal else Rank.PAWN if piece.kind.pawnlike else Rank.OFFICER
    return Figure(piece.seat, piece.kind.letter, piece.kind.icon, angle, rank)


def words_of(variant: Variant, code: int) -> str:
    """A piece's side and kind in words, like `White pawn`; ValueError for the code of a vacant cell."""
    piece = variant.piece_of(code)
    return f"{variant.seat(piece.seat).name} {piece.kind.name}"


class BoardFeatures(NamedTuple):
    """Thrones, and the walls off which pieces bounce: edges, each a cell and the hour that leads off the board."""

    thrones: tuple[Cell, ...] = ()
    walls: tuple[tuple[Cell, int], ...] = ()


NO_FURNITURE = BoardFeatures()


@lru_cache(maxsize=256)
def furniture_of(variant: Variant) -> BoardFeatures:
    """The furniture of a game's board.

    A throne is a cell where an enemy royal piece begins and pieces promote that do so nowhere else.
    """
    thrones, hours = 0, len(variant.board.lattice.hours)
    for (seat, _), zone in variant.promotion_zones.items():
        homes = bit_set(
            [cell for other, letter, cell in variant.array if other != seat and variant.by_letter[letter].royal]
        )
        thrones |= zone if not zone & ~homes else 0
    walls = {
        (cell, hour % hours)
        for kind in variant.kinds
        for atom in kind.atoms
        for seat in variant.seats
        for cell, hour in atom.walls(variant.board, seat.facing)
    }
    return BoardFeatures(tuple(bits(thrones)), tuple(sorted(walls)))
