"""A time that tests let pass, and a referee that lives in it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from bot.app import Referee
from bot.games import DEFAULT_TERMS, Terms
from tests.wire import running

NOON = 1_763_726_400_000
"""A Friday: 21 November 2025, 12:00 UTC."""


PATIENT = Terms(grace=10**15)
"""Terms under which time may leap without being taken for the referee's absence."""


class Time:
    """A clock that stands still until it is told to go on (UTC ms)."""

    def __init__(self, now: int = NOON) -> None:
        self.now = now

    def __call__(self) -> int:
        return self.now

    def go(self, milliseconds: int, referee: Referee | None = None) -> None:
        """Let time pass; a referee is woken as if it had slept so long."""
        self.now += milliseconds
        if referee is not None:
            referee.controller.games.ledger.database.changed.set()

    async def sleep(self, woken: asyncio.Event, milliseconds: int) -> None:
        """Sleep through a time at once, unless woken."""
        await asyncio.sleep(0)
        if not woken.is_set():
            self.now += milliseconds


@asynccontextmanager
async def refereed(database: Path, time: Time, terms: Terms = DEFAULT_TERMS) -> AsyncIterator[Referee]:
    """Log a referee in that lives in a simulated time."""
    async with running(Referee(database, terms, time)) as client:
        yield client
