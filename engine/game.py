"""A game as a fold: events, the state they lead to, and `advance`, which applies one event and never refuses.

A game is a variant, a starting position and its events in order; skipped turns, eliminations and endings that follow
from the position happen inside `advance`, endings by will are events of their own.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from enum import Enum
from typing import Any

from engine.moves import Movement, movement_of
from engine.position import Move, Position, long_form
from engine.variant import Result, Variant


@dataclass(frozen=True)
class Moved:
    """A move made, in long notation."""

    move: str


@dataclass(frozen=True)
class DrawOffered:
    """A draw offered by the actor."""


@dataclass(frozen=True)
class DrawAccepted:
    """The open offer accepted by the actor."""


@dataclass(frozen=True)
class DrawDeclined:
    """The open offer declined by the actor."""


@dataclass(frozen=True)
class DrawClaimed:
    """A draw claimed by the actor for this reason."""

    reason: str


@dataclass(frozen=True)
class Resigned:
    """The actor has given up."""


Happening = Moved | DrawOffered | DrawAccepted | DrawDeclined | DrawClaimed | Resigned
_KINDS: Mapping[str, type[Happening]] = {
    "moved": Moved,
    "draw-offered": DrawOffered,
    "draw-accepted": DrawAccepted,
    "draw-declined": DrawDeclined,
    "draw-claimed": DrawClaimed,
    "resigned": Resigned,
}
_NAMES = {cls: name for name, cls in _KINDS.items()}


@dataclass(frozen=True)
class Event:
    """Something that happened: its number in the game (from 1), when (UTC, ms since 1970), and who did it (a seat)."""

    sequence: int
    at: int
    actor: int
    what: Happening


class BrokenRecord(ValueError):
    """Events that do not lead from their position to a next one; the text says which and why."""


def pack(what: Happening) -> tuple[str, dict[str, Any]]:
    """What happened as a kind and JSON-ready fields."""
    return _NAMES[type(what)], dict(vars(what))


def unpack(kind: str, fields: Mapping[str, Any]) -> Happening:
    """The inverse of `pack`; BrokenRecord on an unknown kind or fields."""
    try:
        what = _KINDS[kind](**fields)
    except (KeyError, TypeError) as problem:
        raise BrokenRecord(f"no event is written {kind} {dict(fields)}") from problem
    if not all(isinstance(value, str) for value in fields.values()):
        raise BrokenRecord(f"no event is written {kind} {dict(fields)}")
    return what


class Await(Enum):
    """What the game waits for."""

    MOVE = "a move"
    NOTHING = "nothing"


@dataclass(frozen=True)
class Offer:
    """An open draw offer: the sequence number of its event, who made it, and the seats that agree so far."""

    sequence: int
    by: int
    agreed: frozenset[int]


@dataclass(frozen=True)
class Played:
    """A move in the game: the position it was made in, the move, who made it and when (UTC ms)."""

    before: Position
    move: Move
    seat: int
    at: int


@dataclass(frozen=True)
class State:
    """Where a game stands.

    `line` holds the positions since the start, the present one last; `sequence` is the number of the last event and
    `changed` of the last one that changed the position or ended the game (0 before any).
    """

    variant: Variant
    line: tuple[Position, ...]
    played: tuple[Played, ...] = ()
    offer: Offer | None = None
    result: Result | None = None
    sequence: int = 0
    changed: int = 0

    @property
    def movement(self) -> Movement:
        """The compiled movement of the variant."""
        return movement_of(self.variant)

    @property
    def position(self) -> Position:
        """The present position."""
        return self.line[-1]

    @property
    def awaits(self) -> Await:
        """What the game waits for."""
        return Await.MOVE if self.result is None else Await.NOTHING

    @property
    def turn(self) -> int:
        """The seat to move; of no meaning once the game is over."""
        return self.position.turn

    @property
    def last_move(self) -> Move | None:
        """The last move made, if any."""
        return self.played[-1].move if self.played else None

    @property
    def remaining(self) -> tuple[int, ...]:
        """The seats still in the game."""
        return self.variant.remaining(self.position)


def new_game(variant: Variant, start: Position | None = None) -> State:
    """A game before its first event, from the variant's array or another position."""
    state = State(variant, (start or variant.start,))
    return replace(state, result=_ending(state))


