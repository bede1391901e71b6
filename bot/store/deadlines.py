"""Time in the store: deadlines, vacations, and what clocks have lost while the referee was away."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from bot.store.database import Run, Store

VACATION = "vacation"
"""The kind of deadline at which the games of a player are told of a vacation."""
_DUE = """
    SELECT kind, game, player, due, number FROM json_each(?2) CROSS JOIN deadlines ON kind = value AND due <= ?1
    ORDER BY due, kind, game, player
"""
_NEXT = """
    SELECT min((SELECT due FROM deadlines WHERE kind = value AND due > ?1 ORDER BY due LIMIT 1)) FROM json_each(?2)
"""
_BY_GAME = "SELECT game, due FROM deadlines WHERE kind = ? AND game IN (SELECT value FROM json_each(?))"


@dataclass(frozen=True)
class Deadline:
    """Something to be done at `due` (UTC ms): its kind, and the game and the player it is about, 0 for none.

    There is one deadline of a kind for each game and player. Each that is written has a `number` of its own, by which
    it is claimed; one that has still to be written has 0.
    """

    kind: str
    game: int
    player: int
    due: int
    number: int = field(default=0, compare=False)


class DeadlineStore(Store):
    def listen(self, listener: Callable[[], None]) -> None:
        """Call this whenever this process may have written deadlines."""
        self._database.listeners.append(listener)

    async def due(self, kinds: Sequence[str], now: int) -> list[Deadline]:
        """The deadlines of these kinds that have come, the earliest first."""
        return await self._database.fetch(_DUE, Deadline, now, json.dumps(kinds))

    async def next_after(self, kinds: Sequence[str], now: int) -> int | None:
        """Return when the next deadline of these kinds comes (UTC ms)."""
        ((first,),) = await self._database.rows(_NEXT, now, json.dumps(kinds))
        return None if first is None else int(first)

    async def stands(self, deadline: Deadline) -> bool:
        """Return whether a deadline is still to be met, and has not been written again."""
        return await self._database.row("SELECT 1 FROM deadlines WHERE number = ?", deadline.number) is not None

    async def by_game(self, kind: str, games: Sequence[int]) -> dict[int, int]:
        """Return when the deadlines of a kind come (UTC ms), by game."""
        return dict(await self._database.rows(_BY_GAME, kind, json.dumps(games)))

    async def set(self, *deadlines: Deadline) -> None:
        """Write deadlines in a transaction of their own, each in place of the one like it."""
        async with self._database.transaction() as run:
            await put(run, deadlines)

    async def settle(self, deadline: Deadline, *following: Deadline) -> bool:
        """Claim a deadline and write what follows it, in one transaction; False if another has claimed it."""
        async with self._database.transaction() as run:
            claimed = await claim(run, deadline)
            if claimed:
                await put(run, following)
        return claimed


async def put(run: Run, deadlines: Iterable[Deadline]) -> None:
    """Write deadlines inside a transaction, each in place of the one like it, with a new number."""
    for each in deadlines:
        values = each.kind, each.game, each.player, each.due
        await run("INSERT OR REPLACE INTO deadlines (kind, game, player, due) VALUES (?, ?, ?, ?)", *values)


async def claim(run: Run, deadline: Deadline) -> bool:
    """Take a deadline away inside the transaction that does what it is for; False if it is gone."""
    return bool(await run("DELETE FROM deadlines WHERE number = ? RETURNING 1", deadline.number))


async def renew(run: Run, game: int, deadlines: Iterable[Deadline]) -> None:
    """Put these in place of all deadlines of a game, inside a transaction."""
    await run("DELETE FROM deadlines WHERE game = ? AND game > 0", game)
    await put(run, deadlines)


class Absence(NamedTuple):
    """A time away, of a player on vacation or the referee, from `begin` to `until` (UTC ms, the end not included)."""

    begin: int
    until: int


_TOUCHING = "SELECT begins, ends FROM vacations WHERE player = ? AND ends > ? AND begins < ?"
_END_VACATION = "UPDATE vacations SET ends = ?2 WHERE player = ?1 AND begins <= ?2 AND ends > ?2 RETURNING 1"


class VacationStore(Store):
    """The vacations of all players; with every change goes a deadline, so that their games are told in any case."""

    async def current(self, player: int, now: int) -> Absence | None:
        return next(iter(await self.between(player, now, now + 1)), None)

    async def between(self, player: int, begin: int, end: int) -> list[Absence]:
        return await self._database.fetch(_TOUCHING, Absence, player, begin, end)

    async def begin(self, player: int, vacation: Absence) -> None:
        async with self._database.transaction() as run:
            await run("INSERT OR REPLACE INTO vacations (player, begins, ends) VALUES (?, ?, ?)", player, *vacation)
            await put(run, [Deadline(VACATION, 0, player, vacation.begin)])

    async def end(self, player: int, now: int) -> bool:
        """End the vacation that a player is on; False if there is none."""
        async with self._database.transaction() as run:
            ended = await run(_END_VACATION, player, now)
            if ended:
                await put(run, [Deadline(VACATION, 0, player, now)])
        return bool(ended)


_KEEP_QUIET = "UPDATE games SET quiet = ?1 WHERE number = ?2 AND max(shown, quiet) = ?1 - 1 AND sequence = ?1"


class AbsenceStore(Store):
    """The time that running clocks lost while the referee was away, until it is given back."""

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
        return await self._database.fetch("SELECT DISTINCT game FROM owed ORDER BY game", int)

    async def owed(self, game: int) -> list[Absence]:
        return await self._database.fetch("SELECT begin, until FROM owed WHERE game = ? ORDER BY begin", Absence, game)

    async def given(self, game: int, until: int, *, quiet: int | None = None) -> None:
        """Note that what a game was owed up to a time is given back, by an event `quiet` shown only with the next."""
        async with self._database.transaction() as run:
            await run("DELETE FROM owed WHERE game = ? AND until <= ?", game, until)
            if quiet is not None:
                await run(_KEEP_QUIET, quiet, game)
