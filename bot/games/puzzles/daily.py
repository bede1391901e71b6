"""The puzzle of the day: in every channel that wants one, at nine o'clock UTC, each day once."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from bot.games.servers import Servers
from bot.store import Deadline, PuzzleStore
from bot.store.deadlines import DeadlineStore
from engine.clocks.control import DAY, HOUR

DAILY = "daily"
"""The kind of the deadline at which it is posted."""
FIELD = "daily"
"""The setting of servers that names the channels."""
_HOUR = 9 * HOUR
_LATE = 12 * HOUR
"""When it is later than that, as after an absence, the day's puzzle is left out."""


class DailyPlace(NamedTuple):
    """A channel that is to be shown the puzzle of a day (days since 1970)."""

    guild: int
    channel: int
    day: int


class DailyPuzzles:
    """Where and when the puzzles of the day are posted; `now()` gives UTC ms."""

    def __init__(self, store: PuzzleStore, deadlines: DeadlineStore, servers: Servers, now: Callable[[], int]) -> None:
        self._store = store
        self._deadlines = deadlines
        self._servers = servers
        self._now = now

    async def begin(self) -> None:
        """Post from the next morning on, once a server has chosen channels."""
        if not await self._deadlines.by_game(DAILY, [0]):
            await self._deadlines.set(self._following())

    async def due(self, deadline: Deadline) -> list[DailyPlace]:
        """The channels to be posted in now, and the next day written while any server has some.

        Each is given out once a day: a puzzle that cannot be posted is left out rather than posted twice.
        """
        wanted = [
            (guild, channel)
            for guild, _ in await self._store.wishes(FIELD)
            for channel in sorted((await self._servers.settings(guild)).daily)
        ]
        if not await self._deadlines.settle(deadline, *([self._following()] if wanted else [])):
            return []
        day, since = divmod(self._now() - _HOUR, DAY)
        if since > _LATE:
            return []
        return [
            DailyPlace(guild, channel, day)
            for guild, channel in wanted
            if await self._store.take_day(channel, guild, day)
        ]

    def _following(self) -> Deadline:
        return Deadline(DAILY, 0, 0, ((self._now() - _HOUR) // DAY + 1) * DAY + _HOUR)
