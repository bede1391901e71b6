"""Reminders in the store: the games that await a player, when to look at one, and what was sent."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace
from typing import NamedTuple

from bot.store.database import Store
from bot.store.deadlines import Deadline, claim, put
from bot.store.games import GAMES, OFFERED, StoredGame, readable

REMIND = "remind"
"""The kind of deadline to remind a player of a game that awaits their move, or their answer."""
DIRECT = 0
"""The place that stands for direct messages."""


class Sent(NamedTuple):
    """A reminder sent to a player: the game, when the turn began (UTC ms), and the part of the time as a text."""

    game: int
    turn: int
    fraction: str


_AWAITED = """
    SELECT kind, game, player, due, number FROM deadlines
    WHERE player = ? AND player > 0 AND +kind = 'remind' AND +due <= ? ORDER BY due, game
"""
_SENT = "SELECT game, turn, fraction FROM reminders WHERE player = ? AND game IN (SELECT value FROM json_each(?))"
_PREFER = "INSERT OR REPLACE INTO preferences (player, name, value) SELECT ?, key, value FROM json_each(?)"
_LOOK_AGAIN = (
    "INSERT OR REPLACE INTO deadlines (kind, game, player, due)"
    " SELECT 'remind', number, ?2, ?1 FROM seats CROSS JOIN games ON number = game"
    f" WHERE player = ?2 AND stage = 'playing' AND lost IS NULL AND time <> 'none' AND (turn = seat OR {OFFERED})"
    " UNION ALL SELECT 'remind', number, ?2, ?1 FROM games"
    " WHERE number IN (SELECT game FROM guests WHERE player = ?2) AND stage = 'open' AND lost IS NULL"
)
_OFFERED_IN = f"SELECT number FROM games WHERE number IN (SELECT value FROM json_each(?)) AND {OFFERED}"
_HELD = f"""
    {GAMES} WHERE number IN (
        SELECT game FROM seats CROSS JOIN games ON number = game AND stage = 'playing'
            AND (?2 IS NULL OR guild = ?2) AND (?3 IS NULL OR ?3 IN (channel, parent))
            AND (?4 IS NULL OR (turn = seat) = ?4)
        WHERE player = ?1 ORDER BY game DESC LIMIT ?5
    ) ORDER BY number DESC
"""  # no index serves `?3 IN (channel, parent)`: games are found by the player


class AgendaStore(Store):
    """The running games of a player."""

    async def offered(self, games: Iterable[int]) -> set[int]:
        """Those of some games in which something was ever proposed."""
        return {*await self._database.fetch(_OFFERED_IN, int, json.dumps([*games]))}

    async def held(
        self, player: int, most: int, *, guild: int | None = None, channel: int | None = None, moves: bool | None = None
    ) -> list[StoredGame]:
        """The newest running games of a player in a guild, channel or its threads, and with or without their turn."""
        return readable(await self._database.rows(_HELD, player, guild, channel, moves, most), self.aside)


class ReminderStore(Store):
    async def awaited(self, player: int, until: int) -> list[Deadline]:
        """The deadlines to look at games that await a player, up to a time, the first first."""
        return await self._database.fetch(_AWAITED, Deadline, player, until)

    async def sent(self, player: int, games: Collection[int]) -> list[Sent]:
        """Return the reminders sent to a player in some games."""
        return await self._database.fetch(_SENT, Sent, player, json.dumps([*games]))

    async def reminded(self, player: int, sent: Iterable[Sent], looked: Mapping[Deadline, int | None]) -> None:
        """Note that a player was reminded, and when to look at games again in place of deadlines that still stand."""
        async with self._database.transaction() as run:
            for each in sent:
                await run("INSERT OR IGNORE INTO reminders VALUES (?, ?, ?, ?)", *each, player)
            for deadline, due in looked.items():
                if await claim(run, deadline) and due is not None:
                    await put(run, [replace(deadline, due=due)])

    async def prefer(self, player: int, values: Mapping[str, str], now: int) -> None:
        """Write a player's preferences, and look again at every game that awaits them."""
        async with self._database.transaction() as run:
            await run(_PREFER, player, json.dumps(dict(values)))
            await run(_LOOK_AGAIN, now, player)
