"""How far a kind of piece reaches on an empty board."""

from __future__ import annotations

from functools import lru_cache

from engine.model.pieces import Piece
from engine.movement.compiled import compile_paths
from engine.variants.variant import Variant


@lru_cache(maxsize=64)
def reaches(variant: Variant) -> tuple[int, ...]:
    """For every code of a piece, to how many cells it can go, added up over all cells of the empty board."""
    return tuple(0 if piece is None else _reach(variant, piece) for piece in variant.pieces)


def _reach(variant: Variant, piece: Piece) -> int:
    found = 0
    for cell in range(len(variant.board)):
        ends = 0
        for paths in compile_paths(variant, piece, cell).values():
            ends |= paths.ends(0)
        found += ends.bit_count()
    return found
