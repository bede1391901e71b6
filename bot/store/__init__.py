"""The games in one SQLite file: append-only events and the few columns that queries need."""

from bot.store.damage import UNWRITTEN, Aside, StoreError, Unreadable
from bot.store.database import Database
from bot.store.database import Lock
from bot.store.database import Unit
from bot.store.deadlines import Absence
from bot.store.deadlines import AbsenceStore
from bot.store.deadlines import Deadline
from bot.store.deadlines import DeadlineStore
from bot.store.deadlines import VacationStore
from bot.store.games import StoredGame
from bot.store.ledger import Conflict, Ledger, Repeated
from bot.store.lost import Gone, LostStore
from bot.store.members import Handover, MemberStore
from bot.store.own import (
    ConditionalStore,
    Exploration,
    ExplorationStore,
    ImportStore,
    KeptLine,
    LessonProgress,
    LessonStore,
    Note,
    NoteStore,
    PuzzleProgress,
    PuzzleResult,
    PuzzleStore,
)
from bot.store.people import Guest, Player, known, referee
from bot.store.privacy import PrivacyStore
from bot.store.ratings import Change
from bot.store.ratings import Finish
from bot.store.ratings import GameOutcome
from bot.store.ratings import Rated
from bot.store.ratings import RatingStore
from bot.store.ratings import Skill
from bot.store.ratings import Standing
from bot.store.ratings import Tally
from bot.store.reminders import AgendaStore
from bot.store.servers import ServerSettings
from bot.store.servers import ServerStore
from bot.store.settings import ConditionStore
from bot.store.settings import PreferenceStore
from bot.store.settings import WatchingStore
from bot.store.shared_dice import SharedDiceStore, SharedRoll, Stream
