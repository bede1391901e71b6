"""The vigil over the file: with each heartbeat something durable is written to it, and what has changed is told."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable

from bot.games import Games
from bot.games.play.timekeeping import PULSE
from bot.store import UNWRITTEN

log = logging.getLogger(__name__)

Sleep = Callable[[float], Awaitable[object]]


class Vigil:
    """Looks, a heartbeat after the other, whether the file still takes what is written; tells the owner of changes.

    The proof is the renewal of the lease, a transaction like any other. A disk that is full, or a device that fails, is
    told once, and once more when it is well again. A file that is gone, or that another process has claimed, takes
    nothing more before a restart.
    """

    def __init__(self, games: Games, sleep: Sleep = asyncio.sleep) -> None:
        self._games = games
        self._sleep = sleep
        self._wrong: str | None = None

    async def keep(self) -> None:
        """Look with every heartbeat, until another process has taken over the file."""
        while not self._games.ledger.database.replaced:
            await self._sleep(PULSE / 1000)
            try:
                await self.look()
            except Exception:
                log.exception("the file was not looked after")

    async def look(self) -> str | None:
        """Prove that the file takes what is written, and tell of a change; why it does not, None where it does."""
        wrong = None
        try:
            await self._games.ledger.database.prove()
        except UNWRITTEN as problem:
            wrong = str(problem)
        if (wrong is None) is not (self._wrong is None):
            await self._games.notices.tell(_told(wrong))
        self._wrong = wrong
        return wrong


def _told(wrong: str | None) -> str:
    if wrong is None:
        return "I can write to my records again. Nothing that was acknowledged is missing."
    return f"I cannot write to my records: {wrong}. What people do now is refused, and nothing changes."
