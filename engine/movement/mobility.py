"""Mobility: how far a kind of piece reaches, which stands in for the value that no rule gives it."""

from __future__ import annotations

from functools import lru_cache

from engine.model.pieces import Piece
from engine.movement.compiled import compile_paths
from engine.variants.variant import Variant


@lru_cache(maxsize=64)
def mobility(variant: Variant) -> tuple[float, ...]:
    """For every code of a piece, to how many cells it can go from a cell of the empty board, on average.

    Captures count, first steps do not; a vacant cell's code has 0. A pawn of chess has about 2, its queen 23.
    """
    return tuple(found / len(variant.board) for found in reaches(variant))


@lru_cache(maxsize=64)
def reaches(variant: Variant) -> tuple[int, ...]:
    """As `mobility`, but added up over all cells: whole numbers, for where sums are compared."""
    return tuple(0 if piece is None else _reach(variant, piece) for piece in variant.pieces)


def _reach(variant: Variant, piece: Piece) -> int:
    found = 0
    for cell in range(len(variant.board)):
        ends = 0
        for paths in compile_paths(variant, piece, cell).values():
            ends |= paths.ends(0)
        found += ends.bit_count()
    return found
