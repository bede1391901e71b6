"""Preferences in the store: what players have chosen for themselves."""

from __future__ import annotations

import json
from collections.abc import Collection

from bot.store.database import Database

_AWAITED, _UNSHOWN = (
    "SELECT games.number FROM games JOIN seats ON game = games.number AND seat = turn"  # noqa: S608 - constants
    " JOIN preferences AS chosen USING (player)"
    f" WHERE stage = 'playing' AND {also} AND chosen.name = ?1"
    " AND chosen.value IN (SELECT value FROM json_each(?2)) ORDER BY games.number"
    for also in ("player = ?3", "shown < sequence")
)


class PreferenceStore:
    """Named values by player; what was never chosen, or cannot be read, is not there."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def value(self, player: int, name: str) -> str | None:
        """What a player has chosen, if anything."""
        return (await self.of(player)).get(name)

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
        wanted = json.dumps(list(values))
        rows = await self._database.rows(_AWAITED, name, wanted, player)
        return [int(row[0]) for row in rows]

    async def awaited_unshown(self, name: str, values: Collection[str]) -> list[int]:
        """The running games that await a move by somebody who has chosen so, their last event still to be shown."""
        rows = await self._database.rows(_UNSHOWN, name, json.dumps(list(values)))
        return [int(row[0]) for row in rows]
