"""The games in one SQLite file: append-only events and the few columns that queries need."""

from bot.store.browsers import Browser, BrowserStore
from bot.store.database import Database, Unit
from bot.store.deadlines import Absence, VacationStore
from bot.store.dice import SharedDiceStore, SharedRoll, Stream
from bot.store.files import UNWRITTEN, StoreError, Unreadable
from bot.store.games import Deadline, DeadlineStore, Guest, Player, StoredGame, referee
from bot.store.ledger import Conflict, Ledger, Onlooker, Repeated
from bot.store.lost import LostStore
from bot.store.members import Handover, MemberStore
from bot.store.own import ConditionalStore, Note, NoteStore, StoredLine
from bot.store.privacy import PrivacyStore
from bot.store.ratings import Change, Finish, GameOutcome, Rated, RatingStore, Skill, Standing, Tally
from bot.store.settings import PreferenceStore, ServerSettings, ServerStore, WatchingStore
from bot.store.study import DailyStanding, Progress, PuzzleResult, StudyStore
