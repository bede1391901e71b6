"""The games in one SQLite file: append-only events and the few columns that queries need."""

from bot.store.database import Database, StoreError
from bot.store.games import Conflict, Game, Ledger, Repeated
from bot.store.imports import Imports
from bot.store.people import Guest, Player
from bot.store.streams import SharedRoll, Stream, Streams

__all__ = [
    "Conflict",
    "Database",
    "Game",
    "Guest",
    "Imports",
    "Ledger",
    "Player",
    "Repeated",
    "SharedRoll",
    "StoreError",
    "Stream",
    "Streams",
]
