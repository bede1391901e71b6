"""Takebacks: moves undone by agreement of all who remain. They leave the line; the dice of their fights stay rolled."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import islice

from engine.movement.generator import movement_of
from engine.notation.moves import short_form
from engine.play.events import BrokenRecord, Event, TakebackAccepted, TakebackOffered, TakenBack
from engine.play.state import Played, State, Takeback
from engine.refusal import listed
from engine.variants.variant import Variant

MOST = 12
"""How many moves are taken back at once, so that all of them can be named before anybody agrees."""


def undoable(state: State, most: int = MOST) -> tuple[Played, ...]:
    """The last moves that could be taken back, in order: those since somebody left the game by will or by time.

    At most so many, none of the moves before them is looked at.
    """
    count = 0
    moves = zip(islice(reversed(state.line), 1, None), reversed(state.played), strict=False)
    for before, played in islice(moves, most):
        if before != played.before:
            break
        count += 1
    return state.played[len(state.played) - count :]


def moves_since(state: State, since: int) -> tuple[Played, ...]:
    """The moves from the event with this number on; BrokenRecord where none that could be taken back has it."""
    moves = undoable(state, max(0, state.sequence + 1 - since))
    for index, played in enumerate(moves):
        if played.sequence == since:
            return moves[index:]
    raise BrokenRecord(f"event {since} is no move that could be taken back")


def on_takeback(state: State, event: Event) -> State:
    """The state after a takeback was asked for, agreed to, declined or made; BrokenRecord for an answer to none."""
    if isinstance(event.what, TakebackOffered):
        moves_since(state, event.what.since)
        request = Takeback(event.sequence, event.actor, frozenset({event.actor}), event.what.since)
        return replace(state, takeback=request)
    if state.request is None:
        raise BrokenRecord("a takeback was answered that was not asked for")
    request = replace(state.request, agreed=state.request.agreed | {event.actor})
    if isinstance(event.what, TakenBack):
        if event.what.since != request.since:
            raise BrokenRecord(f"the takeback asked for begins with event {request.since}, not {event.what.since}")
        return _taken_back(state, event, request)
    return replace(state, takeback=request if isinstance(event.what, TakebackAccepted) else None)


def _taken_back(state: State, event: Event, request: Takeback) -> State:
    """The state before the moves, with all rolls, salts and the event's number."""
    moves = moves_since(state, request.since)
    return replace(
        state,
        line=state.line[: -len(moves)],
        played=state.played[: -len(moves)],
        offer=None,
        told=(),
        changed=event.sequence,
        takeback=replace(request, sequence=event.sequence, undone=moves),
    )


def moves_in_words(variant: Variant, moves: Sequence[Played], seat: int = 0) -> str:
    """Moves as they are taken back, the last first; `seat` is told "your".

    "Blue's Tb5 and your Pxd4 (fight 5-3): the dice stay spent".
    """
    words = [
        move_named(variant, played, seat) + (f" (fight {played.dice})" if played.dice else "")
        for played in reversed(moves)
    ]
    return listed(words, "and") + (": the dice stay spent" if any(played.dice for played in moves) else "")


def move_named(variant: Variant, played: Played, seat: int = 0) -> str:
    """A move with its owner: "Blue's Tb5"; `seat` is told "your"."""
    owner = "your" if played.seat == seat else f"{variant.seat(played.seat).name}'s"
    return f"{owner} {short_form(movement_of(variant), played.before, played.move)}"
