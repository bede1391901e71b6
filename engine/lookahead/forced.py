"""Forced moves: a player's only legal move."""

from __future__ import annotations

from engine.model.position import Move
from engine.play.referee import sheet
from engine.play.state import Await, State
from engine.rules import occurrences


def only_move(state: State, *, fights: bool) -> Move | None:
    """The one legal move there is; None where there are more or, unless `fights` are wanted, where it rolls dice.

    None, too, where the position has occurred before, so that forced moves never go round in circles by themselves.
    """
    if state.awaits is not Await.MOVE:
        return None
    legal = sheet(state).legal
    if len(legal) != 1:
        return None
    combat = state.variant.combat
    if combat and not fights and combat.fight(state.movement, state.position, legal[0]) is not None:
        return None
    return legal[0] if occurrences(state.movement, state.line) == 1 else None
