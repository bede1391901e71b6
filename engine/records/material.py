"""Material: what each side has on the board, ply by ply, by how far its pieces reach."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from engine.model.position import Position
from engine.movement.mobility import mobility
from engine.play.state import State
from engine.variants.variant import Variant


def positions(state: State) -> list[Position]:
    """The positions of a game, the first before any move, then one after each move that stands.

    Each is the one just before the next move, so that whoever has left the game in between has left in it.
    """
    return [*(played.before for played in state.played), state.position]


def material(state: State) -> list[tuple[float, ...]]:
    """What the seats have in each of a game's `positions`: the mobility of their pieces, added up; 0 first, for none.

    Royal pieces have no value, and neither has what a seat that is out has left behind.
    """
    values = mobility(state.variant)
    return [_material(state.variant, values, position) for position in positions(state)]


def _material(variant: Variant, values: Sequence[float], position: Position) -> tuple[float, ...]:
    found = [0.0] * (len(variant.seats) + 1)
    for code, number in Counter(position.placement).items():
        piece = variant.pieces[code]
        if piece is not None and not piece.kind.royal and not position.out >> piece.seat & 1:
            found[piece.seat] += number * values[code]
    return tuple(found)
