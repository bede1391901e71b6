"""The games in one SQLite file: append-only events and the few columns that queries need."""

from bot.store.absences import Absence, AbsenceStore
from bot.store.agendas import AgendaStore, Errand
from bot.store.condition import ConditionStore
from bot.store.conditional import ConditionalStore, KeptLine
from bot.store.damage import UNWRITTEN, Aside, StoreError, Unreadable
from bot.store.database import Database, Unit
from bot.store.deadlines import Deadline, DeadlineStore
from bot.store.departures import DepartureStore
from bot.store.entries import Conflict, Repeated
from bot.store.exploring import Exploration, ExplorationStore
from bot.store.games import Located, StoredGame
from bot.store.headings import Heading
from bot.store.imports import ImportStore
from bot.store.learning import LessonProgress, LessonStore
from bot.store.ledger import Ledger
from bot.store.lock import InUse, Lock
from bot.store.lost import Gone, LossNotice, LostStore
from bot.store.members import Handover, MemberStore, Silence, Takeover
from bot.store.notes import Note, NoteStore
from bot.store.people import Guest, Player, known, referee
from bot.store.preferences import PreferenceStore
from bot.store.privacy import PrivacyStore
from bot.store.puzzles import PuzzleProgress, PuzzleResult, PuzzleStore
from bot.store.ratings import Change, Finish, GameOutcome, RatingStore, Skill, Standing, Tally
from bot.store.servers import ServerStore
from bot.store.shared_dice import SharedDiceStore, SharedRoll, Stream
from bot.store.vacations import Vacation, VacationStore
from bot.store.watching import WatchingStore

__all__ = [
    "UNWRITTEN",
    "Absence",
    "AbsenceStore",
    "AgendaStore",
    "Aside",
    "Change",
    "ConditionStore",
    "ConditionalStore",
    "Conflict",
    "Database",
    "Deadline",
    "DeadlineStore",
    "DepartureStore",
    "Errand",
    "Exploration",
    "ExplorationStore",
    "Finish",
    "GameOutcome",
    "Gone",
    "Guest",
    "Handover",
    "Heading",
    "ImportStore",
    "InUse",
    "KeptLine",
    "Ledger",
    "LessonProgress",
    "LessonStore",
    "Located",
    "Lock",
    "LossNotice",
    "LostStore",
    "MemberStore",
    "Note",
    "NoteStore",
    "Player",
    "PreferenceStore",
    "PrivacyStore",
    "PuzzleProgress",
    "PuzzleResult",
    "PuzzleStore",
    "RatingStore",
    "Repeated",
    "ServerStore",
    "SharedDiceStore",
    "SharedRoll",
    "Silence",
    "Skill",
    "Standing",
    "StoreError",
    "StoredGame",
    "Stream",
    "Takeover",
    "Tally",
    "Unit",
    "Unreadable",
    "Vacation",
    "VacationStore",
    "WatchingStore",
    "known",
    "referee",
]