def advance(state: State, event: Event) -> State:
    """The state after an event.

    Raises BrokenRecord only for events that no referee can have written: a wrong number, a move no man can make.
    """
    if event.sequence != state.sequence + 1:
        raise BrokenRecord(f"event {event.sequence} cannot follow event {state.sequence}")
    if state.result is not None:
        raise BrokenRecord(f"event {event.sequence} comes after the end of the game")
    if event.actor not in state.remaining:
        raise BrokenRecord(f"event {event.sequence} is by seat {event.actor}, which is not in the game")
    state = replace(state, sequence=event.sequence)
    match event.what:
        case Moved(long):
            return _moved(state, event, long)
        case DrawOffered():
            return replace(state, offer=Offer(event.sequence, event.actor, frozenset({event.actor})))
        case DrawAccepted():
            return _accepted(state, event)
        case DrawDeclined():
            return replace(state, offer=None)
        case DrawClaimed(reason):
            return replace(state, offer=None, result=Result(None, reason), changed=event.sequence)
        case Resigned():
            return _resigned(state, event)


def replay(variant: Variant, events: Iterable[Event], start: Position | None = None) -> State:
    """The state that the events lead to; BrokenRecord where they do not fit together."""
    state = new_game(variant, start)
    for event in events:
        state = advance(state, event)
    return state


def find_move(movement: Movement, position: Position, long: str) -> Move:
    """The move of this long form among those that the men can make, legal or not; BrokenRecord if there is none."""
    board = movement.variant.board
    for origin, name in enumerate(board.names):
        if long.startswith(name) and position.men[position.turn] >> origin & 1:
            for move in movement.pseudo_legal(position, origin):
                if long_form(board, move) == long:
                    return move
    raise BrokenRecord(f"{long} is no move in this position")


def _moved(state: State, event: Event, long: str) -> State:
    move = find_move(state.movement, state.position, long)
    seat = state.turn
    after = state.movement.play(state.position, move)
    offer = state.offer if state.offer and seat in state.offer.agreed else None
    moved = replace(
        state,
        line=(*state.line, after),
        played=(*state.played, Played(state.position, move, seat, event.at)),
        offer=offer,
        changed=event.sequence,
    )
    return _settled(moved)


def _accepted(state: State, event: Event) -> State:
    if state.offer is None:
        raise BrokenRecord("an offer was accepted that was not open")
    agreed = state.offer.agreed | {event.actor}
    if agreed >= set(state.remaining):
        return replace(state, offer=None, result=Result(None, "agreement"), changed=event.sequence)
    return replace(state, offer=replace(state.offer, agreed=agreed))


def _resigned(state: State, event: Event) -> State:
    after = state.movement.leave(state.position, event.actor)
    remaining = state.variant.remaining(after)
    if after.turn == event.actor:
        after = after._replace(turn=state.movement.next_seat(after))
    left = replace(state, line=(*state.line, after), offer=None, changed=event.sequence)
    if len(remaining) > 1:
        return _settled(left)
    reason = "resignation" if len(state.variant.seats) == 2 else "last-standing"
    return replace(left, result=Result(remaining[0], reason))


def _settled(state: State) -> State:
    """The state with what follows from the position: an ending, or the draw that all who are left agreed on."""
    result = _ending(state)
    if result is None and state.offer and state.offer.agreed >= set(state.remaining):
        result = Result(None, "agreement")
    return replace(state, result=result, offer=None if result else state.offer)


def _ending(state: State) -> Result | None:
    """The result by the first of the variant's endings that applies."""
    for ending in state.variant.endings:
        result = ending.result(state.movement, state.line)
        if result is not None:
            return result
    return None
