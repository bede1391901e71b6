"""What puzzles are about: winning the game by its own rules, or winning a piece."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from engine.lookahead.puzzles.full_search import FullSearch
from engine.model.position import Move, Position
from engine.movement.worth import worths
from engine.play.turns import turn_of
from engine.variants.variant import Variant

_LONGEST = 12
"""How many captures in a row are looked at once the moves are over."""


@dataclass(frozen=True)
class WinTheGame:
    """The game is to be won: by mate, by taking a royal piece, or however else the rules let it be won."""

    def at_once(self, search: FullSearch, position: Position, legal: Sequence[Move]) -> Iterator[Move]:
        """The moves that end the game as a win."""
        for move in legal:
            result = search.ends(search.played(position, move))
            if result is not None and result.winner == search.seat:
                yield move


class Forces(NamedTuple):
    """What a side has: how many pieces that are neither royal nor pawns, and what all are worth."""

    pieces: int
    worth: int


@dataclass(frozen=True)
class WinAPiece:
    """A piece is to be won: once captures are over, the other side has lost one more than the side that moves.

    Pieces are those that are neither royal nor pawn-like. The side has to be ahead by what the least of these is worth,
    too, so that several small ones given for a great one do not count, nor does the exchange. `own` and `other` are the
    forces at the start.
    """

    own: Forces
    other: Forces

    @classmethod
    def of(cls, variant: Variant, position: Position) -> WinAPiece:
        """The aim of the player to move in a position."""
        seat = position.turn
        return cls(forces(variant, position, seat), forces(variant, position, 3 - seat))

    def at_once(self, search: FullSearch, position: Position, legal: Sequence[Move]) -> Iterator[Move]:
        """The moves after which the side is ahead and stays so."""
        ahead = self._ahead(search, position)
        for move in legal:
            if (ahead or search.movement.captured(position, move) is not None) and self._kept(search, position, move):
                yield move

    def _ahead(self, search: FullSearch, position: Position) -> bool:
        variant, seat = search.movement.variant, search.seat
        own, other = forces(variant, position, seat), forces(variant, position, 3 - seat)
        pieces = self.other.pieces - other.pieces - max(0, self.own.pieces - own.pieces)
        worth = self.other.worth - other.worth - (self.own.worth - own.worth)
        return pieces >= 1 and worth >= least(variant)

    def _kept(self, search: FullSearch, position: Position, move: Move, depth: int = 0) -> bool:
        """Whether the side is ahead after its move, and after each capture that follows can be again by one."""
        after = search.played(position, move)
        if depth >= _LONGEST:
            return False
        turn = turn_of(search.movement, (after,))
        if turn.result is not None:
            return turn.result.winner == search.seat
        if not self._ahead(search, turn.line[-1]):
            return False
        return all(
            self._regained(search, search.played(turn.line[-1], capture), depth + 1)
            for capture in turn.legal
            if search.movement.captured(turn.line[-1], capture) is not None
        )

    def _regained(self, search: FullSearch, after: Position, depth: int) -> bool:
        turn = turn_of(search.movement, (after,))
        if turn.result is not None:
            return turn.result.winner == search.seat
        position = turn.line[-1]
        return self._ahead(search, position) or any(
            self._kept(search, position, capture, depth)
            for capture in turn.legal
            if search.movement.captured(position, capture) is not None
        )


def forces(variant: Variant, position: Position, seat: int) -> Forces:
    """What a seat has on the board."""
    counted, placement = _counted(variant)[seat], position.placement
    found = [(placement.count(code), piece, worth) for code, piece, worth in counted]
    return Forces(sum(number * piece for number, piece, _ in found), sum(number * worth for number, _, worth in found))


@lru_cache(maxsize=64)
def _counted(variant: Variant) -> dict[int, list[tuple[int, int, int]]]:
    """By seat the codes of its kinds, each with whether it counts as a piece and what it is worth."""
    values = worths(variant)
    return {
        seat.number: [
            (code, int(not piece.kind.pawnlike), values[code])
            for code, piece in enumerate(variant.pieces)
            if piece is not None and piece.seat == seat.number and not piece.kind.royal
        ]
        for seat in variant.seats
    }


@lru_cache(maxsize=64)
def least(variant: Variant) -> int:
    """What the least of the pieces is worth, those aside that are royal or pawn-like."""
    return min((worth for counted in _counted(variant).values() for _, piece, worth in counted if piece), default=0)
