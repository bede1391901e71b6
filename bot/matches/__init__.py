"""The use cases of the referee, shared by Discord and the terminal; here rules, store and pictures meet."""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable

from bot.matches import pictures
from bot.matches.lobby import Lobby, Place, Wishes
from bot.matches.pictures import Picture
from bot.matches.play import Play, Turned, awaits, label
from bot.matches.tables import Table, Tables
from bot.store import Ledger

__all__ = ["Lobby", "Matches", "Picture", "Place", "Play", "Table", "Turned", "Wishes", "awaits", "label", "pictures"]


def utc_now() -> int:
    """The time: UTC, ms since 1970."""
    return time.time_ns() // 1_000_000


class Matches:
    """All use cases over one store: `lobby` for challenges, `play` for running games, `tables` for their states."""

    def __init__(
        self,
        ledger: Ledger,
        now: Callable[[], int] = utc_now,
        lots: Callable[[int], int] = secrets.randbelow,
    ) -> None:
        self.ledger = ledger
        self.tables = Tables(ledger)
        self.lobby = Lobby(ledger, self.tables, now, lots)
        self.play = Play(ledger, self.tables, now)
