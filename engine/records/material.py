"""Material: what each side has on the board, ply by ply, by what its pieces are worth."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from engine.model.position import Position
from engine.movement.worth import worths
from engine.play.state import State
from engine.variants.variant import Variant


def positions(state: State) -> list[Position]:
    """The positions of a game, the first before any move, then one after each move that stands.

    Each is the one just before the next move, so that whoever has left the game in between has left in it.
    """
    return [*(played.before for played in state.played), state.position]


def material(state: State) -> list[tuple[int, ...]]:
    """What the seats have in each of a game's `positions`: their pieces' worths, added up; 0 first, for none.

    Worths are hundredths of a pawn (`engine.movement.worth`). Royal pieces have none, and neither has what a seat that
    is out has left behind.
    """
    values = worths(state.variant)
    return [_material(state.variant, values, position) for position in positions(state)]


def _material(variant: Variant, values: Sequence[int], position: Position) -> tuple[int, ...]:
    found = [0] * (len(variant.seats) + 1)
    for code, number in Counter(position.placement).items():
        piece = variant.pieces[code]
        if piece is not None and not position.out >> piece.seat & 1:
            found[piece.seat] += number * values[code]
    return tuple(found)
