"""Capture rules: which of the pieces that reach an enemy piece may take it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.geometry.board import Cell
from engine.model.english import indefinite
from engine.model.position import Move, Position
from engine.rules.mechanics import Mechanics


@dataclass(frozen=True)
class Hierarchy:
    """A piece takes an equal or lower one alone, a higher one only with help or when that has just captured.

    `levels` are the letters of each level, the highest first.
    """

    levels: tuple[str, ...]
    text: str
    rulings: tuple[str, ...] = ()

    def _level(self, movement: Mechanics, position: Position, cell: Cell) -> int:
        letter, levels, level = movement.kind(position.placement[cell]).letter, self.levels, 0
        while letter not in levels[level]:
            level += 1
        return level

    def able(self, movement: Mechanics, position: Position, target: Cell, takers: Sequence[Cell]) -> Sequence[Cell]:
        """All pieces if there are several; one alone only against an equal, a lower or an unprotected piece."""
        if len(takers) > 1 or position.captor == target:
            return takers
        victim = self._level(movement, position, target)
        return [taker for taker in takers if self._level(movement, position, taker) <= victim]

    def objection(self, movement: Mechanics, position: Position, move: Move) -> str | None:
        """That the piece is too low to take the other alone."""
        variant = movement.variant
        if move.origin in movement.takers(position, move.target, position.pieces[position.turn]):
            return None
        taker, victim = variant.piece(position, move.origin), variant.piece(position, move.target)
        if taker is None or victim is None:
            return None
        name = variant.board.names[move.target]
        return (
            f"{indefinite(taker.kind.name)} cannot take {indefinite(victim.kind.name)} alone: no second piece of yours "
            f"attacks {name}, and the {victim.kind.name} has not just captured"
        )
