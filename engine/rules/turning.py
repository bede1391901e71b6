"""Elimination and skipped turns, for three or more players."""

from __future__ import annotations

from dataclasses import dataclass

from engine.model.position import Position
from engine.rules.mechanics import Mechanics


@dataclass(frozen=True)
class CheckmatedByTheMover:
    """When a turn begins, all opponents whose royal piece the player to move attacks leave with all their pieces.

    This repeats, since pieces that leave may uncover an attack on another royal piece.
    """

    text: str
    rulings: tuple[str, ...] = ()

    def begun(self, movement: Mechanics, position: Position) -> tuple[Position, tuple[int, ...]]:
        """The position in which no remaining royal is attacked by the player to move, and the seats that left."""
        gone: list[int] = []
        while attacked := self._attacked(movement, position):
            for seat in attacked:
                position = movement.leave(position, seat)
            gone += attacked
        return position, tuple(gone)

    def _attacked(self, movement: Mechanics, position: Position) -> list[int]:
        own = position.pieces[position.turn]
        attacked = movement.taken_among(position, movement.royal_set(position) & ~own, own)
        if not attacked:
            return []
        return [seat for seat in movement.variant.remaining(position) if position.pieces[seat] & attacked]


@dataclass(frozen=True)
class Skipped:
    """A player without a legal move is skipped; the game goes on with the next."""

    text: str
    rulings: tuple[str, ...] = ()
