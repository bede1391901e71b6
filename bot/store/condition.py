"""How the store stands: what a host wants to know of it at a glance."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from bot.store.database import Database

DISCORD_EPOCH = 1_420_070_400_000
"""The time (UTC ms) from which the ids of Discord count; an id holds its ms above 22 bits."""


class Holdings(NamedTuple):
    """The games by stage, and how many bytes the file takes."""

    games: Mapping[str, int]
    size: int


class ConditionStore:
    """Counts what is in the store."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def holdings(self) -> Holdings:
        """How much the store holds."""
        stages = await self._database.rows("SELECT stage, count(*) FROM games GROUP BY stage")
        ((pages, *_),) = await self._database.rows("PRAGMA page_count")
        ((each, *_),) = await self._database.rows("PRAGMA page_size")
        return Holdings({str(stage): int(count) for stage, count in stages}, int(pages) * int(each))

    async def acts_since(self, time: int) -> int:
        """How many commands have been carried out in games since a time (UTC ms), by the ids behind them."""
        first = max(0, time - DISCORD_EPOCH) << 22
        row = await self._database.row("SELECT count(*) FROM events WHERE cause >= ?", min(first, 2**63 - 1))
        return int(row[0]) if row else 0

    async def overdue(self, time: int) -> int:
        """How many deadlines came before a time (UTC ms) and have not been met."""
        row = await self._database.row("SELECT count(*) FROM deadlines WHERE due < ?", time)
        return int(row[0]) if row else 0
