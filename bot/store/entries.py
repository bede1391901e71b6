"""Events as entries of the ledger: a view whose trigger writes an event and its game's row in one statement."""

from __future__ import annotations

import json
import sqlite3
from functools import lru_cache
from typing import NamedTuple, Self

from bot.store.damage import END, Unreadable
from engine.model.position import MADE
from engine.play.codec import pack, unpack
from engine.play.events import Event, Happening, Moved
from engine.play.state import Await, State
from engine.rules.protocols import Result

EVENTS = "SELECT sequence, at, actor, kind, fields FROM events WHERE game = ? ORDER BY sequence"
"""What selects the events of a game, for `event_of` to read."""
_ENTER = (
    "INSERT INTO ledger (game, sequence, at, actor, kind, fields, cause, turn, rolling, winner, reason, stage) VALUES"
)
_ENTRY = "(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"


class Conflict(Exception):
    """Another writer has added an event with this number first."""


class Repeated(Exception):
    """This message or interaction has acted already."""


def clash(problem: sqlite3.IntegrityError) -> Conflict | Repeated | None:
    """What a constraint that refuses entries means: that of their key, or that of their causes; None for any other."""
    if problem.sqlite_errorcode == sqlite3.SQLITE_CONSTRAINT_PRIMARYKEY:
        return Conflict()
    return Repeated() if problem.sqlite_errorcode == sqlite3.SQLITE_CONSTRAINT_UNIQUE else None


@lru_cache(64)
def entering(count: int = 1) -> str:
    """The statement that writes so many entries."""
    return f"{_ENTER} {', '.join([_ENTRY] * count)}"


class RowState(NamedTuple):
    """What a game's row holds besides its events: whose turn it is, whether to roll, its result and its stage."""

    turn: int | None
    rolling: bool
    result: Result | None
    stage: str

    @classmethod
    def of(cls, state: State) -> Self:
        """How a game that has begun stands."""
        if state.result is not None:
            return cls(None, rolling=False, result=state.result, stage="over")
        return cls(state.due, rolling=state.awaits is Await.CALL, result=None, stage="playing")


UNBEGUN = RowState(None, rolling=False, result=None, stage="open")
"""How a game stands that has not begun."""


def entry(game: int, event: Event, cause: int | None, standing: RowState) -> tuple[object, ...]:
    """The values of an entry: an event with its cause, and what its game's row is to hold then."""
    turn, rolling, result, stage = standing
    winner, reason = (result.winner, result.reason) if result else (None, None)
    holds = turn, int(rolling), winner, reason, stage
    return game, *row_of(event), cause, *holds


def row_of(event: Event) -> tuple[int, int, int, str, str]:
    """The inverse of `event_of`: what EVENTS selects of an event."""
    kind, fields = _words(event.what) if type(event.what) is Moved else _put(event.what)
    return event.sequence, event.at, event.actor, kind, fields


_written = json.JSONEncoder(separators=(",", ":")).encode


def _put(what: Happening) -> tuple[str, str]:
    """The kind and the fields of what happened, as a row has them."""
    kind, fields = pack(what)
    return kind, _written(fields)


_words = lru_cache(4096)(_put)
"""The same for moves made, which many games have in common."""


@lru_cache(4096)
def _moved(fields: str) -> Happening:
    """A move made, which many games have in common."""
    return unpack("moved", json.loads(fields))


def event_of(row: sqlite3.Row) -> Event:
    """The event in a row that EVENTS selects; Unreadable where it does not hold one."""
    sequence, at, actor, kind, fields = row
    try:
        what = _moved(fields) if kind == "moved" else unpack(kind, json.loads(fields))
    except (ValueError, TypeError, RecursionError) as problem:
        raise Unreadable(f"event {sequence} cannot be read: {problem}") from problem
    if not (type(sequence) is type(actor) is type(at) is int and 0 <= at < END):
        raise Unreadable(f"event {sequence} cannot be read: its time or its seat is none")
    return MADE(Event, (sequence, at, actor, what))
