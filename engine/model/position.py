"""Positions and moves as frozen values.

A position stores its pieces as one byte a cell: 0 for a vacant cell, else the code of a piece (see `Variant.pieces`).
Sets of cells are integers used as bit sets, cell 0 the lowest bit. Tuples that run over the seats have an entry 0 that
belongs to no seat, so that a seat's number is its index.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import compress
from typing import Final, NamedTuple

from engine.model.board import Board, Cell

Tokens = tuple[tuple[Cell, int], ...]
"""The fatigue of tired pieces as (cell, count), ascending by cell."""

VACANT: Final = 0


class Special(NamedTuple):
    """The effects of a move beyond carrying one piece from its origin to its target.

    `victim` is the cell of a piece taken elsewhere than on the target, `passed` the cells that first steps pass over,
    `partner` the (origin, target) of a second piece that moves along. In a `prerogative` a royal piece fights its way
    out of checkmate. `placed` is the code of the pieces put onto both origin and target, which are vacant, before the
    first move.
    """

    victim: Cell | None = None
    passed: tuple[Cell, ...] = ()
    partner: tuple[Cell, Cell] | None = None
    prerogative: bool = False
    placed: int = VACANT


class Move(NamedTuple):
    """A piece's move; `promotion` is the letter of what it becomes, None where it stays what it is."""

    origin: Cell
    target: Cell
    promotion: str | None = None
    special: Special | None = None


class Passed(NamedTuple):
    """First steps just made: the cells passed over and the cell of the piece that made them."""

    cells: tuple[Cell, ...]
    piece: Cell


class Position(NamedTuple):
    """Everything that decides which moves are legal and what they lead to, except the line of earlier positions.

    `pieces[seat]` is the set of cells of that seat's pieces, `pieces[0]` of all pieces; `turn` the seat to move;
    `quiet[seat]` how many moves that seat has made since the last capture or pawn-like move of anyone; `lost[seat]` the
    codes of that seat's pieces now off the board, ascending; `out` the set of eliminated seats (bit n for seat n);
    `rights` the cells of pieces that still have a first move (first steps, castling); `passed` the first steps that may
    be answered en passant; `tokens` the fatigue of tired pieces as (cell, count), ascending by cell; `due` how many
    placements are still to come before the first move; `captor` the cell of the piece that made a capture on the move
    just made, where captures are bound by a rule that asks for it; `tally[seat]` what a rule of the game counts for
    that seat (see `engine.rules.ManyChecks`), empty where none does.
    """

    placement: bytes
    pieces: tuple[int, ...]
    turn: int
    quiet: tuple[int, ...]
    lost: tuple[bytes, ...]
    out: int = 0
    rights: int = 0
    passed: Passed | None = None
    tokens: Tokens = ()
    due: int = 0
    captor: Cell | None = None
    tally: tuple[int, ...] = ()

    def fatigue(self, cell: Cell) -> int:
        return fatigue(self.tokens, cell)

    def with_fatigue(self, cells: Iterable[Cell]) -> Position:
        counts = dict(self.tokens)
        for cell in cells:
            counts[cell] = counts.get(cell, 0) + 1
        return self._replace(tokens=tuple(sorted(counts.items())))

    def occupied(self, cell: Cell) -> bool:
        return self.placement[cell] != VACANT


def fatigue(tokens: Tokens, cell: Cell) -> int:
    """Number of tokens on a cell."""
    for bearer, count in tokens:
        if bearer == cell:
            return count
    return 0


_CELLS, _DIGITS = tuple(range(256)), bytes.maketrans(b"01", b"\0\1")


def bits(cells: int) -> Iterator[Cell]:
    """The members of a bit set, ascending."""
    return compress(_CELLS, f"{cells:b}"[::-1].encode().translate(_DIGITS))


def bit_set(cells: Iterator[Cell] | tuple[Cell, ...] | list[Cell]) -> int:
    """The bit set of some cells."""
    result = 0
    for cell in cells:
        result |= 1 << cell
    return result


def long_form(board: Board, move: Move) -> str:
    """The move in long notation, as machines write it: `b1c3`, `c6d7=W`, a placement `@e3e5`."""
    placement = "@" if move.special is not None and move.special.placed else ""
    promotion = "" if move.promotion is None else f"={move.promotion}"
    return f"{placement}{board.names[move.origin]}{board.names[move.target]}{promotion}"
