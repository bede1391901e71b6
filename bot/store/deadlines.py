"""Deadlines in the store: what is due when, and for which game or player; whoever meets a deadline claims it."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import dataclass, field

from bot.store.damage import Aside
from bot.store.database import Database, Run

_DEADLINE = "SELECT kind, game, player, due, number"


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


class DeadlineStore:
    """What is read from and written to the store about deadlines; whoever listens is told when some are written."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._listeners: list[Callable[[], None]] = []

    @property
    def aside(self) -> Aside:
        """What could not be read in the file, and was set aside."""
        return self._database.aside

    def listen(self, listener: Callable[[], None]) -> None:
        """Call this whenever deadlines have been written by this process."""
        self._listeners.append(listener)

    def written(self) -> None:
        """Tell all who listen that deadlines have been committed."""
        for listener in self._listeners:
            listener()

    async def due(self, kinds: Sequence[str], now: int) -> list[Deadline]:
        """The deadlines of these kinds that have come, the earliest first."""
        come = self._database.rows(
            f"{_DEADLINE} FROM json_each(?2) CROSS JOIN deadlines"
            " ON kind = value AND due <= ?1 ORDER BY due, kind, game, player",
            now,
            json.dumps(kinds),
        )
        return await self._read(come)

    async def next_after(self, kinds: Sequence[str], now: int) -> int | None:
        """When the first deadline of these kinds comes that has not come yet."""
        first = self._database.rows(
            f"{_DEADLINE} FROM deadlines WHERE number IN (SELECT"  # noqa: S608 - constant
            " (SELECT number FROM deadlines WHERE kind = value AND due > ?1 ORDER BY due LIMIT 1) FROM json_each(?2))",
            now,
            json.dumps(kinds),
        )
        return min((each.due for each in await self._read(first)), default=None)

    async def stands(self, deadline: Deadline) -> bool:
        """Whether a deadline is still to be met, and has not been written anew."""
        return await self._database.row("SELECT 1 FROM deadlines WHERE number = ?", deadline.number) is not None

    async def of_kind(self, kind: str) -> list[Deadline]:
        """All deadlines of a kind, the earliest first."""
        return await self._read(
            self._database.rows(f"{_DEADLINE} FROM deadlines WHERE kind = ? ORDER BY due, game, player", kind)
        )

    async def unknown(self, kinds: Sequence[str]) -> list[Deadline]:
        """The deadlines of other kinds than these."""
        others = self._database.rows(
            f"{_DEADLINE} FROM deadlines WHERE kind NOT IN (SELECT value FROM json_each(?)) ORDER BY number",  # noqa: S608 - constant
            json.dumps(kinds),
        )
        return await self._read(others)

    async def _read(self, rows: Awaitable[Sequence[sqlite3.Row]]) -> list[Deadline]:
        """The deadlines that a statement finds; those that cannot be read are set aside."""
        aside, found = self.aside, []
        for row in await rows:
            if isinstance(row[0], str) and all(isinstance(number, int) for number in row[1:]):
                found.append(Deadline(*row))
            else:
                aside.note(f"deadline {row[4]}", f"there is none {row[:4]}")
        return found

    async def by_game(self, kind: str, games: Sequence[int]) -> dict[int, int]:
        """When the deadlines of a kind that are about some games come, by game."""
        rows = await self._database.rows(
            "SELECT game, due FROM deadlines WHERE kind = ? AND game IN (SELECT value FROM json_each(?))",
            kind,
            json.dumps(games),
        )
        return {int(game): int(due) for game, due in rows}

    async def set(self, *deadlines: Deadline) -> None:
        """Write deadlines in a transaction of their own, each in place of the one like it."""

        async def written(run: Run) -> None:
            await put(run, deadlines)

        await self._database.act(written)
        self.written()

    async def settle(self, deadline: Deadline, *following: Deadline) -> bool:
        """Claim a deadline and write what follows it, in one transaction; False if another has claimed it."""

        async def settled(run: Run) -> bool:
            claimed = await claim(run, deadline)
            if claimed:
                await put(run, following)
            return claimed

        claimed = await self._database.act(settled)
        self.written()
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
    """Put these in place of all deadlines that follow from a game's state, inside a transaction.

    That its channel is still to be told who has left does not follow from it.
    """
    await run("DELETE FROM deadlines WHERE game = ? AND game > 0 AND kind <> 'left'", game)
    await put(run, deadlines)
