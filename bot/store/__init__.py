"""The games in one SQLite file: append-only events and the few columns that queries need."""

from bot.store.conditional import Condition, Conditions
from bot.store.damage import Aside, StoreError, Unreadable
from bot.store.database import Database
from bot.store.deadlines import Deadline, Deadlines
from bot.store.entries import Conflict, Repeated
from bot.store.exploring import Exploration, Explorations
from bot.store.games import Game
from bot.store.imports import Imports
from bot.store.ledger import Ledger
from bot.store.notes import Note, Notes
from bot.store.people import Guest, Player
from bot.store.preferences import Preferences
from bot.store.ratings import Change, Outcome, Placing, RatingBook, Skill, Standing, Tally
from bot.store.shared_dice import SharedRoll, Stream, Streams
from bot.store.vacations import Vacation, Vacations
from bot.store.watching import Watchers

__all__ = [
    "Aside",
    "Change",
    "Condition",
    "Conditions",
    "Conflict",
    "Database",
    "Deadline",
    "Deadlines",
    "Exploration",
    "Explorations",
    "Game",
    "Guest",
    "Imports",
    "Ledger",
    "Note",
    "Notes",
    "Outcome",
    "Placing",
    "Player",
    "Preferences",
    "RatingBook",
    "Repeated",
    "SharedRoll",
    "Skill",
    "Standing",
    "StoreError",
    "Stream",
    "Streams",
    "Tally",
    "Unreadable",
    "Vacation",
    "Vacations",
    "Watchers",
]
