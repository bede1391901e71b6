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
        self.store = store
        self._ledger = ledger
        self._tables = tables
        self._servers = servers
        self._rule = rule
        self._now = now
        self._grace = grace
        self._turn = asyncio.Lock()

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

    async def settled(self) -> None:
        """Wait until a server that has just come back has its time back."""
        async with self._turn:
            pass

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
