"""Referees without Discord in simulated time: processes over one file, and a mailbox for what they send."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from enum import Enum
from pathlib import Path
from typing import Any, NamedTuple

import discord

from bot.discord_ui.channel.boards import Poster
from bot.discord_ui.channel.calls import Calls
from bot.discord_ui.channel.outbox import Outbox
from bot.games import Games
from bot.games.tables import FLAG, Location, Table
from bot.schedule import Handler, Scheduler
from bot.store import Database, Deadline, Ledger, Player
from bot.store.deadlines import REMIND, VACATION
from bot.store.outbox import SEND
from engine.model.position import Move
from engine.play.commands import MakeMove
from engine.play.referee import sheet
from engine.play.start import start_of
from engine.variants import variant_of
from tests.bot.support.timed import Time
from tests.engine.support import control_of

ANN, BOB = Player(1, "Ann"), Player(2, "Bob")
GUILD, CHANNEL = 7, 70
KINDS = (FLAG, VACATION, REMIND, SEND)


class Delivery(Enum):
    """What becomes of a message: a place that refuses is closed for a while, what fails is tried again."""

    TOLD, REFUSED, FAILED = range(3)


class Letter(NamedTuple):
    """A message that has arrived: when, to whom, where, and the games it reminds of."""

    at: int
    player: int
    place: int
    games: tuple[int, ...]


@dataclass
class Mailbox:
    """Where reminders arrive; the first of a place's `answers`, if any, tells what becomes of a message.

    `answers` are what becomes of messages to a place, one after the other; all others arrive.
    """

    watch: Time
    letters: list[Letter] = field(default_factory=list)
    answers: dict[int, list[Delivery]] = field(default_factory=dict)
    attempts: int = 0

    async def deliver(self, _kind: str, player: int, place: int, tables: Sequence[Table], _about: str) -> bool:
        self.attempts += 1
        await asyncio.sleep(0)
        planned = self.answers.get(place)
        answer = planned.pop(0) if planned else Delivery.TOLD
        if answer is Delivery.FAILED:
            raise TimeoutError
        if answer is Delivery.TOLD:
            games = tuple(table.game.number for table in tables)
            self.letters.append(Letter(self.watch.now, player, place, games))
        await asyncio.sleep(0)
        return answer is Delivery.TOLD


@dataclass
class Process:
    """A referee without Discord."""

    database: Database
    games: Games
    scheduler: Scheduler
    watch: Time

    @classmethod
    async def open(
        cls, path: Path, watch: Time, mailbox: Mailbox, opened: Callable[[Path], Awaitable[Database]] = Database.open
    ) -> Process:
        database = await opened(path)
        matches = Games(Ledger(database), watch)
        return cls(database, matches, Scheduler(matches.ledger.deadlines, _handlers(matches, mailbox), watch), watch)

    async def begin(
        self,
        time: str = "3d/move",
        players: tuple[Player, Player] = (ANN, BOB),
        channel: int = CHANNEL,
        guild: int = GUILD,
        code: str = "",
    ) -> int:
        """Begin a game in which the first player is to move."""
        place, (first, second) = Location(guild, channel), players
        chess = variant_of("chess")
        start = start_of(chess, code) if code else None
        return await self.games.lobby.set_up(place, chess, {1: first, 2: second}, start, control_of(time))

    async def move(self, number: int, choose: Callable[[Sequence[Move]], Move] = lambda moves: moves[0]) -> None:
        table = await self.games.tables.find(number)
        assert not hasattr(table, "text")
        legal = sheet(table.state)
        text = legal.short(choose(legal.legal))
        player = table.game.seats[table.state.turn]
        turned = await self.games.play.act(table, player, lambda seat: MakeMove(seat, None, text))
        assert not hasattr(turned, "text"), turned

    async def pass_until(self, end: int) -> None:
        """Let time pass, meeting each deadline when it comes."""
        await pass_until(self.watch, end, lambda: [self])


def _handlers(matches: Games, mailbox: Mailbox) -> dict[str, Handler]:
    async def flag(deadline: Deadline) -> None:
        await matches.play.flag(deadline)

    async def vacation(deadline: Deadline) -> None:
        await matches.vacations.due(deadline)

    class Posting(Outbox):
        async def deliver(self, kind: str, player: int, place: int, *message: Any) -> bool:
            if (place or -player) in matches.closed:
                return False
            told = await mailbox.deliver(kind, player, place, *message)
            if not told:
                matches.closed.close(place or -player)
            return told

    client = discord.Client(intents=discord.Intents.none())
    poster = Poster(client, matches)
    outbox = Posting(client, matches, poster, Calls(client, matches, poster))
    return {FLAG: flag, VACATION: vacation, REMIND: outbox.remind, SEND: outbox.meet}


async def pass_until(watch: Time, end: int, processes: Callable[[], list[Process]]) -> None:
    """Let time pass for some processes at once, meeting each deadline when it comes; what fails is tried again."""
    while True:
        pauses = await asyncio.gather(*(process.scheduler.meet() for process in processes()))
        following = await processes()[0].games.ledger.deadlines.next_after(KINDS, watch.now)
        stands = await processes()[0].games.ledger.deadlines.due(KINDS, watch.now)
        times = [end] + ([following] if following else []) + ([watch.now + max(1, min(pauses))] if stands else [])
        if min(times) >= end:
            watch.now = end
            return
        watch.now = min(times)


@asynccontextmanager
async def process(path: Path, watch: Time, mailbox: Mailbox) -> AsyncIterator[Process]:
    """Run a process, and close its file at the end."""
    opened = await Process.open(path, watch, mailbox)
    try:
        yield opened
    finally:
        await opened.database.close()
