"""Full search: whether a side can force what it aims for, by every move of its own against every reply.

Nothing is cut that could change the answer, only what is settled: one reply that refutes a move is enough. It is for
games for two without fights only.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple, Protocol

from engine.lookahead.puzzles import Goal, Puzzle
from engine.model.position import Move, Position
from engine.movement.generator import Movement, movement_of
from engine.movement.worth import piece_values_of
from engine.play.turns import first_result, turn_of
from engine.rules import in_check
from engine.rules.protocols import Result
from engine.variants.variant import Variant

ENDLESS = 1 << 62


class SearchedEnough(Exception):
    """More positions would have to be looked at than are allowed."""


class PuzzleAim(Protocol):
    """The goal of a side with its last move."""

    def at_once(self, search: FullSearch, position: Position, legal: Sequence[Move]) -> Iterator[Move]:
        """The moves that reach it, whatever is replied."""


class ReplyMade(NamedTuple):
    """A reply, and the position with its legal moves that it leads to; the result where it ends the game."""

    move: Move
    position: Position
    legal: Sequence[Move]
    result: Result | None


def searchable(variant: Variant) -> bool:
    """True if a game can be searched in full: it is for two, without fights."""
    return len(variant.seats) == 2 and variant.combat is None


class FullSearch:
    """A full search for one side's aim; `looked` counts the positions, of which there may be `most`."""

    def __init__(self, movement: Movement, seat: int, aim: PuzzleAim, most: int = ENDLESS) -> None:
        if not searchable(movement.variant):
            raise ValueError("only games for two without fights are searched in full")
        self.movement, self.seat, self.looked = movement, seat, 0
        self._aim, self._most = aim, most
        self._refuters: dict[int, list[Move]] = {}

    def reaching(self, position: Position, legal: Sequence[Move], moves: int) -> Iterator[Move]:
        """Legal moves that reach the aim within `moves`, found lazily."""
        if moves > 1:
            for move in legal:
                if self.forces(position, move, moves):
                    yield move
        elif moves == 1:
            yield from self._aim.at_once(self, position, legal)

    def possible(self, position: Position, legal: Sequence[Move], moves: int) -> bool:
        """True if the aim is reached within `moves`; the shortest ways are tried first."""
        return any(
            next(self.reaching(position, legal, fewer), None) is not None for fewer in (1, moves)[: min(moves, 2)]
        )

    def forces(self, position: Position, move: Move, moves: int) -> bool:
        """True if a legal move begins a line of at most `moves` that reaches the aim against every reply."""
        if moves == 1:
            return next(self._aim.at_once(self, position, (move,)), None) is not None
        turn = turn_of(self.movement, (self.played(position, move),))
        if turn.result is not None:
            return turn.result.winner == self.seat
        return all(self._answered(reply, moves - 1) for reply in self.replies(turn.line[-1], turn.legal, moves))

    def _answered(self, reply: ReplyMade, moves: int) -> bool:
        """True if the aim is still reached after a reply; one that refutes is remembered, and tried first elsewhere."""
        if reply.result is not None:
            answered = reply.result.winner == self.seat
        else:
            answered = self.possible(reply.position, reply.legal, moves)
        if not answered:
            known = self._refuters.setdefault(moves, [])
            if reply.move in known:
                known.remove(reply.move)
            known.insert(0, reply.move)
            del known[4:]
        return answered

    def replies(self, position: Position, legal: Sequence[Move], moves: int = 0) -> Iterator[ReplyMade]:
        """All replies, the likeliest to refute first."""
        known = [move for move in self._refuters.get(moves - 1, ()) if move in legal]
        for move in (*known, *(move for move in legal if move not in known)):
            turn = turn_of(self.movement, (self.played(position, move),))
            yield ReplyMade(move, turn.line[-1], turn.legal, turn.result)

    def played(self, position: Position, move: Move) -> Position:
        """The position after a move, which is counted; raises SearchedEnough."""
        self.looked += 1
        if self.looked > self._most:
            raise SearchedEnough
        return self.movement.play(position, move)

    def ends(self, after: Position) -> Result | None:
        """The result that the rules find in a position just reached, without asking for moves where none can matter."""
        variant = self.movement.variant
        found = first_result(variant.endings, self.movement, (after,))
        if found is not None or not variant.stuck.mates or not in_check(self.movement, after):
            return found
        return turn_of(self.movement, (after,)).result


_LONGEST = 12
"""Maximum captures in a row searched after the last move."""


@dataclass(frozen=True)
class WinTheGame:
    """The game is to be won: by mate, by taking a royal piece, or however else the rules let it be won."""

    def at_once(self, search: FullSearch, position: Position, legal: Sequence[Move]) -> Iterator[Move]:
        for move in legal:
            result = search.ends(search.played(position, move))
            if result is not None and result.winner == search.seat:
                yield move


class Forces(NamedTuple):
    """A side's material: the number of pieces that are neither royal nor pawns, and the worth of all."""

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
        """True if the side is ahead after its move, and can be again by one capture after each capture in reply."""
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
    """A seat's material on the board."""
    counted, placement = _counted(variant)[seat], position.placement
    found = [(placement.count(code), piece, worth) for code, piece, worth in counted]
    return Forces(sum(number * piece for number, piece, _ in found), sum(number * worth for number, _, worth in found))


@lru_cache(maxsize=64)
def _counted(variant: Variant) -> dict[int, list[tuple[int, int, int]]]:
    """By seat the codes of its kinds, each with whether it counts as a piece and what it is worth."""
    values = piece_values_of(variant)
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
    """The least worth of a piece that is neither royal nor pawn-like."""
    return min((worth for counted in _counted(variant).values() for _, piece, worth in counted if piece), default=0)


def reaches(puzzle: Puzzle, position: Position, move: Move, moves: int) -> bool:
    """True if a legal move in a position that the puzzle has led to reaches its goal within `moves`."""
    movement, start = movement_of(puzzle.variant), puzzle.start
    aim = WinTheGame() if puzzle.goal is Goal.WIN else WinAPiece.of(puzzle.variant, start)
    won = turn_of(movement, (movement.play(position, move),)).result
    if won is not None:
        return won.winner == start.turn
    return FullSearch(movement, start.turn, aim).forces(position, move, moves)
