"""Explorations in the store: private copies of positions, with the moves tried on them."""

from __future__ import annotations

import sqlite3
from typing import NamedTuple

from bot.store.database import Database


class Exploration(NamedTuple):
    """A position that a player tries moves on.

    `start` is its code, reached `after` so many moves of the game; `tried` the moves since, as in a record's long form
    with the dice of fights; `seat` whose side it is seen from; `version` counts the changes; `touched` is in UTC ms.
    """

    number: int
    player: int
    game: int
    start: str
    after: int
    tried: tuple[str, ...]
    seat: int
    version: int
    touched: int


_COLUMNS = "number, player, game, start, after, tried, seat, version, touched"


def _exploration(row: sqlite3.Row) -> Exploration:
    number, player, game, start, after, tried, *rest = row
    return Exploration(number, player, game, start, after, tuple(tried.split()), *rest)


class ExplorationStore:
    """What is read from and written to the store about explorations."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def begin(self, new: Exploration, kept: int, since: int) -> Exploration:
        """Write a new one and number it; the player's last `kept` others stay, of nobody's those untouched `since`."""
        async with self._database.transaction() as run:
            (row,) = await run(
                "INSERT INTO explorations (player, game, start, after, tried, seat, version, touched)"
                " VALUES (?, ?, ?, ?, ?, ?, ?, ?) RETURNING number",
                new.player,
                new.game,
                new.start,
                new.after,
                " ".join(new.tried),
                new.seat,
                new.version,
                new.touched,
            )
            await run(
                "DELETE FROM explorations WHERE touched < ?1 OR (player = ?2 AND number NOT IN"
                " (SELECT number FROM explorations WHERE player = ?2 ORDER BY number DESC LIMIT ?3))",
                since,
                new.player,
                kept + 1,
            )
        return new._replace(number=int(row[0]))

    async def find(self, number: int, since: int) -> Exploration | None:
        """The one of this number, if it has been touched since."""
        rows = await self._database.rows(
            f"SELECT {_COLUMNS} FROM explorations WHERE number = ? AND touched >= ?",  # noqa: S608 - constant names
            number,
            since,
        )
        return _exploration(rows[0]) if rows else None

    async def latest(self, player: int, since: int) -> Exploration | None:
        """The one that a player has touched last, if that was since."""
        rows = await self._database.rows(
            f"SELECT {_COLUMNS} FROM explorations WHERE player = ? AND touched >= ?"  # noqa: S608 - constant names
            " ORDER BY touched DESC, number DESC LIMIT 1",
            player,
            since,
        )
        return _exploration(rows[0]) if rows else None

    async def change(self, changed: Exploration) -> Exploration | None:
        """Write one that has changed, its version counted up; None if it has changed otherwise meanwhile."""
        rows = await self._database.rows(
            "UPDATE explorations SET tried = ?, seat = ?, version = version + 1, touched = ?"
            " WHERE number = ? AND version = ? RETURNING version",
            " ".join(changed.tried),
            changed.seat,
            changed.touched,
            changed.number,
            changed.version,
        )
        return changed._replace(version=int(rows[0][0])) if rows else None
