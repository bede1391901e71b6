"""How many challenges and games are under way in a place, counted as far as a limit goes."""

from __future__ import annotations

from typing import Literal

from bot.store.database import Database

Stage = Literal["open", "playing"]


class Counts:
    """Counts of what is under way; no count reads more than it is asked for."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def in_channel(self, channel: int, stage: Stage, most: int) -> int:
        """How many games of a stage a channel and its threads hold, `most` at most."""
        row = await self._database.row(
            "SELECT (SELECT count(*) FROM (SELECT 1 FROM games WHERE channel = ?1 AND stage = ?2 LIMIT ?3))"
            " + (SELECT count(*) FROM (SELECT 1 FROM games WHERE parent = ?1 AND stage = ?2 LIMIT ?3))",
            channel,
            stage,
            most,
        )
        return min(most, int(row[0])) if row else 0

    async def in_server(self, guild: int, stage: Stage, most: int) -> int:
        """How many games of a stage a server holds, `most` at most."""
        row = await self._database.row(
            "SELECT count(*) FROM (SELECT 1 FROM games"
            " WHERE guild = ? AND stage IN ('open', 'playing') AND stage = ? LIMIT ?)",
            guild,
            stage,
            most,
        )
        return int(row[0]) if row else 0
