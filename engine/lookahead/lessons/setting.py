"""Small positions for lessons: a few pieces on the real board, in an order that looks drawn but is always the same."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TypeVar

from engine.geometry.board import Cell
from engine.model.array import Placement
from engine.model.pieces import PieceType, Seat
from engine.model.position import Move, Position
from engine.movement.generator import Movement, movement_of
from engine.play.start import objections
from engine.rules import in_check
from engine.variants.variant import Variant

Thing = TypeVar("Thing")


def drawn(things: Iterable[Thing], *seed: object) -> list[Thing]:
    """The things in an order that depends on the seed and on what they are called alone."""

    def lot(thing: Thing) -> bytes:
        return hashlib.sha256(":".join(map(str, (*seed, thing))).encode()).digest()

    return sorted(things, key=lot)


@dataclass(frozen=True, eq=False)
class Studio:
    """Where positions of a variant are made, for lessons in a game that may add fights to it.

    What is made can begin a game of both, and neither side threatens a royal piece unless that is asked for.
    """

    variant: Variant
    game: Variant

    @property
    def movement(self) -> Movement:
        """The variant's compiled movement."""
        return movement_of(self.variant)

    @property
    def cells(self) -> range:
        """All cells of the board."""
        return range(len(self.variant.board))

    def owner(self, letter: str) -> Seat:
        """The first seat that begins the game with a kind, or else the first of all."""
        owners = {placing.seat for placing in self.variant.array if placing.letter == letter}
        return next((seat for seat in self.variant.seats if seat.number in owners), self.variant.seats[0])

    def enemy(self, seat: int) -> int:
        """The seat that moves after another."""
        return seat % len(self.variant.seats) + 1

    def army(self, seat: int) -> list[PieceType]:
        """The kinds but the royal ones that a seat begins with, in the variant's order."""
        letters = {placing.letter for placing in self.variant.array if placing.seat == seat}
        return [kind for kind in self.variant.kinds if kind.letter in letters and not kind.royal]

    def foot(self, seat: int) -> str:
        """The letter of the humblest kind of a seat."""
        kinds = self.army(seat)
        return next((kind for kind in kinds if kind.pawnlike), kinds[-1]).letter

    def strong(self, seat: int) -> list[str]:
        """The letters of a seat's kinds, those first that reach the most cells of the empty board."""
        movement, middle = self.movement, self.variant.board.middle[0]

        def reach(kind: PieceType) -> int:
            code = self.variant.codes[seat, kind.letter]
            return sum(movement.stations(code, each).bit_count() for each in (middle, 0))

        return [kind.letter for kind in sorted(self.army(seat), key=reach, reverse=True)]

    def royals(self, *, besides: Iterable[int] = ()) -> list[Placement]:
        """The royal pieces where they begin, those of some seats left out."""
        kinds, left = self.variant.by_letter, set(besides)
        return [each for each in self.variant.array if kinds[each.letter].royal and each.seat not in left]

    def royal_of(self, seat: int) -> Placement:
        """The royal piece of a seat where it begins."""
        return next(each for each in self.royals() if each.seat == seat)

    def stand(
        self, turn: int, pieces: Sequence[Placement], *, rights: int = 0, lost: Iterable[str] = ()
    ) -> Position | None:
        """The position of these pieces, a seat to move; None where two stand on one cell.

        `rights` are the cells of pieces that still have their first move, `lost` the letters of pieces that the seat
        to move has lost.
        """
        start, codes = self.variant.start, self.variant.codes
        placement, held = bytearray(len(self.variant.board)), [0] * len(start.pieces)
        for seat, letter, cell in pieces:
            if placement[cell]:
                return None
            placement[cell] = codes[seat, letter]
            held[seat] |= 1 << cell
        held[0] = sum(held)
        gone = bytes(sorted(codes[turn, letter] for letter in lost))
        pools = tuple(gone if seat == turn else b"" for seat in range(len(held)))
        return start._replace(
            placement=bytes(placement), pieces=tuple(held), turn=turn, rights=rights, lost=pools, due=0
        )

    def threatens(self, position: Position) -> bool:
        """Whether the player to move attacks a royal piece of another."""
        movement, own = self.movement, position.pieces[position.turn]
        return any(
            movement.attacks(position, royal, own)
            for seat in self.variant.remaining(position)
            if seat != position.turn
            for royal in movement.royals(position, seat)
        )

    def fit(self, position: Position, *, checked: bool = False, threatening: bool = False) -> bool:
        """Whether a game can begin from a position, in which royal pieces are attacked only as is said."""
        if in_check(self.movement, position) is not checked or self.threatens(position) is not threatening:
            return False
        both = (self.variant,) if self.game is self.variant else (self.variant, self.game)
        return not any(objections(variant, position) for variant in both)

    def moves(self, position: Position, cell: Cell) -> list[Move]:
        """The legal moves of the piece on a cell."""
        return [move for move in self.movement.legal(position) if move.origin == cell]
