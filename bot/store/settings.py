"""What players and spectators have chosen, and how the store stands."""

from __future__ import annotations

import json
from collections.abc import Collection
from typing import NamedTuple

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


DISCORD_EPOCH = 1_420_070_400_000
"""The time (UTC ms) from which the ids of Discord count; an id holds its ms above 22 bits."""


_COUNTS = """
    SELECT
        count(*) FILTER (WHERE stage = 'playing'),
        count(*) FILTER (WHERE stage = 'open'),
        count(*) FILTER (WHERE stage = 'over'),
        (SELECT count(*) FROM events WHERE cause >= ?1),
        (SELECT count(*) FROM deadlines WHERE due < ?2),
        (SELECT page_count * page_size FROM pragma_page_count, pragma_page_size)
    FROM games
"""


class Counts(NamedTuple):
    """Games by stage, commands carried out in games since a time, deadlines not met by another, the file's bytes."""

    playing: int
    open: int
    over: int
    acts: int
    overdue: int
    size: int


class ConditionStore(Store):
    async def counts(self, since: int, by: int) -> Counts:
        """Count for the host; times are in UTC ms, and commands are counted by the ids behind them."""
        first = min(max(0, since - DISCORD_EPOCH) << 22, 2**63 - 1)
        (row,) = await self._database.rows(_COUNTS, first, by)
        return Counts(*row)
