"""Spectators in the store: who is to be pinged about a game, at its end or at each board."""

from __future__ import annotations

from bot.store.database import Database
from bot.store.people import Player


class WatchingStore:
    """What is read from and written to the store about spectators."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def add(self, game: int, player: Player, *, often: bool, most: int) -> bool:
        """Let somebody watch a game, or change how; False if `most` others watch it already."""
        rows = await self._database.rows(
            "INSERT INTO watchers (game, player, name, often) SELECT ?1, ?2, ?3, ?4"
            " WHERE (SELECT count(*) FROM watchers WHERE game = ?1 AND player <> ?2) < ?5"
            " ON CONFLICT (game, player) DO UPDATE SET name = excluded.name, often = excluded.often RETURNING game",
            game,
            *player,
            int(often),
            most,
        )
        return bool(rows)

    async def remove(self, game: int, player: int) -> bool:
        """Let somebody stop watching a game; False if they did not."""
        return bool(
            await self._database.rows("DELETE FROM watchers WHERE game = ? AND player = ? RETURNING game", game, player)
        )

    async def of(self, game: int, *, over: bool) -> list[Player]:
        """Whom a board concerns beside the players: all who watch when the game is over, before that some."""
        rows = await self._database.rows(
            "SELECT player, name FROM watchers WHERE game = ? AND (often OR ?) ORDER BY player", game, int(over)
        )
        return [Player(*row) for row in rows]
