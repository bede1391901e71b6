"""The use cases of the referee, for Discord and the terminal alike: they join rules, store and pictures."""

from __future__ import annotations

import time
from collections.abc import Callable

from bot.games import pictures
from bot.games.directory import Directory, awaits, label, title
from bot.games.lobby.limits import Limits
from bot.games.lobby.lobby import Lobby
from bot.games.lobby.request import ChallengeRequest
from bot.games.location import Location, everywhere
from bot.games.members.abandonment import Abandonments
from bot.games.members.membership import Membership
from bot.games.members.moderation import Moderation
from bot.games.members.replacement import Replacements
from bot.games.pictures import Picture
from bot.games.play.automatic import Replies
from bot.games.play.channels import GameChannels
from bot.games.play.conditional import ConditionalMoves
from bot.games.play.play import Carried, Play
from bot.games.play.timekeeping import USUAL, Terms, Timekeeper
from bot.games.play.vacations import Vacations
from bot.games.players.agenda import Agendas
from bot.games.players.departures import Departures
from bot.games.players.export import Exports
from bot.games.players.notes import Notes
from bot.games.players.privacy import Privacy
from bot.games.players.watching import Watching
from bot.games.ratings.formula import FORMULA
from bot.games.ratings.standings import Profile, Standings
from bot.games.readers import Readers
from bot.games.reminders.nudges import Nudges
from bot.games.reminders.reminders import Reminders
from bot.games.servers import Servers
from bot.games.settings import Settings
from bot.games.shared_dice import SharedDice
from bot.games.study.exploring import Explored, Exploring
from bot.games.study.imports import Imports
from bot.games.study.learning import Learning, Lessons
from bot.games.tables import Table, Tables
from bot.store import (
    ConditionalStore,
    DepartureStore,
    ExplorationStore,
    Ledger,
    LessonStore,
    NoteStore,
    PrivacyStore,
    ServerStore,
    SharedDiceStore,
    WatchingStore,
)

__all__ = [
    "USUAL",
    "Carried",
    "ChallengeRequest",
    "Explored",
    "Games",
    "Learning",
    "Lobby",
    "Location",
    "Picture",
    "Play",
    "Profile",
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


def utc_now() -> int:
    """The time: UTC, ms since 1970."""
    return time.time_ns() // 1_000_000


class Games:
    """All use cases over one store.

    `lobby` holds challenges, `directory` tells which game is meant, `play` holds running games, `tables` their
    states, `shared` the dice of channels, `standings` the ratings, `watching` the spectators, `notebook` their
    notes and the players', `records` the scoresheets that were brought from elsewhere, `timekeeper` watches the
    clocks, `holidays` are the players' vacations, `reminders` remind them, `nudges` are what others ask of them,
    `agendas` tell what awaits them, `conditionals` are the moves that they have kept for what may happen,
    `settings` what they have chosen for themselves, `servers` what holds in each server, `exploring` their private
    copies of positions, `lessons` what they learn; `membership` tells who is still there, `abandonments` which
    games somebody has abandoned, `moderation` what a server's managers may do, `replacements` let somebody else
    play on; `now()` gives UTC ms.
    """

    def __init__(
        self, ledger: Ledger, streams: SharedDiceStore, now: Callable[[], int] = utc_now, terms: Terms = USUAL
    ) -> None:
        self.ledger = ledger
        self.now = now
        self.readers = Readers()
        self.shared = SharedDice(streams, now)
        self.tables = Tables(ledger)
        self.directory = Directory(ledger, self.tables)
        self.servers = Servers(ServerStore(ledger.database))
        self.membership = Membership(ledger.members, self.tables, now)
        limits = Limits(ledger, self.servers)
        self.lobby = Lobby(ledger, self.tables, now, self.readers, limits, self.membership.present)
        self.agendas = Agendas(ledger, self.tables, now)
        self.watching = Watching(WatchingStore(ledger.database))
        self.notes = Notes(NoteStore(ledger.database), self.tables, now)
        self.standings = Standings(ledger, self.tables, FORMULA)
        conditions = ConditionalStore(ledger.database)
        lessons = LessonStore(ledger.database)
        self.settings = Settings(ledger.preferences, lessons, self.servers)
        self.exploring = Exploring(ledger, ExplorationStore(ledger.database), now, self.readers)
        self.lessons = Lessons(lessons, now, self.readers)
        replies = Replies(conditions, ledger.preferences)
        self.play = Play(ledger, self.tables, now, replies, self.standings.settle, self._keep_time)
        self.conditional = ConditionalMoves(ledger, self.tables, conditions, self.play, self.readers)
        self.records = Imports(ledger.imports, now, self.readers)
        self.timekeeper = Timekeeper(ledger, self.play, now, terms.grace)
        self.channels = GameChannels(ledger, self.play, self.servers, now)
        self.reminders = Reminders(ledger, self.tables, now)
        self.nudges = Nudges(ledger, self.tables, self.play.seated, self.reminders, self.settings, now)
        self.vacations = Vacations(ledger, ledger.vacations, self.play, now, terms.vacation)
        kept = PrivacyStore(ledger.database, ledger.deadlines)
        self.privacy = Privacy(kept, ledger, self.tables, self.lobby, self.play.act, self.standings.settle, now)
        self.exports = Exports(kept, self.tables)
        left = DepartureStore(ledger.database, ledger.deadlines)
        self.moderation = Moderation(left, self.tables, self.lobby, self.play, now)
        self.departures = Departures(left, ledger, self.tables, self.play.rule, now, terms.forget)
        self.abandonments = Abandonments(ledger.members, self.tables, self.play, self.servers, self.membership, now)
        self.replacements = Replacements(
            ledger.members, self.tables, self.play, self.standings, self.membership, self.abandonments, now
        )

    async def _keep_time(self) -> None:
        await self.departures.settled()
        await self.timekeeper.keep()
