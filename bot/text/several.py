"""Sentences for games of more than two: who is out, whose turn was skipped, checks, who agrees to a proposal."""

from __future__ import annotations

from collections.abc import Iterator

from engine.model.english import listed
from engine.model.position import Position
from engine.movement.generator import Movement
from engine.notation.describe import kind_on, royals_in_words
from engine.play.state import Await, Proposal, State
from engine.play.turns import Consequence, Fate


def several(state: State) -> bool:
    return len(state.variant.seats) > 2


def fates(state: State) -> str | None:
    """What happened to seats after the last change of the position, in sentences; None in games for two."""
    return " ".join(_fates(state)) or None if several(state) else None


def _fates(state: State) -> Iterator[str]:
    for told in state.told:
        seat, by = (state.variant.seat(number).name for number in (told.seat, told.by))
        match told.fate:
            case Fate.CHECKMATED:
                yield f"{seat} is checkmated by {by}: its pieces leave the board."
            case Fate.FALLEN:
                yield f"{seat} is beaten{'' if told.by == told.seat else f' by {by}'}: its pieces leave the board."
            case Fate.LEFT:
                yield f"{seat} leaves the game with all its pieces."
            case Fate.LATE:
                yield f"{seat} runs out of time and leaves the game with all its pieces."
            case Fate.SKIPPED:
                yield f"{seat}'s turn is skipped: {_without_move(state.movement, state.position, told)}."


def _without_move(movement: Movement, position: Position, told: Consequence) -> str:
    then = position._replace(turn=told.seat)
    royals, moves = movement.royals(position, told.seat), movement.pseudo_legal(then)
    if not moves:
        return "none of its pieces can move"
    if royals and not movement.legal(then):
        return f"no move keeps its {kind_on(movement.variant, position, royals[0]).name} safe"
    return "it had no legal move"


def in_check(state: State) -> str | None:
    """Who is in check and from whom, as a sentence; None if nobody is, or no move is awaited."""
    if state.awaits is not Await.MOVE:
        return None
    words = royals_in_words(state.movement, state.position)
    return f"{words}." if words else None


def tally(state: State, proposal: Proposal | None) -> str | None:
    """Who agrees to a proposal: "2 of 3 agree: Red and Blue; waiting for Gold."; None for nothing, or for two."""
    if proposal is None or not several(state):
        return None
    agreed, waiting = (
        [state.variant.seat(seat).name for seat in state.remaining if (seat in proposal.agreed) is agrees]
        for agrees in (True, False)
    )
    verb = "agrees" if len(agreed) == 1 else "agree"
    count = len(state.remaining)
    return f"{len(agreed)} of {count} {verb}: {listed(agreed, 'and')}; waiting for {listed(waiting, 'and')}."
