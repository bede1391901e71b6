"""Games to be replayed."""

from __future__ import annotations

from functools import cache
from random import Random

from engine.model.position import long_form
from engine.play.events import Event, Moved, Resigned
from engine.play.game import advance, new_game
from engine.play.referee import sheet
from engine.play.state import State
from engine.records.replay import replay_moves
from engine.variants import variant_of
from tests.renderer.samples import DUEL


@cache
def played(key: str, moves: int) -> State:
    """A game without fights after so many random moves, or at its end; the same each time."""
    variant, dice = variant_of(key), Random(7)  # noqa: S311 - the same game each time
    state = new_game(variant)
    while state.result is None and len(state.played) < moves:
        legal = sorted(long_form(variant.board, move) for move in sheet(state).legal)
        state = advance(state, Event(state.sequence + 1, 0, state.turn, Moved(dice.choice(legal))))
    return state


@cache
def duel() -> State:
    """A game of fights."""
    return replay_moves(variant_of("combat-chess"), DUEL)


def resigned(state: State) -> State:
    """A game given up by the player to move."""
    return advance(state, Event(state.sequence + 1, 0, state.turn, Resigned()))
