"""The games in one SQLite file: append-only events and the few columns that queries need."""

from bot.store.database import Database, StoreError
from bot.store.deadlines import Deadline, Deadlines
from bot.store.games import Conflict, Game, Ledger, Repeated
from bot.store.people import Guest, Player
from bot.store.streams import SharedRoll, Stream, Streams
from bot.store.vacations import Vacation, Vacations

__all__ = [
    "Conflict",
    "Database",
    "Deadline",
    "Deadlines",
    "Game",
    "Guest",
    "Ledger",
    "Player",
    "Repeated",
    "SharedRoll",
    "StoreError",
    "Stream",
    "Streams",
    "Vacation",
    "Vacations",
]
