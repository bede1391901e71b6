"""The use cases of the referee, shared by Discord and the terminal; here rules, store and pictures meet."""

from __future__ import annotations

import time
from collections.abc import Callable

from bot.matches import pictures
from bot.matches.holidays import Holidays
from bot.matches.lobby import Lobby, Place, Wishes
from bot.matches.notebook import Notebook
from bot.matches.pictures import Picture
from bot.matches.play import Play, Turned, awaits, label
from bot.matches.ratings import FORMULA
from bot.matches.records import Records
from bot.matches.reminders import Reminders
from bot.matches.shared import SharedDice
from bot.matches.standings import Profile, Standings
from bot.matches.tables import Table, Tables
from bot.matches.timekeeping import USUAL, Terms, Timekeeper
from bot.matches.watching import Watching
from bot.store import Ledger, Notes, Streams, Watchers

__all__ = [
    "USUAL",
    "Lobby",
    "Matches",
    "Picture",
    "Place",
    "Play",
    "Profile",
    "Standings",
    "Table",
    "Terms",
    "Turned",
    "Wishes",
    "awaits",
    "label",
    "pictures",
    "utc_now",
]


def utc_now() -> int:
    """The time: UTC, ms since 1970."""
    return time.time_ns() // 1_000_000


class Matches:
    """All use cases over one store.

    `lobby` holds challenges, `play` running games, `tables` their states, `shared` the dice of channels,
    `standings` the ratings, `watching` the spectators, `notebook` their notes and the players', `records` the
    scoresheets that were brought from elsewhere, `timekeeper` watches the clocks, `holidays` are the players'
    vacations, `reminders` remind them; `now()` gives UTC ms.
    """

    def __init__(
        self, ledger: Ledger, streams: Streams, now: Callable[[], int] = utc_now, terms: Terms = USUAL
    ) -> None:
        self.ledger = ledger
        self.now = now
        self.shared = SharedDice(streams, now)
        self.tables = Tables(ledger)
        self.lobby = Lobby(ledger, self.tables, now)
        self.watching = Watching(Watchers(ledger.database))
        self.notebook = Notebook(Notes(ledger.database), self.tables, now)
        self.standings = Standings(ledger, self.tables, FORMULA)
        self.play = Play(ledger, self.tables, now, self.standings.settle)
        self.records = Records(ledger.imports, now)
        self.timekeeper = Timekeeper(ledger, self.play, now, terms.grace)
        self.reminders = Reminders(ledger, self.tables, now)
        self.holidays = Holidays(ledger, ledger.vacations, self.play, now, terms.vacation)
