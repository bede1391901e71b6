"""Problems: a game in which the referee is to move, as a line of text that another process can read, and its answer."""

from __future__ import annotations

import json
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from engine.clocks.control import BadControl, read_control
from engine.dice.terms import read_terms
from engine.lookahead.search import level_of, think
from engine.model.position import long_form
from engine.notation.position_code import position_of
from engine.play.events import BrokenRecord, Event, pack, unpack
from engine.play.game import advance, replay
from engine.play.state import State
from engine.variants import variant_of

KEPT = 32
"""How many games a process remembers, so that it need not begin at their first event."""


class Problem(NamedTuple):
    """A game as its events tell it, and how well the referee is to play.

    `seed` decides what the referee overlooks at lower levels; all else that it needs to decide is in the game.
    """

    game: int
    variant: str
    options: Mapping[str, str]
    start: str | None
    time: str
    dice: str
    events: Sequence[Event]
    level: int
    seed: int

    def line(self) -> bytes:
        """The problem as a line of JSON."""
        events = [(event.sequence, event.at, event.actor, *pack(event.what)) for event in self.events]
        fields = {**self._asdict(), "options": dict(self.options), "events": events}
        return json.dumps(fields, separators=(",", ":")).encode() + b"\n"

    def state(self) -> State:
        """The state of the game; raises what the engine raises where its events cannot be replayed."""
        variant = variant_of(self.variant, self.options)
        start = position_of(variant, self.start) if self.start else None
        control = read_control(self.time)
        if isinstance(control, BadControl):
            raise BrokenRecord(control.problem)
        return replay(variant, self.events, start, control, read_terms(self.dice))

    @classmethod
    def of(cls, fields: Mapping[str, Any]) -> Problem:
        """The problem with these fields, as `line` writes them."""
        events = tuple(
            Event(sequence, at, actor, unpack(kind, what)) for sequence, at, actor, kind, what in fields["events"]
        )
        return cls(**{**fields, "events": events})


class Solution(NamedTuple):
    """A move in long form, and its value to the player who makes it, in hundredths of a pawn."""

    move: str
    value: int

    def line(self) -> bytes:
        """The solution as a line of JSON."""
        return json.dumps(self).encode() + b"\n"

    @classmethod
    def read(cls, line: bytes) -> Solution:
        """The solution in a line; ValueError where it holds none."""
        move, value = json.loads(line)
        return cls(str(move), int(value))


class Solver:
    """Solves problems, one after the other; remembers the states of the last games."""

    def __init__(self) -> None:
        self._states: OrderedDict[int, State] = OrderedDict()

    def solve(self, problem: Problem) -> Solution:
        """The referee's move."""
        state = self._state(problem)
        thought = think(state, level_of(problem.level), problem.seed)
        return Solution(long_form(state.variant.board, thought.move), thought.value)

    def _state(self, problem: Problem) -> State:
        state = self._states.pop(problem.game, None)
        if state is None or state.events != tuple(problem.events[: state.sequence]):
            state = problem.state()
        for event in problem.events[state.sequence :]:
            state = advance(state, event)
        self._states[problem.game] = state
        while len(self._states) > KEPT:
            self._states.popitem(last=False)
        return state
