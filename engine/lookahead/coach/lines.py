"""Lines that a search expects, followed on the board."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.lookahead.imagined import outcomes, tried
from engine.model.position import Move
from engine.notation.moves import short_form
from engine.play.state import State


def followed(state: State, line: Sequence[Move]) -> Iterator[State]:
    """The states after each move of a line, until the first that opens a fight or ends the game."""
    for move in line:
        after = None if outcomes(state, move) else tried(state, move)
        if after is None:
            return
        yield after
        if after.result is not None:
            return
        state = after


def line_written(state: State, line: Sequence[Move]) -> str:
    """A line in short notation; `…` follows an attack, whose dice decide how it goes on."""
    states = [state, *followed(state, line)]
    words = [short_form(before.movement, before.position, move) for before, move in zip(states, line, strict=False)]
    fought = len(words) == len(states) and bool(words) and bool(outcomes(states[-1], line[len(words) - 1]))
    return " ".join([*words, *(["…"] if fought else [])])
