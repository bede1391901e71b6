"""What players have chosen for themselves, in the store."""

from __future__ import annotations

import json
from collections.abc import Collection

from bot.store.database import Database

_AWAITED = (
    "SELECT games.number FROM games JOIN seats ON game = games.number AND seat = turn"
    " JOIN preferences AS chosen USING (player)"
    " WHERE stage = 'playing' AND chosen.name = ?1 AND chosen.value IN (SELECT value FROM json_each(?2))"
)
_ORDER = "ORDER BY games.number"


class Preferences:
    """Named values by player; what was never chosen is not there."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def value(self, player: int, name: str) -> str | None:
        """What a player has chosen, if anything."""
        row = await self._database.row("SELECT value FROM preferences WHERE player = ? AND name = ?", player, name)
        return str(row[0]) if row else None

    async def of(self, player: int) -> dict[str, str]:
        """Everything that a player has chosen."""
        rows = await self._database.rows("SELECT name, value FROM preferences WHERE player = ?", player)
        return {str(name): str(value) for name, value in rows}

    async def choose(self, player: int, name: str, value: str) -> None:
        """Write what a player has chosen."""
        await self._database.rows(
            "INSERT OR REPLACE INTO preferences (player, name, value) VALUES (?, ?, ?)", player, name, value
        )

    async def awaited(self, name: str, values: Collection[str], player: int) -> list[int]:
        """The running games that await a move by a player, if that player has chosen one of these values."""
        rows = await self._database.rows(f"{_AWAITED} AND player = ?3 {_ORDER}", name, json.dumps(list(values)), player)
        return [int(row[0]) for row in rows]

    async def awaited_unshown(self, name: str, values: Collection[str]) -> list[int]:
        """The running games that await a move by somebody who has chosen so, their last event still to be shown."""
        rows = await self._database.rows(f"{_AWAITED} AND shown < sequence {_ORDER}", name, json.dumps(list(values)))
        return [int(row[0]) for row in rows]
