"""The worth of a piece, derived from its reach on a board as crowded as in a game.

All is in hundredths of a pawn, and all comes from the variant itself, so every game has values. Sums are exact
(`fsum`), since `sum` rounds in other ways from Python 3.12 on.
"""

from collections.abc import Sequence
from functools import lru_cache
from math import fsum
from typing import Final

from engine.model.atoms import Act, Atom
from engine.model.board import Cell
from engine.model.equipment import Piece
from engine.variants.variant import Variant

PAWN: Final = 100
_CROWD: Final = 0.69
"""Probability that a cell on a piece's way is vacant. Ralph Betza's "crowded board mobility" uses the same number."""
_SPAN: Final = 55
"""Points for a cell that a piece reaches, so that chess's knight is worth some 300."""
_USE = {Act.BOTH: 1.0, Act.MOVE: 0.45, Act.CAPTURE: 0.55}


@lru_cache(maxsize=64)
def piece_values_of(variant: Variant) -> tuple[int, ...]:
    """For every code what a piece is worth, the same for all seats; 0 for royal pieces and a vacant cell."""
    crowded, codes = crowded_reach(variant), variant.codes

    def worth(piece: Piece | None) -> int:
        if piece is None or piece.kind.royal:
            return 0
        reaches = crowded[codes[1, piece.kind.letter]]
        return round(_SPAN * (fsum(reaches) / len(reaches)))

    return tuple([worth(piece) for piece in variant.pieces])


@lru_cache(maxsize=64)
def crowded_reach(variant: Variant) -> tuple[tuple[float, ...], ...]:
    """For every code and cell, how many cells a piece reaches there on a board as crowded as in a game."""
    cells = range(len(variant.board))
    return tuple(
        tuple(0.0 if piece is None else _reach(variant, piece, cell) for cell in cells) for piece in variant.pieces
    )


def _reach(variant: Variant, piece: Piece, cell: Cell) -> float:
    facing = variant.seat(piece.seat).facing
    best: dict[tuple[Cell, Act], float] = {}
    for atom in piece.kind.atoms:
        for end, chance in likely_ends(variant, atom, cell, facing):
            best[end, atom.act] = max(best.get((end, atom.act), 0.0), chance)
    return fsum(chance * _USE[act] for (_, act), chance in best.items())


def likely_ends(variant: Variant, atom: Atom, cell: Cell, facing: int) -> Sequence[tuple[Cell, float]]:
    """The cells that an atom leads to from another, each with how likely its way is free in a game."""
    roamed = atom.roamed(variant.board, cell, facing)
    found = [(end, _vacant(steps - 1)) for end, steps in roamed.items() if steps]
    for path in atom.paths(variant.board, cell, facing):
        if path.stops:
            found += [(end, _vacant(passed)) for passed, end in enumerate(path.cells)]
        else:
            found.append((path.cells[-1], _vacant(len(path.cells) - 1)))
    return found


@lru_cache(maxsize=256)
def _vacant(cells: int) -> float:
    """Probability that this number of `cells` is vacant; multiplied, since powers differ between machines."""
    return 1.0 if cells == 0 else _vacant(cells - 1) * _CROWD
