"""Privacy: what is kept about a person is told, given out as files, and deleted when they ask for it."""

from __future__ import annotations

import asyncio
import json
import tempfile
import zipfile
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Sequence
from contextlib import ExitStack, asynccontextmanager
from functools import partial
from typing import IO

from bot.games.lobby.lobby import Lobby
from bot.games.ratings import Standings
from bot.games.readers import apart
from bot.games.refusals import if_granted
from bot.games.reminders.preferences import WHERE
from bot.games.servers import Servers
from bot.games.tables import Table, Tables
from bot.store import Deadline, DepartureStore, Ledger, Player, PrivacyStore, StoredGame
from bot.store.privacy import GIVEN, PAGE
from engine.clocks.control import HOUR
from engine.dice.expression import unlabelled
from engine.model.refusal import Refusal, Refused
from engine.play.commands import Command, Resign
from engine.play.events import Event
from engine.play.referee import credit
from engine.play.state import State

ABROAD = "the referee was not in the server"

Rule = Callable[[int, Callable[[State, int], Event | None]], Awaitable[object]]


class Departures:
    """The servers that have removed the bot; `now()` gives UTC ms.

    `rule` commits what the referee rules in a game; `grace` is how long their data are kept (ms), 0 for ever. Nobody
    acts before a server that has just come back has its time back.
    """

    def __init__(
        self,
        store: DepartureStore,
        ledger: Ledger,
        tables: Tables,
        servers: Servers,
        rule: Rule,
        now: Callable[[], int],
        grace: int,
    ) -> None:
        self.store = store
        self._ledger = ledger
        self._tables = tables
        self._servers = servers
        self._rule = rule
        self._now = now
        self._grace = grace
        self._turn = tables.returning

    async def start(self, present: Collection[int]) -> list[int]:
        """Note which servers have removed the bot meanwhile, and which have it again, of those that it is in now.

        The numbers of the games that got time back.
        """
        async with self._turn:
            await self.store.leave(await self.store.known() - set(present), self._now())
            return await self._come_back(present)

    async def left(self, guild: int) -> None:
        async with self._turn:
            await self.store.leave({guild} & await self.store.known(), self._now())

    async def joined(self, guild: int) -> list[int]:
        """Keep all that is held about a server that has the bot again; the numbers of the games that got time back."""
        async with self._turn:
            return await self._come_back([guild])

    async def _come_back(self, present: Collection[int]) -> list[int]:
        credited = []
        for guild, since in (await self.store.departed()).items():
            if guild in present:
                credited += await self._credit(guild, since)
                await self.store.come_back(guild)
        return credited

    async def _credit(self, guild: int, since: int) -> list[int]:
        def absence(state: State, now: int) -> Event | None:
            return credit(state, since, now, ABROAD)

        return [number for number in await self.store.running(guild) if await self._rule(number, absence) is not None]

    async def put_off(self, deadline: Deadline) -> None:
        """Let a deadline of a game that stands still come later."""
        later = Deadline(deadline.kind, deadline.game, deadline.player, self._now() + HOUR)
        await self._ledger.deadlines.settle(deadline, later)

    async def forget_overdue(self) -> None:
        """Delete all about the servers whose grace is over."""
        async with self._turn:
            for guild, since in (await self.store.departed()).items():
                if self._grace and since + self._grace <= self._now():
                    await self.forget(guild)

    async def forget(self, guild: int) -> None:
        """Delete all about a server that was left."""
        for number in await self.store.forget(guild, WHERE, self._now()):
            self._tables.forget(number)
        self._servers.forget(guild)


FILE_FULL_BYTES = 8 * 2**20
"""A file of more than this is followed by another; Discord takes 10 MiB."""
TRIES = 3
"""How often a farewell begins again because a game of the person's has begun meanwhile, before it waits."""
ABOUT = """\
Everything that Hexmarshal keeps about you.

*.json          what concerns you, by its kind: the games with your seats, what you did in them with its times, how they
                ended for you, your notes and conditional moves, what you have chosen, your shared rolls, ratings, names
games/14.txt    the record of game 14, if you play in it

Times are in milliseconds since 1970, UTC. Ids are those of Discord: yours, and those of servers, channels, messages and
interactions. `cause` is the message or interaction by which you did something.
"""


Act = Callable[[int, Player, Callable[[int], Command]], Awaitable[object]]


class NothingKept(Refusal):
    words = "I keep nothing about you."


class BeingForgotten(Refusal):
    words = "I am already deleting what I keep about you. It takes a minute at most; nothing else is needed."


class Exporting(Refusal):
    words = "I am still putting together what you asked for before. Nothing has changed; please wait for it."


