"""Piece codes: what each code stands for, and where the pieces of a code stand in a position."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import compress
from typing import Final

from engine.geometry.board import Cell
from engine.model.pieces import Piece, PieceType
from engine.model.position import VACANT, Move, Position, bits
from engine.rules.mechanics import Mechanics
from engine.variants.variant import Variant

OWN: Final = 0
OPEN: Final = 1
ENEMY: Final = 2
"""What the player to move sees on a cell: an own piece, nothing or an enemy; only on the first no piece arrives."""


class Roster(Mechanics):
    """The pieces of one variant by their codes: where mechanics begin."""

    variant: Variant

    def __init__(self, variant: Variant) -> None:
        self.variant = variant
        owners = bytes(piece.seat if piece else 0 for piece in variant.pieces).ljust(256, b"\0")
        self._owners = owners
        self._cells = tuple(range(len(variant.board)))
        self._allied = {seat.number: _flags(owners, {seat.number}) for seat in variant.seats}
        self._hostile = {seat.number: _flags(owners, {*owners} - {0, seat.number}) for seat in variant.seats}
        self._views = {seat.number: _viewed(owners, seat.number) for seat in variant.seats}
        pieces = [(code, piece) for code, piece in enumerate(variant.pieces) if piece]
        self._royal = frozenset(code for code, piece in pieces if piece.kind.royal)
        self._unlike: dict[str, bytes] = {}
        self._royals: dict[int, list[int]] = {seat.number: [] for seat in variant.seats}
        for code, piece in pieces:
            if piece.kind.royal:
                self._royals[piece.seat].append(code)
        self._kinds = [piece.kind if piece else None for piece in variant.pieces]
        self._dies = [piece.kind.die if piece else 0 for piece in variant.pieces]
        self._pawnlike = frozenset(code for code, piece in pieces if piece.kind.pawnlike)
        self._wandering = frozenset(code for code, piece in pieces if piece.kind.wanders)

    def _piece(self, code: int) -> Piece:
        piece = self.variant.pieces[code]
        if piece is None:
            raise ValueError("no piece has code 0")
        return piece

    def allies(self, position: Position, without: Iterable[Cell] = ()) -> Iterable[Cell]:
        """The cells with pieces of the player to move, ascending, some left out."""
        flags = bytearray(position.placement.translate(self._allied[position.turn]))
        for cell in without:
            flags[cell] = 0
        return compress(self._cells, flags)

    def opponents(self, position: Position) -> Iterable[Cell]:
        """The cells with pieces that are not of the player to move, ascending."""
        return compress(self._cells, position.placement.translate(self._hostile[position.turn]))

    def cells(self, position: Position, pieces: int) -> Iterable[Cell]:
        """The members of a set of pieces, ascending; those of whole sides are found soonest."""
        every = position.pieces[0]
        for seat, own in enumerate(position.pieces):
            if seat and pieces == own:
                return compress(self._cells, position.placement.translate(self._allied[seat]))
            if seat and pieces == every ^ own:
                return compress(self._cells, position.placement.translate(self._hostile[seat]))
        return bits(pieces)

    def view(self, position: Position) -> bytes:
        """What the player to move sees on each cell."""
        return position.placement.translate(self._views[position.turn])

    def mover(self, position: Position, move: Move) -> PieceType:
        """The kind of the piece that moves, or is placed."""
        placed = move.special.placed if move.special else VACANT
        return self._piece(placed or position.placement[move.origin]).kind

    def captured(self, position: Position, move: Move) -> Cell | None:
        """The cell of the piece that the move takes, or None."""
        if move.special is not None and move.special.victim is not None:
            return move.special.victim
        return move.target if position.placement[move.target] else None

    def wanders(self, position: Position, pieces: int) -> bool:
        """Whether any of these pieces moves by wandering, so that its lines cannot be compiled."""
        if not self._wandering:
            return False
        return any(pieces >> cell & 1 for code in self._wandering for cell in standing(position, code))

    def is_royal(self, code: int) -> bool:
        """Whether the piece of this code is royal."""
        return code in self._royal

    def kind(self, code: int) -> PieceType:
        """The kind of the piece of this code; ValueError for a vacant cell's."""
        kind = self._kinds[code]
        if kind is None:
            raise ValueError("no piece has code 0")
        return kind

    def die(self, code: int) -> int:
        """The faces of the die that the piece of this code fights with."""
        return self._dies[code]

    def royal_set(self, position: Position) -> int:
        """The set of cells of all royal pieces."""
        placement, found = position.placement, 0
        for code in self._royal:
            cell = placement.find(code)
            while cell >= 0:
                found |= 1 << cell
                cell = placement.find(code, cell + 1)
        return found

    def royals(self, position: Position, seat: int) -> tuple[Cell, ...]:
        """The cells of a seat's royal pieces."""
        placement = position.placement
        found: list[Cell] = []
        for code in self._royals[seat]:
            cell = placement.find(code)
            while cell >= 0:
                found.append(cell)
                cell = placement.find(code, cell + 1)
        return tuple(found)

    def only(self, position: Position, letters: str = "") -> bool:
        """Whether every piece is royal, or of one of the kinds with these letters."""
        others = self._unlike.get(letters)
        if others is None:
            pieces = enumerate(self.variant.pieces)
            found = [
                code for code, piece in pieces if piece and not piece.kind.royal and piece.kind.letter not in letters
            ]
            others = self._unlike[letters] = bytes([code in found for code in range(256)])
        return 1 not in position.placement.translate(others)

    def enemies(self, position: Position, seat: int) -> int:
        """The set of cells with pieces of other seats."""
        return position.pieces[0] ^ position.pieces[seat]


def standing(position: Position, code: int) -> Iterator[Cell]:
    """The cells with pieces of a code, ascending."""
    cell = position.placement.find(code)
    while cell >= 0:
        yield cell
        cell = position.placement.find(code, cell + 1)


def _flags(owners: bytes, seats: set[int]) -> bytes:
    """A table for `bytes.translate` that makes pieces of some seats ones and all else noughts."""
    return bytes(owner in seats for owner in owners)


def _viewed(owners: bytes, seat: int) -> bytes:
    """A table for `bytes.translate` that tells what a seat's player sees on a cell."""
    return bytes((OWN if owner == seat else ENEMY) if owner else OPEN for owner in owners)
