"""Perft: counting the legal moves of a game to a depth."""

from __future__ import annotations

from collections.abc import Sequence

from engine.model.position import Move
from engine.movement.generator import Movement
from engine.play.state import State
from engine.play.turns import Line, turn_of


def perft(state: State, depth: int) -> int:
    """How many sequences of `depth` legal moves begin here; automatic endings stop a line, claims do not."""
    if depth == 0:
        return 1
    if state.result is not None:
        return 0
    movement = state.movement
    return _count(movement, state.line, movement.legal(state.position), depth)


def _count(movement: Movement, line: Line, legal: Sequence[Move], depth: int) -> int:
    if depth == 1:
        return len(legal)
    total = 0
    for move in legal:
        turn = turn_of(movement, (*line, movement.play(line[-1], move)))
        if turn.result is None:
            total += _count(movement, turn.line, turn.legal, depth - 1)
    return total
