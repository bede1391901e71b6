"""The games in one SQLite file: append-only events and the few columns that queries need."""

from bot.store.conditions import Condition, Conditions
from bot.store.database import Database, StoreError
from bot.store.explorations import Exploration, Explorations
from bot.store.games import Conflict, Game, Ledger, Player, Repeated
from bot.store.preferences import Preferences
from bot.store.streams import SharedRoll, Stream, Streams

__all__ = [
    "Condition",
    "Conditions",
    "Conflict",
    "Database",
    "Exploration",
    "Explorations",
    "Game",
    "Ledger",
    "Player",
    "Preferences",
    "Repeated",
    "SharedRoll",
    "StoreError",
    "Stream",
    "Streams",
]
