"""The array: which pieces begin where, turned or mirrored for each seat, and their castlings."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from engine.geometry.board import Board, Cell
from engine.model.pieces import Seat
from engine.model.position import bit_set


class Placement(NamedTuple):
    """One piece of an array: seat number, piece letter, cell."""

    seat: int
    letter: str
    cell: Cell


class Castling(NamedTuple):
    """A royal piece and a partner moving together: `name` as players write it, the (origin, target) of both.

    All cells of `vacant` must be vacant, none of `safe` attacked; both pieces must still have their first move.
    """

    seat: int
    name: str
    royal: tuple[Cell, Cell]
    partner: tuple[Cell, Cell]
    vacant: int
    safe: int


def army(board: Board, pieces: str) -> tuple[tuple[str, Cell], ...]:
    """The (letter, cell) pairs of an array written as `G a1 c2 · E d1`: letters with their cells, `·` between."""
    pairs = []
    for group in pieces.split("·"):
        letter, *names = group.split()
        pairs += [(letter, board.cell(name)) for name in names]
    return tuple(pairs)


Placed = Callable[[Board, Seat, Seat, Cell], Cell]
"""What a cell of the first seat is for another: (board, first seat, other seat, cell) to cell."""


def turned(board: Board, first: Seat, seat: Seat, cell: Cell) -> Cell:
    """The cell turned about the board's centre from one seat's facing to another's."""
    return board.turned(cell, seat.facing - first.facing)


def mirrored(board: Board, first: Seat, seat: Seat, cell: Cell) -> Cell:
    """For another seat than the first, the cell of the same letter with its number counted from the far end."""
    if seat == first:
        return cell
    line = next(line for line in board.lines if cell in line)
    return line[len(line) - board.number(cell)]


def armies(board: Board, seats: Sequence[Seat], pieces: str, placed: Placed = turned) -> tuple[Placement, ...]:
    """The army of the first of some seats (see `army`) given to each of them."""
    return tuple(
        Placement(seat.number, letter, placed(board, seats[0], seat, cell))
        for seat in seats
        for letter, cell in army(board, pieces)
    )


class CastlingCells(NamedTuple):
    """A castling of the first seat by the names of its cells.

    `name` is what players write; `royal` and `partner` are origin and target, `vacant` and `safe` any number of cells.
    """

    name: str
    royal: str
    partner: str
    vacant: str
    safe: str


def castlings(
    board: Board, seats: Sequence[Seat], patterns: Sequence[CastlingCells], placed: Placed = turned
) -> tuple[Castling, ...]:
    """The castlings of the first of some seats given to each of them."""

    def one(seat: Seat, pattern: CastlingCells) -> Castling:
        name, *parts = pattern
        royal, partner, vacant, safe = (
            [placed(board, seats[0], seat, cell) for cell in board.cells(part)] for part in parts
        )
        moves = (royal[0], royal[1]), (partner[0], partner[1])
        return Castling(seat.number, name, *moves, bit_set(vacant), bit_set(safe))

    return tuple(one(seat, pattern) for seat in seats for pattern in patterns)
