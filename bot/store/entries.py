"""Events as entries of the ledger: a view whose trigger writes an event and its game's row in one statement."""

from __future__ import annotations

import json
import sqlite3

from bot.store.damage import Unreadable, is_time
from engine.play.codec import pack, unpack
from engine.play.events import Event
from engine.rules.protocols import Result

EVENTS = "SELECT sequence, at, actor, kind, fields FROM events WHERE game = ? ORDER BY sequence"
"""What selects the events of a game, for `event_of` to read."""
_ENTER = "INSERT INTO ledger (game, sequence, at, actor, kind, fields, cause, turn, winner, reason, stage) VALUES"
_ENTRY = "(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"


class Conflict(Exception):
    """Another writer has added an event with this number first."""


class Repeated(Exception):
    """This message or interaction has acted already."""


def entering(count: int = 1) -> str:
    """The statement that writes so many entries."""
    return f"{_ENTER} {', '.join([_ENTRY] * count)}"


def entry(
    game: int, event: Event, cause: int | None, turn: int | None, result: Result | None, stage: str
) -> tuple[object, ...]:
    """The values of an entry: an event with its cause, and what its game's row is to hold then."""
    kind, fields = pack(event.what)
    written = json.dumps(fields, separators=(",", ":"))
    winner, reason = result or (None, None)
    return game, event.sequence, event.at, event.actor, kind, written, cause, turn, winner, reason, stage


def event_of(row: sqlite3.Row) -> Event:
    """The event in a row that EVENTS selects; Unreadable where it does not hold one."""
    sequence, at, actor, kind, fields = row
    try:
        what = unpack(kind, json.loads(fields))
    except (ValueError, TypeError, RecursionError) as problem:
        raise Unreadable(f"event {sequence} cannot be read: {problem}") from problem
    if not (isinstance(sequence, int) and isinstance(actor, int) and is_time(at)):
        raise Unreadable(f"event {sequence} cannot be read: its time or its seat is none")
    return Event(sequence, at, actor, what)
