"""Lessons in the store: how far each player has come in the games they learn."""

from __future__ import annotations

import sqlite3
from typing import NamedTuple

from bot.store.database import Database


class LessonProgress(NamedTuple):
    """How far a player has come in the lesson of a game.

    `fights` is the game's option for dice, `step` counts from 0, `made` is the move that did the step's task as in a
    record's long form with its dice ("" before), `helped` tells that the referee showed it; `version` counts the
    changes; `touched` is in UTC ms.
    """

    number: int
    player: int
    variant: str
    fights: str
    step: int
    made: str
    helped: bool
    version: int
    touched: int


_COLUMNS = "number, player, variant, fights, step, made, helped, version, touched"


def _progress(row: sqlite3.Row) -> LessonProgress:
    number, player, variant, fights, step, made, helped, version, touched = row
    return LessonProgress(number, player, variant, fights, step, made, bool(helped), version, touched)


class LessonStore:
    """What is read from and written to the store about lessons."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def open(self, player: int, variant: str, fights: str, now: int) -> LessonProgress:
        """A player's lesson in a game, begun where there is none yet."""
        rows = await self._database.rows(
            "INSERT INTO lessons (player, variant, fights, step, made, helped, version, touched)"  # noqa: S608
            " VALUES (?, ?, ?, 0, '', 0, 0, ?)"
            f" ON CONFLICT (player, variant, fights) DO UPDATE SET touched = excluded.touched RETURNING {_COLUMNS}",
            player,
            variant,
            fights,
            now,
        )
        return _progress(rows[0])

    async def find(self, number: int) -> LessonProgress | None:
        """The lesson of this number."""
        row = await self._database.row(f"SELECT {_COLUMNS} FROM lessons WHERE number = ?", number)  # noqa: S608
        return _progress(row) if row else None

    async def of(self, player: int, variant: str, fights: str) -> LessonProgress | None:
        """A player's lesson in a game, if it has been begun."""
        row = await self._database.row(
            f"SELECT {_COLUMNS} FROM lessons WHERE player = ? AND variant = ? AND fights = ?",  # noqa: S608
            player,
            variant,
            fights,
        )
        return _progress(row) if row else None

    async def latest(self, player: int) -> LessonProgress | None:
        """The lesson that a player has touched last."""
        row = await self._database.row(
            f"SELECT {_COLUMNS} FROM lessons WHERE player = ?"  # noqa: S608 - constant names
            " ORDER BY touched DESC LIMIT 1",
            player,
        )
        return _progress(row) if row else None

    async def change(self, changed: LessonProgress) -> LessonProgress | None:
        """Write one that has changed, its version counted up; None if it has changed otherwise meanwhile."""
        row = await self._database.row(
            "UPDATE lessons SET step = ?, made = ?, helped = ?, version = version + 1, touched = ?"
            " WHERE number = ? AND version = ? RETURNING version",
            changed.step,
            changed.made,
            changed.helped,
            changed.touched,
            changed.number,
            changed.version,
        )
        return changed._replace(version=int(row[0])) if row else None

    async def finished(self, player: int, most: int) -> int:
        """How many games a player has finished, counted up to `most`."""
        return len(await self._database.rows("SELECT game FROM placings WHERE player = ? LIMIT ?", player, most))
