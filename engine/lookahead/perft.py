"""Perft: counting the legal moves of a game to a depth."""

from __future__ import annotations

from collections.abc import Sequence

from engine.model.position import Move
from engine.movement.counting import counting
from engine.movement.generator import Movement, remembering
from engine.play.state import State
from engine.play.turns import Line, turn_of


def perft(state: State, depth: int, *, bulk: bool = True) -> int:
    """How many sequences of `depth` legal moves begin here; automatic endings stop a line, claims do not.

    In bulk the last moves are only listed, else every one of them is made, too.
    """
    if depth == 0:
        return 1
    if state.result is not None:
        return 0
    movement = counting(state.variant) if bulk else remembering(state.variant)
    legal = movement.legal(state.position)
    return _count(movement, state.line, legal, depth, bulk=bulk)


def _count(movement: Movement, line: Line, legal: Sequence[Move], depth: int, *, bulk: bool) -> int:
    if depth == 1:
        return len(legal) if bulk else movement.tries(line[-1], legal)
    total, last = 0, bulk and depth == 2
    for after in movement.plays(line[-1], legal):
        turn = turn_of(movement, (*line, after))
        if turn.result is None:
            total += len(turn.legal) if last else _count(movement, turn.line, turn.legal, depth - 1, bulk=bulk)
    return total
