"""Placing pieces before the first move."""

from __future__ import annotations

from dataclasses import dataclass

from engine.model.position import Move, Position, Special
from engine.rules.mechanics import Mechanics


@dataclass(frozen=True)
class PairsPlaced:
    """Each side in turn places two pieces of a kind on one of some pairs of cells, `pairs` for the first seat."""

    letter: str
    pairs: tuple[str, ...]
    plies: int
    toss: bool
    text: str
    rulings: tuple[str, ...] = ()

    def moves(self, movement: Mechanics, position: Position) -> list[Move]:
        """One placement for each pair, turned to the player to move."""
        variant = movement.variant
        facing = variant.seat(position.turn).facing
        special = Special(placed=variant.codes[position.turn, self.letter])
        pairs = [sorted(variant.board.turned(cell, facing) for cell in variant.board.cells(p)) for p in self.pairs]
        return [Move(low, high, special=special) for low, high in pairs]
