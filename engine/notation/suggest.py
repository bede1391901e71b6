"""Suggestions: the legal moves nearest to one that is not legal."""

from __future__ import annotations

from collections.abc import Sequence

from engine.model.position import Move, Position
from engine.movement.generator import Movement
from engine.notation.parsed import ParsedMove

NEARBY = 5


def nearest(movement: Movement, position: Position, legal: Sequence[Move], reading: ParsedMove) -> list[Move]:
    """The legal moves most like the reading, at most NEARBY of them.

    First come those of its mover and to its target, the ones that end closest to that before others; where there are
    none, any that end closest. Beside a castling stand others of that king, then its steps.
    """
    board = movement.variant.board
    if position.due:
        return list(legal[:NEARBY])
    if reading.castling is not None:
        royals = [move for move in legal if movement.mover(position, move).royal]
        return sorted(royals, key=lambda move: movement.castling_of(move, position.turn) is None)[:NEARBY]
    target = None if reading.target is None else board.find(reading.target)

    def likeness(move: Move) -> int:
        mover = reading.fits_mover(movement, position, move.origin)
        return 2 * (move.target == target) + mover * (2 if reading.origin else 1)

    def distance(move: Move) -> int:
        return 0 if target is None else board.distance(move.target, target)

    alike = [move for move in legal if likeness(move)] or ([] if target is None else legal)
    return sorted(alike, key=lambda move: (-likeness(move), distance(move)))[:NEARBY]
