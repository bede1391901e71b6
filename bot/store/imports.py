"""Imported scoresheets in the store."""

from __future__ import annotations

from bot.store.database import Database

KEPT = 10


class ImportStore:
    """The scoresheets that were imported, the newest KEPT of each player."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def add(self, player: int, text: str, now: int) -> int:
        """Keep a player's scoresheet (`now` in UTC ms), and return its number."""
        async with self._database.transaction() as run:
            (row,) = await run(
                "INSERT INTO imports (player, at, text) VALUES (?, ?, ?) RETURNING number", player, now, text
            )
            await run(
                "DELETE FROM imports WHERE player = ?1 AND number NOT IN"
                " (SELECT number FROM imports WHERE player = ?1 ORDER BY number DESC LIMIT ?2)",
                player,
                KEPT,
            )
        return int(row[0])

    async def text(self, number: int, player: int) -> str | None:
        """A scoresheet that this player has imported, None where it is not kept."""
        row = await self._database.row("SELECT text FROM imports WHERE number = ? AND player = ?", number, player)
        return str(row[0]) if row else None
