"""What players and spectators have chosen."""

from __future__ import annotations

import json
from collections.abc import Collection

from bot.store.database import Store
from bot.store.people import Player

_AWAITED, _UNSHOWN = (
    "SELECT games.number FROM games JOIN seats ON game = games.number AND seat = turn"
    " JOIN preferences AS chosen USING (player)"
    f" WHERE stage = 'playing' AND {also} AND chosen.name = ?1"
    " AND chosen.value IN (SELECT value FROM json_each(?2)) ORDER BY games.number"
    for also in ("player = ?3", "shown < sequence")
)


class PreferenceStore(Store):
    """Named values by player; what was never chosen is not there."""

    async def value(self, player: int, name: str) -> str | None:
        return (await self.of(player)).get(name)

    async def of(self, player: int) -> dict[str, str]:
        return dict(await self._database.rows("SELECT name, value FROM preferences WHERE player = ?", player))

    async def choose(self, player: int, name: str, value: str) -> None:
        await self._database.rows(
            "INSERT OR REPLACE INTO preferences (player, name, value) VALUES (?, ?, ?)", player, name, value
        )

    async def awaited(self, name: str, values: Collection[str], player: int) -> list[int]:
        """The running games that await a move by a player, if that player has chosen one of these values."""
        return await self._database.fetch(_AWAITED, int, name, json.dumps(list(values)), player)

    async def awaited_unshown(self, name: str, values: Collection[str]) -> list[int]:
        """The running games that await a move by somebody who has chosen so, their last event still to be shown."""
        return await self._database.fetch(_UNSHOWN, int, name, json.dumps(list(values)))


_WATCH = """
    INSERT INTO watchers (game, player, name, often) SELECT ?1, ?2, ?3, ?4
    WHERE (SELECT count(*) FROM watchers WHERE game = ?1 AND player <> ?2) < ?5
    ON CONFLICT (game, player) DO UPDATE SET name = excluded.name, often = excluded.often RETURNING 1
"""


class WatchingStore(Store):
    """The spectators who are to be pinged about a game, at its end or at each board."""

    async def add(self, game: int, player: Player, *, often: bool, most: int) -> bool:
        """Let somebody watch a game, or change how; False if `most` others watch it already."""
        return bool(await self._database.rows(_WATCH, game, *player, often, most))

    async def remove(self, game: int, player: int) -> bool:
        """Let somebody stop watching a game; False if they did not."""
        return bool(
            await self._database.rows("DELETE FROM watchers WHERE game = ? AND player = ? RETURNING game", game, player)
        )

    async def of(self, game: int, *, over: bool) -> list[Player]:
        """Whom a board concerns beside the players: all who watch when the game is over, before that some."""
        return await self._database.fetch(
            "SELECT player, name FROM watchers WHERE game = ? AND (often OR ?) ORDER BY player", Player, game, over
        )