class Privacy:
    """The data of all people; `now()` gives UTC ms, `act` carries out a player's command.

    Who asks to be forgotten has a deadline in the store, which the scheduler meets immediately or after a start: their
    games and challenges end like any others, then one transaction makes anonymous or deletes all that is kept about
    them, the deadline included. Then the file is written anew, once an hour at most.
    """

    def __init__(
        self,
        store: PrivacyStore,
        ledger: Ledger,
        tables: Tables,
        lobby: Lobby,
        act: Act,
        standings: Standings,
        now: Callable[[], int],
    ) -> None:
        self.store = store
        self._ledger = ledger
        self._tables = tables
        self._lobby = lobby
        self._act = act
        self._standings = standings
        self._now = now
        self._exporting: set[int] = set()
        self._turn = asyncio.Lock()
        self._scrubbed = -HOUR

    async def _look_up(self, player: Player) -> None:
        """Refuse where nothing is kept about a person, or it is being deleted."""
        if await self.store.asked(player.id):
            raise Refused(BeingForgotten())
        for table in GIVEN:
            if await self.store.page(player.id, table):
                return
        raise Refused(NothingKept())

    async def under_way(self, player: Player) -> list[StoredGame]:
        """The games that a person still plays in, and the open challenges that they have a part in."""
        await self._look_up(player)
        games = await self._ledger.games_of(player.id, None)
        return [game for game in games if game.stage == "open" or await self._plays(game, player)]

    async def _plays(self, game: StoredGame, player: Player) -> bool:
        """Whether somebody still has a seat in a running game, as far as it can be read."""
        table = await if_granted(self._tables.find(game.number))
        return table is not None and bool(set(game.seats_of(player.id)) & set(table.state.remaining))

    # ---- given out

    @asynccontextmanager
    async def export(self, player: Player, record: Callable[[Table], str]) -> AsyncIterator[Sequence[IO[bytes]]]:
        """Everything about a person as zip files, gone at the end of the block; `record` writes a game's record."""
        if player.id in self._exporting:
            raise Refused(Exporting())
        await self._look_up(player)
        self._exporting.add(player.id)
        try:
            with ExitStack() as opened:
                parts: list[tuple[IO[bytes], zipfile.ZipFile]] = []
                async for name, text in self._texts(player, record):
                    await apart(partial(_add, opened, parts, name, text))
                for file, archive in parts:
                    await apart(archive.close)
                    file.seek(0)
                yield [file for file, _ in parts]
        finally:
            self._exporting.discard(player.id)

    async def _texts(self, player: Player, record: Callable[[Table], str]) -> AsyncIterator[tuple[str, str]]:
        games = set[int]()
        for table in GIVEN:
            seen = 0
            while rows := await self.store.page(player.id, table, seen):
                name = f"{table}-{seen // PAGE + 1}.json" if seen else f"{table}.json"
                yield name, await apart(partial(json.dumps, rows, ensure_ascii=False, indent=1, default=str))
                seen += len(rows)
                games |= {int(str(row["game"])) for row in rows if table == "seats"}
        for game in sorted(games):
            seated = await if_granted(self._tables.find(game))
            if seated is not None and seated.game.stage in {"playing", "over"}:
                yield f"games/{game}.txt", await apart(partial(record, seated))

    # ---- forgotten

    async def ask(self, player: Player) -> None:
        """Note that a person wants to be forgotten."""
        await self._look_up(player)
        await self.store.ask(player.id, self._now())

    async def carry_on(self, person: int) -> list[int]:
        """Forget a person (an id) who has asked for it; nothing is done where somebody else has.

        The numbers of the games and challenges that this has ended; shown after it, they do not name the person.
        """
        player, ended = Player(person, ""), list[int]()
        async with self._turn:
            for _ in range(TRIES):
                games = await self._ledger.games_of(player.id, None) if await self.store.asked(player.id) else []
                ended += [game.number for game in games if await self._leave(game, player)]
                await self._standings.settle()
                # a challenge that is accepted just now is a game to be resigned next
                left, scrub = {(game.number, game.stage) for game in games}, max(self._now(), self._scrubbed + HOUR)
                if await self.store.forget(player.id, left, unlabelled, scrub):
                    break
        return ended

    async def _leave(self, game: StoredGame, player: Player) -> bool:
        """Resign all seats of a person's in a game, or withdraw from a challenge; False where nothing has changed."""
        if game.stage == "open":
            leave = self._lobby.withdraw if game.challenger == player.id else self._lobby.decline
            return await if_granted(leave(game.number, player)) is not None
        resigned = False
        while await self._plays(game, player):
            if await if_granted(self._act(game.number, player, Resign)) is None:
                break
            resigned = True
        return resigned

    async def scrub(self, deadline: Deadline) -> None:
        """Write the file anew, so that it does not hold what was deleted; later, where somebody else reads it."""
        if await self._ledger.database.scrub():
            await self._ledger.deadlines.settle(deadline)
            self._scrubbed = self._now()


def _add(files: ExitStack, parts: list[tuple[IO[bytes], zipfile.ZipFile]], name: str, text: str) -> None:
    """Add a file to the last part of an export, or to another where that is full."""
    if not parts or parts[-1][0].tell() > FILE_FULL_BYTES:
        file = files.enter_context(tempfile.TemporaryFile())  # noqa: SIM115 - closed with the others
        parts.append((file, files.enter_context(zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED))))
        parts[-1][1].writestr("ABOUT.txt", ABOUT)
    parts[-1][1].writestr(name, text)
