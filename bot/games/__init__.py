"""The use cases of the referee, for Discord and the terminal alike: they join rules, store and pictures."""

from collections.abc import Awaitable, Callable

from bot import store
from bot.games import pictures
from bot.games.browsers import Browsers
from bot.games.bus import Bus
from bot.games.challenges import ChallengeRequest
from bot.games.coaching import Coaching, Fairness
from bot.games.dice import SharedDice
from bot.games.directory import Directory, MoveInSeveral, awaits, label, title
from bot.games.lobby import Lobby
from bot.games.members import Absences, Lookup, Membership, Moderation, unanswered
from bot.games.newcomers import Newcomers
from bot.games.opponent import Opponent
from bot.games.pictures import Picture, PlayerLabels
from bot.games.play.automatic import ConditionalMoves, Replies
from bot.games.play.channels import GameChannels
from bot.games.play.play import DEFAULT_TERMS, CommandResult, Play, Terms
from bot.games.play.vacations import Vacations
from bot.games.players import Agendas, Notes, Watching
from bot.games.privacy import Departures, Privacy
from bot.games.puzzles import DailyPuzzles, Puzzles, Solving
from bot.games.ratings import Standings
from bot.games.readers import WorkerThreads
from bot.games.records import Records
from bot.games.reminders import Reminders
from bot.games.settings import Settings
from bot.games.study import Explored, Exploring, Learning, Lessons
from bot.games.tables import ClosedPlaces, Location, Table, Tables, utc_now
from bot.journal import log_for_owner
from bot.thinking import Thinkers


class Games:
    """All use cases over one store; `now()` gives UTC ms.

    `hosts` are the ids of the people who run the referee and could foresee its dice. `lookup` asks whether a player is
    still in a server, `tell_owner` says a sentence that names no player and quotes nobody to the bot's owner.
    """

    def __init__(
        self,
        ledger: store.Ledger,
        now: Callable[[], int] = utc_now,
        terms: Terms = DEFAULT_TERMS,
        hosts: frozenset[int] = frozenset(),
        lookup: Lookup = unanswered,
        tell_owner: Callable[[str], Awaitable[None]] = log_for_owner,
    ) -> None:
        database = ledger.database
        studies, kept = store.StudyStore(database), store.PrivacyStore(database)
        self.ledger = ledger
        self.now = now
        self.tell_owner = tell_owner
        self.readers = WorkerThreads()  # threads for what is slow to read
        self.thinkers = Thinkers(max(1, terms.thinkers))  # processes that start when needed
        self.closed = ClosedPlaces(now)  # places that have refused messages

        # ---- what the others stand on
        self.bus = Bus()
        self.tables = tables = Tables(ledger, self.bus)
        self.directory = Directory(ledger, tables)
        self.servers = servers = store.ServerStore(database)
        self.settings = Settings(ledger.preferences, studies, servers)
        self.membership = Membership(ledger.members, tables, now, lookup)
        self.standings = standings = Standings(ledger, tables)
        self.newcomers = Newcomers(ledger)
        self.company = PlayerLabels(standings, self.newcomers)

        # ---- games
        self.fairness = Fairness(ledger, tables, self.readers)
        present, fair, plays = self.membership.present, self.fairness.against, terms.thinkers > 0
        self.lobby = Lobby(ledger, tables, now, self.readers, servers, present, fair, hosts=hosts, plays=plays)
        self.play = play = Play(ledger, tables, now, Replies(ledger), standings.ending, terms.grace, hosts)
        self.opponent = Opponent(ledger, tables, play, self.thinkers)
        self.conditional = ConditionalMoves(ledger, tables, self.readers)
        self.vacations = Vacations(ledger, tables, play, now)
        self.channels = GameChannels(ledger, tables, play, servers, now)
        self.shared = SharedDice(store.SharedDiceStore(database), now)

        # ---- what players are told, and keep for themselves
        self.agendas = Agendas(ledger, tables, now)
        self.reminders = Reminders(ledger, tables, self.closed, present, now)
        self.browsers = Browsers(store.BrowserStore(database), self.bus, now, terms.page)
        self.watching = Watching(store.WatchingStore(database))
        self.notes = Notes(store.NoteStore(database), tables, now)
        self.privacy = Privacy(kept, ledger, tables, self.lobby, play, standings, now)

        # ---- study
        self.records = Records(studies, now, self.readers)
        self.exploring = Exploring(tables, studies, now, self.readers)
        self.coaching = Coaching(self.thinkers)
        self.lessons = Lessons(studies, now, self.readers)
        self.puzzles = Puzzles(studies, now, self.readers)
        self.daily = DailyPuzzles(studies, ledger, servers, now)

        # ---- servers, and who leaves them
        self.moderation = Moderation(kept, tables, self.lobby, play, now)
        self.departures = Departures(kept, tables, servers, play, now, terms.forget)
        self.absences = Absences(ledger, self.membership, tables, play, servers, standings, fair)
