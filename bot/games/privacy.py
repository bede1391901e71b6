"""Privacy: what is kept about people is given out and deleted when they ask for it; servers that remove the bot."""

import asyncio
import io
import json
import zipfile
from collections.abc import AsyncIterator, Awaitable, Callable, Collection
from contextlib import AsyncExitStack
from dataclasses import dataclass, field

from bot.games.bus import AccessEnded
from bot.games.lobby import Lobby
from bot.games.play.play import Play
from bot.games.ratings import Standings
from bot.games.refusals import if_granted, refuse_if
from bot.games.tables import Table, Tables
from bot.store import Deadline, Ledger, Player, PrivacyStore, ServerStore, StoredGame
from engine.clocks.control import HOUR
from engine.model.refusal import Refusal
from engine.play.commands import Resign
from engine.play.referee import credit

ABROAD = "the referee was not in the server"


@dataclass(frozen=True)
class Departures:
    """The servers that have removed the bot; their data are kept for `grace` (ms), 0 for ever. `now()` gives UTC ms."""

    store: PrivacyStore
    tables: Tables
    servers: ServerStore
    play: Play
    now: Callable[[], int]
    grace: int

    async def start(self, present: Collection[int]) -> list[int]:
        """Note which servers have removed the bot meanwhile, and which of those that it is in have it again."""
        async with self.tables.returning:
            await self.store.stay(present, self.now())
        return await self.joined(present)

    async def left(self, guild: int) -> None:
        async with self.tables.returning:
            await self.store.leave(guild, self.now())

    async def joined(self, guilds: Collection[int]) -> list[int]:
        """Keep all that is held about servers that have the bot again; the numbers of the games that got time back."""
        credited = []
        async with self.tables.returning:
            for guild, since in (await self.store.departed()).items():
                if guild in guilds:
                    credited += await self._credit(guild, since)
                    await self.store.come_back(guild, self.now())
        return credited

    async def _credit(self, guild: int, since: int) -> list[int]:
        def ruled(table: Table) -> Awaitable[object]:
            return self.play.rule(table, lambda state, now: credit(state, since, now, ABROAD))

        return [number for number in await self.store.timed(guild) if await ruled(await self.tables.find(number))]

    async def forget_overdue(self) -> None:
        async with self.tables.returning:
            for guild, since in (await self.store.departed()).items():
                if self.grace and since + self.grace <= self.now():
                    await self.forget(guild)

    async def forget(self, guild: int) -> None:
        for number in await self.store.forget_server(guild, self.now()):
            self.tables.forget(number)
        self.servers.forget(guild)


FILE_FULL_BYTES = 8 * 2**20
"""A file of more than this is followed by another; Discord takes 10 MiB."""
ABOUT = """\
Everything that Hexmarshal stores about you.

*.json          your data by kind: your games and seats, your moves and offers with their times, your results, notes,
                conditional moves, settings, shared rolls, ratings, names
games/14.txt    the record of game 14, if you're in it

Times are in milliseconds since 1970, UTC. Ids are Discord's: yours, and those of servers, channels, messages and
interactions. `cause` is the message or interaction with which you did something.
"""


class NothingKept(Refusal):
    words = "I don't keep anything about you."


class BeingForgotten(Refusal):
    words = "I'm already deleting everything about you. It takes up to a minute."


class Exporting(Refusal):
    words = "I'm still preparing your last export. Please wait for it."


