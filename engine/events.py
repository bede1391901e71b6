"""What happens in a game, as values: events, and how they are packed for a store.

An event is something that happened, with its number, its time and who did it; `engine.game` folds them to a state.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from dataclasses import fields as dataclass_fields
from typing import Any


@dataclass(frozen=True)
class Moved:
    """A move made, in long notation."""

    move: str


@dataclass(frozen=True)
class Rolled:
    """The dice of the fight that the last move opened: rounds of natural dice, as a record writes them (`4-4,5-3`)."""

    dice: str


@dataclass(frozen=True)
class Drawn:
    """Something other than a fight that the referee's dice decided: `what` it was, one die's faces and its value."""

    what: str
    faces: int
    value: int


@dataclass(frozen=True)
class Salted:
    """A word that the actor adds to the dice, effective from the next roll."""

    salt: str


@dataclass(frozen=True)
class Revealed:
    """The secret behind the dice, in hexadecimal, published when the game is over."""

    secret: str


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


@dataclass(frozen=True)
class TakebackOffered:
    """A takeback asked for by the actor: of all moves from the event with the number `since` on."""

    since: int


@dataclass(frozen=True)
class TakebackAccepted:
    """The takeback asked for agreed to by the actor, while others have still to agree."""


@dataclass(frozen=True)
class TakebackDeclined:
    """The takeback asked for declined by the actor, or withdrawn by the one who asked."""


@dataclass(frozen=True)
class TakenBack:
    """All moves from the event with the number `since` on undone, the actor having been the last to agree.

    The game stands as it did before that event, except that no roll of its dice is undone.
    """

    since: int


Happening = (
    Moved
    | Rolled
    | Drawn
    | Salted
    | Revealed
    | DrawOffered
    | DrawAccepted
    | DrawDeclined
    | DrawClaimed
    | Resigned
    | TakebackOffered
    | TakebackAccepted
    | TakebackDeclined
    | TakenBack
)
_KINDS: Mapping[str, type[Happening]] = {
    "moved": Moved,
    "rolled": Rolled,
    "drawn": Drawn,
    "salted": Salted,
    "revealed": Revealed,
    "draw-offered": DrawOffered,
    "draw-accepted": DrawAccepted,
    "draw-declined": DrawDeclined,
    "draw-claimed": DrawClaimed,
    "resigned": Resigned,
    "takeback-offered": TakebackOffered,
    "takeback-accepted": TakebackAccepted,
    "takeback-declined": TakebackDeclined,
    "taken-back": TakenBack,
}
_NAMES = {cls: name for name, cls in _KINDS.items()}


@dataclass(frozen=True)
class Event:
    """Something that happened: its number (from 1), when (UTC ms), and who did it (a seat, 0 for the referee)."""

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
    if not all(type(fields[field.name]).__name__ == field.type for field in dataclass_fields(what)):
        raise BrokenRecord(f"no event is written {kind} {dict(fields)}")
    return what
