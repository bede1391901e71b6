"""Reminders in the store: when to look at a game, and what its players have been reminded of."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace
from typing import NamedTuple

from bot.store.database import Store
from bot.store.deadlines import Deadline, claim, put
from bot.store.games import OFFERED

REMIND = "remind"
"""The kind of deadline about a game, to remind somebody there.

It is about the player to move where its player is 0, about a seat that has to answer an offer where it is that seat's
number below 0, and about somebody who a challenge waits for where it is their id.
"""
DIRECT = 0
"""The place that stands for direct messages."""


class Sent(NamedTuple):
    """What a player was reminded of: the game, when the turn began (UTC ms), and the part of the time as a text.

    For somebody other than the player to move the text ends with their id.
    """

    game: int
    turn: int
    fraction: str


# The player's seats come first: a cross join keeps the order, and most deadlines are those of other players.
_AWAITED = (
    "SELECT d.kind, d.game, d.player, d.due, d.number FROM seats s CROSS JOIN games g ON g.number = s.game"
    " CROSS JOIN deadlines d ON d.kind = 'remind' AND d.game = s.game AND d.player = iif(g.turn = s.seat, 0, -s.seat)"
    " WHERE s.player = ?1 AND g.stage = 'playing' AND d.due <= ?2"
    " UNION ALL SELECT d.kind, d.game, d.player, d.due, d.number FROM deadlines d"
    " WHERE d.player = ?1 AND d.player > 0 AND +d.kind = 'remind' AND +d.due <= ?2 ORDER BY 4, 2"
)
_MOVING = (
    "INSERT OR REPLACE INTO deadlines (kind, game, player, due)"
    " SELECT 'remind', number, 0, ?1 FROM games WHERE stage = 'playing' AND lost IS NULL AND time <> 'none'"
    " AND (number, turn) IN (SELECT game, seat FROM seats WHERE player = ?2)"
)
_ASKED = (
    "INSERT OR REPLACE INTO deadlines (kind, game, player, due)"
    " SELECT 'remind', game, -seat, ?1 FROM seats CROSS JOIN games ON number = game WHERE player = ?2"
    f" AND stage = 'playing' AND lost IS NULL AND time <> 'none' AND {OFFERED} AND turn <> seat"
)
_CHALLENGED = (
    "INSERT OR REPLACE INTO deadlines (kind, game, player, due) SELECT 'remind', number, ?2, ?1 FROM games"
    " WHERE number IN (SELECT game FROM guests WHERE player = ?2) AND stage = 'open' AND lost IS NULL"
)


class ReminderStore(Store):
    """What each player is to be told, what was told, and which places refuse it."""

    async def awaited(self, player: int, until: int) -> list[Deadline]:
        """The deadlines to look at games that await a player, up to a time, the first first."""
        return [Deadline(*row) for row in await self._database.rows(_AWAITED, player, until)]

    async def sent(self, games: Collection[int]) -> list[Sent]:
        """What players of some games have been reminded of there."""
        rows = await self._database.rows(
            "SELECT game, turn, fraction FROM reminders WHERE game IN (SELECT value FROM json_each(?))",
            json.dumps([*games]),
        )
        return [Sent(*row) for row in rows]

    async def reminded(self, player: int, sent: Iterable[Sent], looked: Mapping[Deadline, int | None]) -> None:
        """Note that a player was reminded, and when to look at games again in place of some deadlines, if ever.

        A deadline that has been written anew meanwhile is left as it is.
        """
        async with self._database.transaction() as run:
            for each in sent:
                await run("INSERT OR IGNORE INTO reminders VALUES (?, ?, ?, ?)", *each, player)
            for deadline, due in looked.items():
                if await claim(run, deadline) and due is not None:
                    await put(run, [replace(deadline, due=due)])

    async def prefer(self, player: int, values: Mapping[str, str], now: int) -> None:
        """Write a player's preferences, and look again at every game that awaits them."""
        async with self._database.transaction() as run:
            for name, value in values.items():
                await run(
                    "INSERT OR REPLACE INTO preferences (player, name, value) VALUES (?, ?, ?)", player, name, value
                )
            for statement in (_MOVING, _ASKED, _CHALLENGED):
                await run(statement, now, player)