@dataclass
class Privacy:
    """Everyone's data; `now()` gives UTC ms.

    A request to be forgotten is a deadline in the store, met immediately or after a start: the person's
    games and challenges in servers end like any others, then one transaction anonymizes or deletes everything about
    them, the deadline included. Then the file is rewritten, once an hour at most.
    """

    store: PrivacyStore
    ledger: Ledger
    tables: Tables
    lobby: Lobby
    play: Play
    standings: Standings
    now: Callable[[], int]
    exporting: set[int] = field(default_factory=set)
    turn: asyncio.Lock = field(default_factory=asyncio.Lock)
    scrubbed: int = -HOUR

    async def _look_up(self, player: Player) -> None:
        refuse_if(await self.store.asked(player.id), BeingForgotten())
        refuse_if(await anext(self.store.about(player.id), None) is None, NothingKept())

    async def under_way(self, player: Player) -> list[StoredGame]:
        """The games that a person still plays in, and the open challenges that they have a part in."""
        await self._look_up(player)
        games = await self.ledger.games_of(player.id, None)
        return [game for game in games if game.stage == "open" or await self._played(game, player)]

    async def _played(self, game: StoredGame, player: Player) -> Table | None:
        """The table of a running game in which a player still has a seat, if it can be read."""
        table = await if_granted(self.tables.find(game.number))
        return table if table is not None and {*game.seats_of(player.id)} & {*table.state.remaining} else None

    # ---- given out

    async def export(self, player: Player, record: Callable[[Table], str]) -> list[bytes]:
        """Everything about a person as zip files; `record` writes a game's record."""
        refuse_if(player.id in self.exporting, Exporting())
        self.exporting.add(player.id)
        try:
            await self._look_up(player)
            parts: list[tuple[io.BytesIO, zipfile.ZipFile]] = []
            async for name, text in self._texts(player, record):
                await asyncio.to_thread(_add, parts, name, text)
        finally:
            self.exporting.discard(player.id)
        for _, archive in parts:
            archive.close()
        return [file.getvalue() for file, _ in parts]

    async def _texts(self, player: Player, record: Callable[[Table], str]) -> AsyncIterator[tuple[str, str]]:
        games = set[int]()
        async for table, rows in self.store.about(player.id):
            yield f"{table}.json", await asyncio.to_thread(json.dumps, rows, ensure_ascii=False, indent=1, default=str)
            games |= {int(str(row["game"])) for row in rows if table == "seats"}
        for game in sorted(games):
            seated = await if_granted(self.tables.find(game))
            if seated is not None and seated.game.stage in {"playing", "over"}:
                yield f"games/{game}.txt", await asyncio.to_thread(record, seated)

    # ---- forgotten

    async def ask(self, player: Player) -> None:
        await self._look_up(player)
        await self.store.ask(player.id, self.now())

    async def carry_on(self, person: int) -> list[int]:
        """Forget a person (an id) who has asked for it; their deadline stays if a game has begun meanwhile.

        The numbers of the games and challenges that this has ended; shown after it, they do not name the person.
        """
        async with self.turn:
            if not await self.store.asked(person):
                return []
            games = await self.ledger.games_of(person, None)
            ended = [game.number for game in games if game.guild and await self._leave(game, Player(person, ""))]
            await self.standings.settle()
            left = {(game.number, game.stage) for game in games}
            async with AsyncExitStack() as locks:
                for game in games:
                    if not game.guild:
                        await locks.enter_async_context(self.tables.lock(game.number))
                        self.tables.forget(game.number)
                await self.store.forget(person, left, max(self.now(), self.scrubbed + HOUR))
        await self.tables.bus.tell(AccessEnded())
        return ended

    async def _leave(self, game: StoredGame, player: Player) -> bool:
        """Resign all seats of a person's in a game, or withdraw from a challenge; False where nothing has changed."""
        if game.stage == "open":
            leave = self.lobby.withdraw if game.challenger == player.id else self.lobby.leave
            return await if_granted(leave(game.number, player)) is not None
        resigned = False
        while table := await self._played(game, player):
            if await if_granted(self.play.act(table, player, Resign)) is None:
                break
            resigned = True
        return resigned

    async def scrub(self, deadline: Deadline) -> None:
        """Rewrite the file without deleted data; later, if another connection is reading it."""
        if await self.ledger.database.scrub():
            await self.ledger.deadlines.settle(deadline)
            self.scrubbed = self.now()


def _add(parts: list[tuple[io.BytesIO, zipfile.ZipFile]], name: str, text: str) -> None:
    if not parts or parts[-1][0].tell() > FILE_FULL_BYTES:
        file = io.BytesIO()
        parts.append((file, zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED)))
        parts[-1][1].writestr("ABOUT.txt", ABOUT)
    parts[-1][1].writestr(name, text)
