"""Time in the store: reminders, vacations, and what clocks have lost while the referee was away."""

import json
from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace
from typing import NamedTuple

from bot.store.database import Store
from bot.store.games import OFFERED, Deadline, claim, put
from engine.clocks.control import DAY

REMIND = "remind"
"""The kind of deadline to remind a player of a game that awaits their move, or their answer."""
DIRECT = 0
"""The place value for direct messages."""
VACATION = "vacation"
"""The kind of deadline at which the games of a player are told of a vacation."""


# ---- reminders


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


class ReminderStore(Store):
    async def awaited(self, player: int, until: int) -> list[Deadline]:
        """The deadlines to look at games that await a player, up to a time, the first first."""
        return await self._database.fetch(_AWAITED, Deadline, player, until)

    async def sent(self, player: int, games: Collection[int]) -> list[Sent]:
        return await self._database.fetch(_SENT, Sent, player, json.dumps([*games]))

    async def reminded(self, player: int, sent: Iterable[Sent], looked: Mapping[Deadline, int | None]) -> None:
        """Note that a player was reminded, and when to look at games again, replacing deadlines still open."""
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


# ---- who is away


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


_OWE = """
    INSERT OR IGNORE INTO owed (game, begin, until)
    SELECT number, ?, ? FROM games WHERE stage = 'playing' AND time <> 'none'
"""
_KEEP_QUIET = "UPDATE games SET quiet = ?1 WHERE number = ?2 AND max(shown, quiet) = ?1 - 1 AND sequence = ?1"


class AbsenceStore(Store):
    """The time that running clocks lost while the referee was away, until it is given back."""

    async def owe(self, begin: int, until: int, fact: str) -> None:
        """Note, in one transaction, that all running clocks lost a time, and a `fact` that time is kept from its end.

        After more than a day, games without clocks begin waiting again.
        """
        async with self._database.transaction() as run:
            await run(_OWE, begin, until)
            if until - begin > DAY:
                await run("UPDATE games SET begun = ? WHERE stage = 'playing'", until)
            await run("INSERT OR REPLACE INTO facts (name, value) VALUES (?, ?)", fact, str(until))

    async def owing(self) -> list[int]:
        return await self._database.fetch("SELECT DISTINCT game FROM owed ORDER BY game", int)

    async def owed(self, game: int) -> list[Absence]:
        return await self._database.fetch("SELECT begin, until FROM owed WHERE game = ? ORDER BY begin", Absence, game)

    async def given(self, game: int, until: int, *, quiet: int | None = None) -> None:
        """Note that what a game was owed up to a time is given back, by an event `quiet` shown only with the next."""
        async with self._database.transaction() as run:
            await run("DELETE FROM owed WHERE game = ? AND until <= ?", game, until)
            if quiet is not None:
                await run(_KEEP_QUIET, quiet, game)
