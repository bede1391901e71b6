"""Pieces that can be taken with profit."""

from __future__ import annotations

from collections.abc import Iterator

from engine.geometry.board import Cell
from engine.model.position import Position, bits
from engine.movement.generator import Movement
from engine.movement.worth import PAWN, worths

_MORE = PAWN // 2
"""By how much a piece is worth more than another."""
_PRICELESS = 100_000


def worth(movement: Movement, code: int) -> int:
    """What a piece is worth in an exchange (hundredths of a pawn); a royal more than anything."""
    piece = movement.variant.pieces[code]
    if piece is None:
        return 0
    return _PRICELESS if piece.kind.royal else worths(movement.variant)[code]


def attackers_of(movement: Movement, position: Position, cell: Cell) -> list[Cell]:
    """The cells of the enemies that could take the piece on an occupied cell."""
    piece = movement.variant.piece(position, cell)
    sides = [side for side in movement.variant.remaining(position) if piece is not None and side != piece.seat]
    return [each for side in sides for each in movement.takers(position, cell, position.pieces[side])]


def guards_of(movement: Movement, position: Position, cell: Cell) -> list[Cell]:
    """The cells of the pieces of the same side that could take back on an occupied cell."""
    piece = movement.variant.piece(position, cell)
    own = position.pieces[piece.seat] & ~(1 << cell) if piece is not None else 0
    return movement.attackers(position, cell, own)


def hanging(movement: Movement, position: Position, cell: Cell) -> bool:
    """Whether the piece on a cell can be taken with profit: for nothing, or by one that is worth less."""
    attackers = attackers_of(movement, position, cell)
    if not attackers:
        return False
    placement = position.placement
    least = min(worth(movement, placement[each]) for each in attackers)
    return not guards_of(movement, position, cell) or least + _MORE < worth(movement, placement[cell])


def loose(movement: Movement, position: Position, seat: int) -> Iterator[Cell]:
    """The cells of a seat's pieces, royals aside, that can be taken with profit, the most valuable first."""
    cells = sorted(bits(position.pieces[seat]), key=lambda cell: -worth(movement, position.placement[cell]))
    for cell in cells:
        if worth(movement, position.placement[cell]) < _PRICELESS and hanging(movement, position, cell):
            yield cell
