"""Conditional moves in the store, private to the player who keeps them."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Sequence
from typing import NamedTuple

from bot.journal import wordless
from bot.store.damage import Unreadable
from bot.store.database import Database
from engine.lookahead.conditional import Line, Step


class KeptLine(NamedTuple):
    """A line that a player keeps; `label` is the number by which the player knows it.

    `since` is the number of the game's last event when it was kept; `gone` says why it counts no longer, None before.
    """

    number: int
    game: int
    player: int
    label: int
    since: int
    line: Line
    gone: str | None


_CONDITIONS = "SELECT number, game, player, label, since, line, gone FROM conditions"
_AWAITED = (
    "SELECT DISTINCT games.number FROM conditions"  # joined in this order: few games have any
    " CROSS JOIN games ON games.number = conditions.game AND stage = 'playing'"
    " CROSS JOIN seats ON seats.game = games.number AND seat = turn AND seats.player = conditions.player"
    " WHERE gone IS NULL ORDER BY games.number"
)


def _condition(row: sqlite3.Row) -> KeptLine:
    number, game, player, label, since, line, gone = row
    try:
        steps = tuple(Step(*step) for step in json.loads(line))
    except (ValueError, TypeError, RecursionError) as problem:
        raise Unreadable(f"its line cannot be read: {wordless(problem)}") from problem
    return KeptLine(number, game, player, label, since, steps, gone)


class ConditionalStore:
    """What is read from and written to the store about conditional moves."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def keep(self, game: int, player: int, since: int, lines: Sequence[Line]) -> None:
        """Write some lines, with the next free labels."""
        async with self._database.transaction() as run:
            for line in lines:
                await run(
                    "INSERT INTO conditions (game, player, label, since, line)"
                    " SELECT ?1, ?2, 1 + coalesce(max(label), 0), ?3, ?4"
                    " FROM conditions WHERE game = ?1 AND player = ?2",
                    game,
                    player,
                    since,
                    json.dumps(line, separators=(",", ":")),
                )

    async def of_game(self, game: int) -> list[KeptLine]:
        """All that still count in a game."""
        rows = await self._database.rows(f"{_CONDITIONS} WHERE game = ? AND gone IS NULL ORDER BY label", game)
        return self._read(rows)

    async def of_player(self, game: int, player: int) -> list[KeptLine]:
        """A player's in a game, those gone since they were last listed among them."""
        rows = await self._database.rows(f"{_CONDITIONS} WHERE game = ? AND player = ? ORDER BY label", game, player)
        return self._read(rows)

    async def awaited(self) -> list[int]:
        """The running games that await a move by somebody whose conditions still count there."""
        rows = await self._database.rows(_AWAITED)
        return [int(row[0]) for row in rows]

    async def drop(self, numbers: Sequence[int]) -> int:
        """Delete some, and return how many there were."""
        rows = await self._database.rows(
            "DELETE FROM conditions WHERE number IN (SELECT value FROM json_each(?)) RETURNING number",
            json.dumps(numbers),
        )
        return len(rows)

    async def lose(self, number: int, why: str) -> None:
        """Note why one counts no longer."""
        await self._database.rows("UPDATE conditions SET gone = ? WHERE number = ?", why, number)

    def _read(self, rows: Sequence[sqlite3.Row]) -> list[KeptLine]:
        found = []
        for row in rows:
            with self._database.aside.reading(f"conditional move {row[3]} in game {row[1]}"):
                found.append(_condition(row))
        return found
