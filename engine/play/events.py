"""Events: what happens in a game, as values.

An event is something that happened, with its number, its time and who did it; `engine.play.game` folds them to a state.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass
from dataclasses import fields as dataclass_fields
from functools import cache
from typing import Any, ClassVar, NamedTuple, cast, dataclass_transform

from engine.model.board import Board
from engine.model.position import Move, long_form

DRAW, TAKEBACK, PAUSE = "draw", "takeback", "pause"
"""The kinds of proposals (see `engine.play.proposals`)."""
MOVED = "moved"


@dataclass_transform(frozen_default=True)
@dataclass(frozen=True)
class Happening:
    """Something that happened: each kind is a frozen dataclass by being one, its annotations being its fields.

    Only the referee brings about those that are the `referees`; `waiting` ones may happen while a fight waits for a
    player to roll, and `timed` ones only in a game with clocks.
    """

    referees: ClassVar[bool]
    waiting: ClassVar[bool]
    timed: ClassVar[bool]

    def __init_subclass__(cls, *, referees: bool = False, waiting: bool = False, timed: bool = False) -> None:
        cls.referees, cls.waiting, cls.timed = referees, waiting, timed
        dataclass(frozen=True)(cls)


class Moved(Happening):
    move: Move


class Rolled(Happening, waiting=True):
    """The dice of the fight that the last move opened: rounds of natural dice, as a record writes them (`4-4,5-3`)."""

    dice: str


class Drawn(Happening, referees=True):
    """Something other than a fight that the referee's dice decided: `what` it was, one die's faces and its value."""

    what: str
    faces: int
    value: int


class Opened(Happening, referees=True):
    """The game begins with the challenge that Discord gave this message id, after the commitment in it was fixed."""

    message: int


class Worded(Happening, referees=True):
    """A word for the dice, given before the seats were drawn, by the `player` who joined in this place (from 1)."""

    player: int
    word: str


class Seated(Happening, referees=True):
    """The seats of the players in the order in which they joined, as `2-1-3`."""

    seats: str


class Barred(Happening, referees=True, waiting=True):
    """The player of `seat` owns the referee, or is the referee: it gives no word and rolls no dice."""

    seat: int


class RollCalled(Happening, waiting=True):
    """The actor rolls the dice of the fight that waits, by a message with this id and these words."""

    message: int
    words: str


class Revealed(Happening, referees=True):
    """The secret behind the dice, in hexadecimal, published when the game is over."""

    secret: str


class Proposed(Happening):
    """Something of a kind proposed by the actor; where it is about moves, all from the event `since` on, else 0."""

    kind: str
    since: int = 0


class Agreed(Happening):
    kind: str


class Declined(Happening):
    """The open proposal of a kind declined by the actor, or withdrawn."""

    kind: str


class DrawClaimed(Happening):
    reason: str


class Resigned(Happening, waiting=True):
    """The actor has given up."""


class Continued(Happening, referees=True):
    """The game continues from its record, between new players: the part before was refereed elsewhere.

    `game` is the number that the game had there and `commitment` the one to its dice, "" where the record has none.
    Dice rolled before are checked under that commitment, later ones under the game's own.
    """

    game: str
    commitment: str


class ClockStarted(Happening, referees=True, timed=True):
    """The clock of the seat to move started; the referee does it when a timed game begins."""


class Flagged(Happening, referees=True, waiting=True, timed=True):
    """The time of `seat` ran out: in a hard game it is lost for the seat, in a soft one the others may claim that."""

    seat: int


class TimeClaimed(Happening, waiting=True, timed=True):
    seat: int


class Credited(Happening, referees=True, waiting=True, timed=True):
    """Time given back to `seat` by the referee, in ms, and why."""

    seat: int
    ms: int
    why: str


class WentAway(Happening, waiting=True, timed=True):
    """The actor's vacation began: its clock stops."""


class CameBack(Happening, waiting=True, timed=True):
    """The actor's vacation ended."""


class Paused(Happening, timed=True):
    """The game paused, the actor having been the last to agree."""


class Resumed(Happening, timed=True):
    """The paused game taken up again by the actor."""


class TakenBack(Happening):
    """All moves from the event with the number `since` on undone, the actor having been the last to agree.

    The game returns to the state before that event, but no roll of its dice is undone.
    """

    since: int


class GameClosed(Happening, waiting=True):
    """The game ended without a result, by a player or by the referee for the server's moderators."""


class Abandoned(Happening, referees=True, waiting=True):
    """The game ended without a result because `seat`, which it waited for, did nothing for too long."""

    seat: int


class Replaced(Happening, referees=True, waiting=True):
    """Another player takes over `seat`; the one before has left."""

    seat: int


Proposing = Proposed | Agreed | Declined


class Event(NamedTuple):
    """Something that happened: its number (from 1), when (UTC ms), and who did it (a seat, 0 for the referee)."""

    sequence: int
    at: int
    actor: int
    what: Happening


class StoredEvent(NamedTuple):
    """An event as it is stored: its number, time and actor, and its kind and fields by `pack`."""

    sequence: int
    at: int
    actor: int
    kind: str
    fields: Mapping[str, Any]


class BrokenRecord(ValueError):
    """Events that do not lead from their position to a next one; the text says which and why."""


_WORD = re.compile(r"[A-Z][a-z]+")
_DEEDS = {Proposed: "offered", Agreed: "accepted", Declined: "declined"}


class _Form(NamedTuple):
    """The stored form of a kind: its class, the fields its name implies, and the others with their types."""

    cls: Callable[..., Happening]
    named: Mapping[str, Any]
    fields: Mapping[str, str]


@cache
def _form(cls: Any, proposal: str | None) -> tuple[str, _Form]:  # noqa: ANN401 - a class
    """A kind and how it is stored, by its class and the kind of proposal that it is about, if any."""
    types = {field.name: str(field.type) for field in dataclass_fields(cls)}
    if proposal is None:
        return "-".join(_WORD.findall(cls.__name__)).lower(), _Form(cls, {}, types)
    named: dict[str, Any] = {"kind": proposal}
    named |= {"since": 0} if "since" in types and proposal != TAKEBACK else {}
    fields = {name: kind for name, kind in types.items() if name not in named}
    return f"{proposal}-{_DEEDS[cls]}", _Form(cls, named, fields)


KINDS: Mapping[str, _Form] = dict(
    _form(cls, proposal)
    for cls in list[Any](Happening.__subclasses__())
    for proposal in ((DRAW, TAKEBACK, PAUSE) if cls in _DEEDS else (None,))
)


def pack(board: Board, what: Happening) -> tuple[str, dict[str, Any]]:
    """Return an event's kind and JSON-ready fields; a move is written in long form."""
    if isinstance(what, Moved):
        return MOVED, {"move": long_form(board, what.move)}
    kind, form = _form(cast("Hashable", type(what)), getattr(what, "kind", None))
    return kind, {name: getattr(what, name) for name in form.fields}


def unpack(kind: str, fields: Mapping[str, Any]) -> Happening:
    """The inverse of `pack`, except for moves, which take a position; BrokenRecord on an unknown kind or fields."""
    form = KINDS.get(kind)
    if not isinstance(fields, Mapping):
        raise BrokenRecord(f"unknown event {kind} {fields}")
    types = {name: type(value).__name__ for name, value in fields.items()}
    if form is None or types != form.fields:
        raise BrokenRecord(f"unknown event {kind} {dict(fields)}")
    return form.cls(**form.named, **fields)
