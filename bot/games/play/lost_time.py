"""The time that running clocks lose while the channel of their game is gone, and that is given back."""

from __future__ import annotations

from bot.games.tables import Table
from engine.play.events import Event
from engine.play.referee import credit
from engine.play.state import State

GONE = "the channel was gone"


def given_back(lost: int, state: State, now: int) -> Event | None:
    """The event that gives a running clock back what it has lost since the channel was gone (UTC ms), if anything."""
    return credit(state, lost, now, GONE)


def time_lost(table: Table, now: int) -> tuple[Event, ...]:
    event = None if table.game.lost is None else given_back(table.game.lost, table.state, now)
    return () if event is None else (event,)
