"""Equipment: the board, seats, kinds of piece and array that a game is played with."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from engine.geometry.board import Board, Cell
from engine.model.array import Castling, Placement
from engine.model.pieces import Piece, PieceType, Seat
from engine.model.plain import without_remark
from engine.model.position import Position, bit_set


@dataclass(frozen=True, eq=False, kw_only=True)
class Equipment:
    """Board, seats, kinds and array, with the castlings among its pieces.

    `steppers` are the pieces of the array that begin with first steps, None for all whose kind makes them.
    `hill` are cells of note: a royal piece wins there in some games, and pictures mark them.
    """

    board: Board
    seats: tuple[Seat, ...]
    kinds: tuple[PieceType, ...]
    array: tuple[Placement, ...]
    castlings: tuple[Castling, ...] = ()
    steppers: tuple[Placement, ...] | None = None
    hill: tuple[Cell, ...] = ()

    @cached_property
    def pieces(self) -> tuple[Piece | None, ...]:
        """The pieces that may stand on the board by their code; code 0 is the vacant cell."""
        return (None, *(Piece(seat.number, kind) for seat in self.seats for kind in self.kinds))

    @cached_property
    def codes(self) -> Mapping[tuple[int, str], int]:
        """The code of a piece by (seat number, letter)."""
        return {(piece.seat, piece.kind.letter): code for code, piece in enumerate(self.pieces) if piece}

    @cached_property
    def by_letter(self) -> Mapping[str, PieceType]:
        """The kinds by their letters."""
        return {kind.letter: kind for kind in self.kinds}

    @cached_property
    def stepping(self) -> tuple[Placement, ...]:
        """The pieces of the array that begin with first steps."""
        return tuple(
            placing
            for placing in (self.array if self.steppers is None else self.steppers)
            if self.by_letter[placing.letter].once
        )

    @cached_property
    def first_moves(self) -> int:
        """The cells of the pieces of the array that begin with a first move (first steps, castling), as a set."""
        stepping = (placing.cell for placing in self.stepping)
        castling = (cell for castling in self.castlings for cell in (castling.royal[0], castling.partner[0]))
        return bit_set([*stepping, *castling])

    def seat(self, number: int) -> Seat:
        """The seat of this number."""
        return self.seats[number - 1]

    def side(self, number: int) -> str:
        """The side of this number in words, also of one that there is not: `Blue`, `seat 7`, or `the referee` for 0."""
        if not number:
            return "the referee"
        return next((seat.name for seat in self.seats if seat.number == number), f"seat {number}")

    def seat_named(self, text: str) -> Seat | None:
        """The seat of this name, whatever the letter case, or of this number; None if there is none."""
        wanted = without_remark(text).casefold()
        return next((seat for seat in self.seats if wanted in {seat.name.casefold(), str(seat.number)}), None)

    def kind_named(self, text: str) -> PieceType | None:
        """The kind of this name or letter, whatever the letter case; None if there is none."""
        wanted = without_remark(text).casefold()
        return next((kind for kind in self.kinds if wanted in {kind.name.casefold(), kind.letter.casefold()}), None)

    def piece(self, position: Position, cell: Cell) -> Piece | None:
        """The piece on a cell, or None."""
        return self.pieces[position.placement[cell]]

    def remaining(self, position: Position) -> tuple[int, ...]:
        """The numbers of the seats that are still in the game."""
        out = position.out
        return tuple([seat.number for seat in self.seats if not out >> seat.number & 1])
