"""Notes in the store: what players write to themselves about games."""

from __future__ import annotations

from typing import NamedTuple

from bot.store.database import Database


class Note(NamedTuple):
    """A note: its number from 1 in the player's notes on the game, when (UTC ms), after which move, its text."""

    number: int
    at: int
    after: str
    text: str


class NoteStore:
    """What is read from and written to the store about notes; a player's notes are given to that player alone."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def add(self, game: int, player: int, note: Note, most: int) -> int | None:
        """Write a note under the next number, whatever its own, and return it; None if there are `most` already."""
        rows = await self._database.rows(
            "INSERT INTO notes (game, player, number, at, after, text)"
            " SELECT ?1, ?2, coalesce(max(number), 0) + 1, ?3, ?4, ?5 FROM notes WHERE game = ?1 AND player = ?2"
            " HAVING count(*) < ?6 RETURNING number",
            game,
            player,
            note.at,
            note.after,
            note.text,
            most,
        )
        return int(rows[0][0]) if rows else None

    async def of(self, game: int, player: int) -> list[Note]:
        """A player's notes on a game in order."""
        rows = await self._database.rows(
            "SELECT number, at, after, text FROM notes WHERE game = ? AND player = ? ORDER BY number", game, player
        )
        return [Note(*row) for row in rows]

    async def remove(self, game: int, player: int, number: int) -> bool:
        """Delete a note; False if there is none of this number."""
        return bool(
            await self._database.rows(
                "DELETE FROM notes WHERE game = ? AND player = ? AND number = ? RETURNING number", game, player, number
            )
        )
