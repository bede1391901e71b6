"""The use cases of the referee, shared by Discord and the terminal; here rules, store and pictures meet."""

from __future__ import annotations

import time
from collections.abc import Callable

from bot.matches import pictures
from bot.matches.conditionals import Conditionals
from bot.matches.exploring import Explored, Exploring
from bot.matches.lobby import Lobby, Place, Wishes
from bot.matches.pictures import Picture
from bot.matches.play import Play, Turned, awaits, label
from bot.matches.replies import Replies
from bot.matches.settings import Settings
from bot.matches.shared import SharedDice
from bot.matches.tables import Table, Tables
from bot.store import Conditions, Explorations, Ledger, Preferences, Streams

__all__ = [
    "Explored",
    "Lobby",
    "Matches",
    "Picture",
    "Place",
    "Play",
    "Table",
    "Turned",
    "Wishes",
    "awaits",
    "label",
    "pictures",
]


def utc_now() -> int:
    """The time: UTC, ms since 1970."""
    return time.time_ns() // 1_000_000


class Matches:
    """All use cases over one store.

    `lobby` holds challenges, `play` running games, `tables` their states, `shared` the dice of channels, `conditionals`
    the moves that players have kept for what may happen, `settings` what they have chosen for themselves,
    `exploring` their private copies of positions.
    """

    def __init__(self, ledger: Ledger, streams: Streams, now: Callable[[], int] = utc_now) -> None:
        self.ledger = ledger
        self.shared = SharedDice(streams, now)
        self.tables = Tables(ledger)
        self.lobby = Lobby(ledger, self.tables, now)
        conditions, preferences = Conditions(ledger.database), Preferences(ledger.database)
        self.settings = Settings(preferences)
        self.exploring = Exploring(ledger, Explorations(ledger.database), now)
        self.play = Play(ledger, self.tables, now, Replies(ledger, conditions, preferences))
        self.conditionals = Conditionals(ledger, self.tables, conditions, self.play)
