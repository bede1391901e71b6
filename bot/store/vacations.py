"""Vacations in the store: when each player was or is away."""

from __future__ import annotations

from typing import NamedTuple

from bot.store.database import Database
from bot.store.deadlines import Deadline, DeadlineStore, put

KIND = "vacation"


class Vacation(NamedTuple):
    """A time away, from `begins` to `ends` (UTC ms, the end not included)."""

    begins: int
    ends: int


class VacationStore:
    """What is read from and written to the store about vacations.

    With every change goes a deadline at once, so that the player's games are told even if the process dies.
    """

    def __init__(self, database: Database, deadlines: DeadlineStore) -> None:
        self._database = database
        self._deadlines = deadlines

    async def current(self, player: int, now: int) -> Vacation | None:
        """The vacation that a player is on."""
        row = await self._database.row(
            "SELECT begins, ends FROM vacations WHERE player = ? AND begins <= ? AND ends > ?", player, now, now
        )
        return Vacation(*row) if row else None

    async def between(self, player: int, begin: int, end: int) -> list[Vacation]:
        """The vacations of a player that touch a span of time."""
        rows = await self._database.rows(
            "SELECT begins, ends FROM vacations WHERE player = ? AND ends > ? AND begins < ?", player, begin, end
        )
        return [Vacation(*row) for row in rows]

    async def begin(self, player: int, vacation: Vacation) -> bool:
        """Write a vacation; False if the player is on one."""
        async with self._database.transaction() as run:
            written = await run(
                "INSERT INTO vacations (player, begins, ends) SELECT ?1, ?2, ?3"
                " WHERE NOT EXISTS (SELECT 1 FROM vacations WHERE player = ?1 AND begins <= ?2 AND ends > ?2)"
                " ON CONFLICT DO NOTHING RETURNING 1",
                player,
                *vacation,
            )
            if written:
                await put(run, [Deadline(KIND, 0, player, vacation.begins)])
        self._deadlines.written()
        return bool(written)

    async def end(self, player: int, now: int) -> bool:
        """End the vacation that a player is on; False if there is none."""
        async with self._database.transaction() as run:
            ended = await run(
                "UPDATE vacations SET ends = ?2 WHERE player = ?1 AND begins <= ?2 AND ends > ?2 RETURNING 1",
                player,
                now,
            )
            if ended:
                await put(run, [Deadline(KIND, 0, player, now)])
        self._deadlines.written()
        return bool(ended)
