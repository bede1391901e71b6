"""Queries: a position about which somebody wants to know more, as a line of text for another process; its answer."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from engine.lookahead.search import Level, Thought, think
from engine.model.position import Move, Passed, Position, Special
from engine.play.state import Played, State
from engine.variants import variant_of


class Query(NamedTuple):
    """A position, the last of `line`, with how far to look, and what else a thought about it depends on.

    `line` are the earlier positions that can come again, `last` is the move made last, if any; for `seed` see `think`.
    """

    variant: str
    options: Mapping[str, str]
    line: Sequence[Position]
    last: Move | None
    level: Level
    seed: int

    @classmethod
    def of(cls, state: State, level: Level, seed: int) -> Query:
        """What has to be known to think about a state. Positions with more pieces than now cannot come again."""
        pieces = state.position.pieces[0].bit_count()
        line = tuple(each for each in state.line if each.pieces[0].bit_count() <= pieces)
        return cls(state.variant.key, dict(state.variant.options), line, state.last_move, level, seed)

    def text(self) -> bytes:
        """The query as a line of JSON."""
        line = [(each.placement.hex(), *each[1:4], [lost.hex() for lost in each.lost], *each[5:]) for each in self.line]
        return json.dumps({"query": (*self[:2], line, *self[3:])}, separators=(",", ":")).encode() + b"\n"

    @classmethod
    def read(cls, fields: Sequence[Any]) -> Query:
        """The query in what `text` holds as `query`."""
        variant, options, line, last, level, seed = fields
        return cls(
            variant, options, tuple(map(_position, line)), None if last is None else _move(last), Level(*level), seed
        )

    def thought(self) -> Thought:
        """The answer; ValueError where no move is awaited."""
        state = State(variant_of(self.variant, self.options), tuple(self.line))
        if self.last is not None:
            state = State(state.variant, state.line, (Played(state.position, self.last, 0, 0),))
        return think(state, self.level, self.seed)


def written(thought: Thought) -> bytes:
    """A thought as a line of JSON."""
    return json.dumps(thought, separators=(",", ":")).encode() + b"\n"


def read_thought(text: bytes) -> Thought:
    """The thought in a line; ValueError where it holds none."""
    move, value, line, nodes, depth = json.loads(text)
    return Thought(_move(move), value, tuple(map(_move, line)), nodes, depth)


def _position(fields: Sequence[Any]) -> Position:
    placement, pieces, turn, quiet, lost, out, rights, passed, tokens, due, captor, tally = fields
    return Position(
        bytes.fromhex(placement),
        tuple(pieces),
        turn,
        tuple(quiet),
        tuple(map(bytes.fromhex, lost)),
        out,
        rights,
        None if passed is None else Passed(tuple(passed[0]), passed[1]),
        tuple((cell, count) for cell, count in tokens),
        due,
        captor,
        tuple(tally),
    )


def _move(fields: Sequence[Any]) -> Move:
    origin, target, promotion, special = fields
    return Move(origin, target, promotion, None if special is None else _special(special))


def _special(fields: Sequence[Any]) -> Special:
    victim, passed, partner, prerogative, placed = fields
    return Special(victim, tuple(passed), None if partner is None else (partner[0], partner[1]), prerogative, placed)
