"""Pieces that come onto the board: placed before the first move, or by promotion."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from engine.model.atoms import Act
from engine.model.board import Cell
from engine.model.equipment import Equipment, Seat
from engine.model.position import Move, Position, Special
from engine.rules.protocols import Clause, Promotion

if TYPE_CHECKING:
    from engine.movement.generator import Movement


@dataclass(frozen=True)
class PairsPlaced(Clause):
    """Each side in turn places two pieces of a kind on one of some pairs of cells, `pairs` for the first seat."""

    letter: str
    pairs: tuple[str, ...]
    plies: int
    toss: bool

    def moves(self, movement: Movement, position: Position) -> list[Move]:
        """One placement for each pair, turned to the player to move."""
        variant = movement.variant
        facing = variant.seat(position.turn).facing
        special = Special(placed=variant.codes[position.turn, self.letter])
        pairs = [sorted(variant.board.rotate(cell, facing) for cell in variant.board.cells(p)) for p in self.pairs]
        return [Move(low, high, special=special) for low, high in pairs]


class Landing(NamedTuple):
    """Cells of the first seat by name, and the kinds open to a piece that arrives there; it may stay if `stays`."""

    cells: str
    letters: str
    stays: bool


@dataclass(frozen=True)
class PromotionByRow(Promotion):
    """A piece's promotion depends on the cell of arrival; cells are turned for seats other than the first."""

    landings: tuple[Landing, ...]

    def zone(self, equipment: Equipment, seat: Seat) -> tuple[Cell, ...]:
        cells = (cell for landing in self.landings for cell in equipment.board.cells(landing.cells))
        return tuple(equipment.board.rotate(cell, seat.facing) for cell in cells)

    def choices(self, equipment: Equipment, position: Position, target: Cell) -> tuple[str | None, ...]:
        facing = equipment.seat(position.turn).facing
        for landing in self.landings:
            if target in {equipment.board.rotate(cell, facing) for cell in equipment.board.cells(landing.cells)}:
                return (*((None,) if landing.stays else ()), *landing.letters)
        return (None,)


@dataclass(frozen=True)
class PromotionFromPool(Promotion):
    """A piece arriving on certain cells may change places with one of another kind among its side's lost pieces.

    `cells` are the first seat's promotion cells by name; other seats have them turned.
    """

    cells: str

    def zone(self, equipment: Equipment, seat: Seat) -> tuple[Cell, ...]:
        return tuple(equipment.board.rotate(cell, seat.facing) for cell in equipment.board.cells(self.cells))

    def choices(self, equipment: Equipment, position: Position, target: Cell) -> tuple[str | None, ...]:  # noqa: ARG002
        letters = {equipment.piece_of(code).kind.letter for code in position.lost[position.turn]}
        return (None, *sorted(letters - {self.letter}))

    def lost(self, equipment: Equipment, position: Position, move: Move) -> bytes:
        if move.promotion is None:
            raise ValueError("no promotion, no exchange")
        pool = list(position.lost[position.turn])
        pool.remove(equipment.codes[position.turn, move.promotion])
        pool.append(equipment.codes[position.turn, self.letter])
        return bytes(sorted(pool))


@dataclass(frozen=True)
class PromotionAtTheEnd(Promotion):
    """A piece arriving where it would have no further quiet move on an empty board must become one of some kinds."""

    letters: str

    def zone(self, equipment: Equipment, seat: Seat) -> tuple[Cell, ...]:
        steps = [atom for atom in equipment.by_letter[self.letter].atoms if atom.act & Act.MOVE]
        return tuple(
            cell
            for cell in range(len(equipment.board))
            if not any(path for atom in steps for path in atom.paths(equipment.board, cell, seat.facing))
        )

    def choices(self, equipment: Equipment, position: Position, target: Cell) -> tuple[str | None, ...]:  # noqa: ARG002
        return tuple(self.letters)
