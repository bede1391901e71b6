"""Full search: whether a side can force what it aims for, by every move of its own against every reply.

Nothing is cut that could change the answer, only what is settled: one reply that refutes a move is enough. It is for
games for two without fights only.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple, Protocol

from engine.model.position import Move, Position
from engine.movement.generator import Movement
from engine.play.turns import first_result, turn_of
from engine.rules import in_check
from engine.rules.protocols import Result
from engine.variants.variant import Variant

ENDLESS = 1 << 62


class SearchedEnough(Exception):
    """More positions would have to be looked at than are allowed."""


class PuzzleAim(Protocol):
    """What a side wants to have reached with its last move."""

    def at_once(self, search: FullSearch, position: Position, legal: Sequence[Move]) -> Iterator[Move]:
        """The moves that reach it, whatever is replied."""


class ReplyMade(NamedTuple):
    """A reply, and the position with its legal moves that it leads to; the result where it ends the game."""

    move: Move
    position: Position
    legal: Sequence[Move]
    result: Result | None


def searchable(variant: Variant) -> bool:
    """Whether a game can be searched in full: it is for two, without fights."""
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
        """The legal moves that reach the aim within so many moves, each found as it is asked for."""
        if moves > 1:
            for move in legal:
                if self.forces(position, move, moves):
                    yield move
        elif moves == 1:
            yield from self._aim.at_once(self, position, legal)

    def possible(self, position: Position, legal: Sequence[Move], moves: int) -> bool:
        """Whether the aim is reached within so many moves; the shortest ways are tried first."""
        return any(
            next(self.reaching(position, legal, fewer), None) is not None for fewer in (1, moves)[: min(moves, 2)]
        )

    def forces(self, position: Position, move: Move, moves: int) -> bool:
        """Whether a legal move is the first of at most so many that reach the aim, whatever is replied."""
        if moves == 1:
            return next(self._aim.at_once(self, position, (move,)), None) is not None
        turn = turn_of(self.movement, (self.played(position, move),))
        if turn.result is not None:
            return turn.result.winner == self.seat
        return all(self._answered(reply, moves - 1) for reply in self.replies(turn.line[-1], turn.legal, moves))

    def _answered(self, reply: ReplyMade, moves: int) -> bool:
        """Whether the aim is still reached after a reply; one that refutes is remembered, and tried first elsewhere."""
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
