"""Departures: servers that remove the bot. Time stands still in their games, and after a grace all about them goes."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Collection

from bot.games.reminders.preferences import WHERE
from bot.games.servers import Servers
from bot.games.tables import Tables
from bot.store import Deadline, DepartureStore, Ledger
from engine.clocks.control import HOUR
from engine.play.events import Event
from engine.play.referee import credit
from engine.play.state import State

ABROAD = "the referee was not in the server"

Rule = Callable[[int, Callable[[State, int], Event | None]], Awaitable[object]]


class Departures:
    """The servers that have removed the bot; `now()` gives UTC ms.

    `rule` commits what the referee rules in a game; `grace` is how long their data are kept (ms), 0 for ever.
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
        self._store = store
        self._ledger = ledger
        self._tables = tables
        self._servers = servers
        self._rule = rule
        self._now = now
        self._grace = grace
        self._away: set[int] = set()
        self._turn = asyncio.Lock()

    @property
    def store(self) -> DepartureStore:
        """What is kept about the servers that have removed the bot."""
        return self._store

    async def start(self, present: Collection[int]) -> list[int]:
        """Note which servers have removed the bot meanwhile, and which have it again, of those that it is in now.

        The numbers of the games that got time back.
        """
        async with self._turn:
            await self._store.leave([guild for guild in await self._store.known() if guild not in present], self._now())
            self._away = set(await self._store.departed())
            back = sorted(self._away & set(present))
            credited = [number for guild in back for number in await self._come_back(guild)]
            await self._plan()
        return credited

    async def left(self, guild: int) -> None:
        """Note that a server has removed the bot."""
        async with self._turn:
            if guild in await self._store.known():
                await self._store.leave([guild], self._now())
                self._away.add(guild)
            await self._plan()

    async def joined(self, guild: int) -> list[int]:
        """Keep all that is held about a server that has the bot again; the numbers of the games that got time back."""
        async with self._turn:
            if guild not in self._away:
                return []
            credited = await self._come_back(guild)
            await self._plan()
        return credited

    async def _come_back(self, guild: int) -> list[int]:
        since, credited = (await self._store.departed()).get(guild, self._now()), []
        for number in await self._store.running(guild):
            ruled = await self._rule(number, lambda state, now: credit(state, since, now, ABROAD))
            if ruled is not None:
                credited.append(number)
        await self._store.come_back(guild)
        self._away.discard(guild)
        return credited

    async def settled(self) -> None:
        """Wait until a server that has just come back has its time back."""
        async with self._turn:
            pass

    async def away(self, number: int) -> bool:
        """Whether a game belongs to a server that the bot is in no longer."""
        game = await self._ledger.game(number) if self._away else None
        return game is not None and game.guild in self._away

    async def put_off(self, deadline: Deadline) -> None:
        """Let a deadline of a game that stands still come later."""
        later = Deadline(deadline.kind, deadline.game, deadline.player, self._now() + HOUR)
        await self._ledger.deadlines.settle(deadline, later)

    async def _plan(self) -> None:
        """Have the servers looked at again when the first grace is over."""
        departed = await self._store.departed()
        await self._store.plan(min(departed.values()) + self._grace if departed and self._grace else None)

    async def due(self, deadline: Deadline) -> None:
        """Meet the deadline of servers that were left: delete a part of what is held about one whose grace is over."""
        async with self._turn:
            until = self._now() - self._grace
            over = [guild for guild, since in (await self._store.departed()).items() if since <= until]
            if not over or not self._grace:
                await self._plan()
                return
            guild = min(over)
            for number in await self._store.forget(deadline, guild, elsewhere(guild), self._now()):
                self._tables.forget(number)
            self._servers.forget(guild)
            self._away = set(await self._store.departed())


def elsewhere(guild: int) -> tuple[str, str, str]:
    """The preference by which reminders go to a channel of a server, and from and before which texts they do."""
    return WHERE, f"{guild}/", f"{guild}0"
