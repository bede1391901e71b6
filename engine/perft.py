"""Perft: counting the legal moves of a game to a depth."""

from __future__ import annotations

from engine.game import State
from engine.moves import Movement
from engine.position import Position
from engine.turns import turn_of


def perft(state: State, depth: int) -> int:
    """How many sequences of `depth` legal moves begin here; automatic endings stop a line, claims do not."""
    if state.result is not None and depth:
        return 0
    return _count(state.movement, state.line, depth)


def _count(movement: Movement, line: tuple[Position, ...], depth: int) -> int:
    if depth == 0:
        return 1
    legal = movement.variant.legality.legal(movement, line[-1])
    if depth == 1:
        return len(legal)
    total = 0
    for move in legal:
        turn = turn_of(movement, (*line, movement.play(line[-1], move)))
        if turn.result is None:
            total += _count(movement, turn.line, depth - 1)
    return total
