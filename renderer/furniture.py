"""Furniture: what a game's rules make of its board for the whole game, derived from the rules themselves."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from engine.geometry.board import Cell
from engine.model.position import bit_set, bits
from engine.variants.variant import Variant


class Furniture(NamedTuple):
    """Thrones, and the walls off which pieces bounce: edges, each a cell and the hour that leads off the board."""

    thrones: tuple[Cell, ...] = ()
    walls: tuple[tuple[Cell, int], ...] = ()


NO_FURNITURE = Furniture()


@lru_cache(maxsize=256)
def furniture_of(variant: Variant) -> Furniture:
    """The furniture of a game's board.

    A throne is a cell where an enemy royal piece begins and pieces promote that do so nowhere else.
    """
    return Furniture(_thrones(variant), _walls(variant))


def _thrones(variant: Variant) -> tuple[Cell, ...]:
    thrones = 0
    for (seat, _), zone in variant.promotion_zones.items():
        homes = bit_set(
            [cell for other, letter, cell in variant.array if other != seat and variant.by_letter[letter].royal]
        )
        thrones |= zone if not zone & ~homes else 0
    return tuple(bits(thrones))


def _walls(variant: Variant) -> tuple[tuple[Cell, int], ...]:
    hours = len(variant.board.lattice.hours)
    return tuple(
        sorted(
            {
                (cell, hour % hours)
                for kind in variant.kinds
                for atom in kind.atoms
                for seat in variant.seats
                for cell, hour in atom.walls(variant.board, seat.facing)
            }
        )
    )
