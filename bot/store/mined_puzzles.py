"""Puzzles found in the games of servers that let them be looked for, by server."""

from __future__ import annotations

from bot.store.database import Database

KEPT = 200
"""How many puzzles a server has at most; the ones found first go first."""


class MinedPuzzleStore:
    """What is read from and written to the store about puzzles found in games; each is a line of JSON."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def of(self, guild: int) -> list[str]:
        """The puzzles of a server; none from when it lets them be looked for no longer (a trigger sees to that)."""
        rows = await self._database.rows("SELECT text FROM mined_puzzles WHERE guild = ? ORDER BY puzzle", guild)
        return [str(text) for (text,) in rows]

    async def find(self, puzzle: str) -> str | None:
        """The puzzle with this key, of whichever server."""
        row = await self._database.row("SELECT text FROM mined_puzzles WHERE puzzle = ? LIMIT 1", puzzle)
        return str(row[0]) if row else None

    async def keep(self, guild: int, game: int, puzzle: str, text: str, now: int) -> bool:
        """Keep a puzzle found in a game, unless its server has one like it; False if it is not kept.

        Nothing is kept where the server lets puzzles be looked for no longer, or the game has been deleted meanwhile.
        """
        async with self._database.transaction() as run:
            kept = await run(
                "INSERT OR IGNORE INTO mined_puzzles (guild, puzzle, text, at) SELECT ?1, ?3, ?4, ?5"
                " WHERE EXISTS (SELECT 1 FROM games WHERE number = ?2 AND guild = ?1) AND EXISTS"
                " (SELECT 1 FROM server_settings WHERE guild = ?1 AND name = 'mining' AND value = 'on') RETURNING 1",
                guild,
                game,
                puzzle,
                text,
                now,
            )
            await run(
                "DELETE FROM mined_puzzles WHERE guild = ?1 AND puzzle IN (SELECT puzzle FROM mined_puzzles"
                " WHERE guild = ?1 ORDER BY at DESC, puzzle LIMIT -1 OFFSET ?2)",
                guild,
                KEPT,
            )
        return bool(kept)
