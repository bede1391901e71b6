"""The use cases of the referee, for Discord and the terminal alike: they join rules, store and pictures."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from bot.games import pictures
from bot.games.directory import Directory, MoveInSeveral, awaits, label, title
from bot.games.lobby import ChallengeRequest, Lobby
from bot.games.members import Absences, Lookup, Membership, unanswered
from bot.games.moderation import Moderation
from bot.games.opponent import Opponent
from bot.games.pictures import Company, Picture
from bot.games.play.automatic import ConditionalMoves, Replies
from bot.games.play.channels import GameChannels
from bot.games.play.play import Carried, Play
from bot.games.play.timekeeping import USUAL, Terms, Timekeeper, Vacations
from bot.games.players import Agendas, Notes, Watching
from bot.games.privacy import Departures, Privacy
from bot.games.puzzles import DailyPuzzles, Puzzles, Solving
from bot.games.ratings import Standings
from bot.games.readers import Foresight, Readers, ThreadForesight
from bot.games.reminders import Reminders
from bot.games.settings import Settings
from bot.games.shared_dice import SharedDice
from bot.games.study.coaching import Coaching, Fairness
from bot.games.study.records import Records
from bot.games.study.study import Explored, Exploring, Learning, Lessons
from bot.games.tables import ClosedPlaces, Location, Table, Tables, everywhere, utc_now
from bot.journal import log_for_owner
from bot.store import (
    ConditionalStore,
    ExplorationStore,
    Ledger,
    LessonStore,
    NoteStore,
    PrivacyStore,
    PuzzleStore,
    ServerStore,
    SharedDiceStore,
    WatchingStore,
)
from bot.thinking import Thinkers

__all__ = [
    "USUAL",
    "Carried",
    "ChallengeRequest",
    "Explored",
    "Games",
    "Learning",
    "Lobby",
    "Location",
    "MoveInSeveral",
    "Picture",
    "Play",
    "Solving",
    "Standings",
    "Table",
    "Terms",
    "awaits",
    "everywhere",
    "label",
    "pictures",
    "title",
    "utc_now",
]


class Games:
    """All use cases over one store, each with what it is for; `now()` gives UTC ms.

    `hosts` are the ids of the people who run the referee and could foresee its dice. `lookup` asks whether a player is
    still in a server, `tell_owner` says a sentence that names no player and quotes nobody to whoever runs the referee.
    With `processes`, advice is thought in the processes that find the referee's own moves.
    """

    def __init__(
        self,
        ledger: Ledger,
        now: Callable[[], int] = utc_now,
        terms: Terms = USUAL,
        hosts: frozenset[int] = frozenset(),
        lookup: Lookup = unanswered,
        tell_owner: Callable[[str], Awaitable[None]] = log_for_owner,
        processes: bool = False,
    ) -> None:
        database = ledger.database
        conditions, lessons = ConditionalStore(database), LessonStore(database)
        kept = PrivacyStore(database)

        self.ledger = ledger
        self.now = now
        self.readers = Readers()  # threads for what is slow to read
        self.tell_owner = tell_owner
        self.thinkers = Thinkers(max(1, terms.thinkers))  # processes that begin when needed; whoever closes stops them
        self.foresight: Foresight = self.thinkers if processes else ThreadForesight()  # what the referee would play

        self.closed = ClosedPlaces(now)  # what has refused messages

        # ---- what the others stand on
        self.tables = Tables(ledger)  # the states of games
        self.directory = Directory(ledger, self.tables)  # which game is meant
        self.servers = ServerStore(database)  # what holds in each server
        self.settings = Settings(ledger.preferences, lessons, self.servers)  # what players have chosen for themselves
        self.membership = Membership(ledger.members, self.tables, now, lookup)  # who is still there
        self.standings = Standings(ledger, self.tables)  # the ratings
        self.company = Company(self.standings)  # who plays, as pictures tell it

        # ---- games
        self.fairness = Fairness(ledger, self.tables, self.readers)  # keeps advice out of games under way
        # challenges
        present, fair, plays = self.membership.present, self.fairness.against, terms.thinkers > 0
        self.lobby = Lobby(
            ledger, self.tables, now, self.readers, self.servers, present, fair, hosts=hosts, plays=plays
        )
        # running games
        self.play = Play(
            ledger,
            self.tables,
            now,
            Replies(conditions, ledger.preferences),
            self.standings.ending,
            terms.grace,
            hosts,
        )
        self.opponent = Opponent(ledger, self.tables, self.play, self.thinkers)  # the referee's own moves
        # moves that players have kept for what may happen
        self.conditional = ConditionalMoves(ledger, self.tables, conditions, self.play.seated, self.readers)
        self.timekeeper = Timekeeper(ledger, self.tables, self.play, now)  # the clocks, also while the referee is away
        self.vacations = Vacations(ledger, self.tables, self.play, now)  # when players are away
        # where games are shown, and go on when that place is gone
        self.channels = GameChannels(ledger, self.tables, self.play, self.servers, now)
        self.shared = SharedDice(SharedDiceStore(database), now)  # the dice of channels

        # ---- what players are told, and keep for themselves
        self.agendas = Agendas(ledger, self.tables, now)  # what awaits somebody
        # reminders before time runs out, and those that another player asks for
        self.reminders = Reminders(
            ledger, self.tables, self.closed, self.play.seated, self.settings, self.membership.present, now
        )
        self.watching = Watching(WatchingStore(database))  # the spectators of games
        self.notes = Notes(NoteStore(database), self.tables, now)  # private notes on games
        # all that is kept about somebody, given out and forgotten
        self.privacy = Privacy(kept, ledger, self.tables, self.lobby, self.play, self.standings, now)

        # ---- study
        self.records = Records(ledger.imports, now, self.readers)  # scoresheets brought from elsewhere, and replays
        # private copies of positions
        self.exploring = Exploring(self.tables, ledger, ExplorationStore(database), now, self.readers)
        self.coaching = Coaching(self.foresight)  # advice, values and reviews
        self.lessons = Lessons(lessons, now, self.readers)  # what players learn, step by step
        self.puzzles = Puzzles(PuzzleStore(database), now, self.readers)  # what players solve
        # a puzzle a day, where it is wanted
        self.daily = DailyPuzzles(PuzzleStore(database), ledger, self.servers, now)

        # ---- servers, and who leaves them
        # what the managers of a server may do
        self.moderation = Moderation(self.servers, kept, self.tables, self.lobby, self.play, now)
        # servers that have removed the bot
        self.departures = Departures(kept, self.tables, self.servers, self.play, now, terms.forget)
        # games that somebody has abandoned, and seats that change hands
        standings = self.standings
        self.absences = Absences(ledger, self.membership, self.tables, self.play, self.servers, standings, fair)
