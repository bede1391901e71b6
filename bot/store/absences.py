"""Absences in the store: what running clocks have lost while the referee was away, until it is given back."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from bot.store.database import Database


class Absence(NamedTuple):
    """A time in which nobody could move: from when to when (UTC ms)."""

    begin: int
    until: int


class AbsenceStore:
    """What is read from and written to the store about the referee's absences."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def owe(self, absence: Absence, fact: str) -> None:
        """Note that all running clocks have lost a time, and as a `fact` that time is kept from its end on, at once."""
        async with self._database.transaction() as run:
            await run(
                "INSERT OR IGNORE INTO owed (game, begin, until)"
                " SELECT number, ?, ? FROM games WHERE stage = 'playing' AND time <> 'none'",
                *absence,
            )
            await run("INSERT OR REPLACE INTO facts (name, value) VALUES (?, ?)", fact, str(absence.until))

    async def owing(self) -> list[int]:
        """The games whose clocks are owed something, by number."""
        return [int(row[0]) for row in await self._database.rows("SELECT DISTINCT game FROM owed ORDER BY game")]

    async def owed(self, game: int) -> Sequence[Absence]:
        """What is owed to the clocks of a game."""
        rows = await self._database.rows("SELECT begin, until FROM owed WHERE game = ? ORDER BY begin", game)
        return [Absence(*row) for row in rows]

    async def given(self, game: int, until: int, *, quiet: int | None = None) -> None:
        """Note that what a game was owed up to a time has been given back.

        With the number of the event that did so, `quiet`, it is shown with the next event, and not by itself, if the
        game was shown up to the one before.
        """
        async with self._database.transaction() as run:
            await run("DELETE FROM owed WHERE game = ? AND until <= ?", game, until)
            if quiet is not None:
                await run(
                    "UPDATE games SET quiet = ?1 WHERE number = ?2 AND max(shown, quiet) = ?1 - 1 AND sequence = ?1",
                    quiet,
                    game,
                )
