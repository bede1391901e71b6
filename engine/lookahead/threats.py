"""Threat maps: which cells are attacked, by how many pieces of one side and by how many of the others."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from engine.geometry.board import Cell
from engine.model.position import Position, bits
from engine.movement.generator import Movement


class Threat(NamedTuple):
    """A cell that is attacked, by how many pieces of one side, and by how many of all the others."""

    cell: Cell
    own: int
    others: int


def threats(movement: Movement, position: Position, seat: int) -> tuple[Threat, ...]:
    """The cells that a seat's pieces or those of the others could capture on, in cell order.

    A piece attacks a cell if it could capture an enemy there: so it guards its own side's pieces, and a pinned piece
    attacks, too. Where a rule says what may take what, it also says what attacks the pieces that stand there.
    """
    own, others = [0] * len(position.placement), [0] * len(position.placement)
    for side in movement.variant.remaining(position):
        counts = own if side == seat else others
        for cell, attackers in _attacked(movement, position, side):
            counts[cell] += len(attackers)
    return tuple(Threat(cell, *pair) for cell, pair in enumerate(zip(own, others, strict=True)) if any(pair))


def _attacked(movement: Movement, position: Position, side: int) -> Iterator[tuple[Cell, Sequence[Cell]]]:
    """The cells that a side attacks, each with those of the pieces that do."""
    found: dict[Cell, list[Cell]] = defaultdict(list)
    for origin in bits(position.pieces[side]):
        for cell in bits(movement.attacked(position, origin)):
            found[cell].append(origin)
    rule, enemies = movement.variant.captures, position.pieces[0] & ~position.pieces[side]
    for cell, attackers in found.items():
        yield cell, rule.able(movement, position, cell, attackers) if rule and enemies >> cell & 1 else attackers
