"""Puzzles in the store: the one that each player has open, how first tries ended, and who resists whom."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from typing import NamedTuple

from bot.store.database import Database, Run
from bot.store.ratings import Skill


class PuzzleProgress(NamedTuple):
    """How far a player has come in the puzzle they have open.

    `puzzle` is its key, `made` how many plies of its solution have been made, `last` the last move where it is another
    than the solution's; `helped` is 1 after a hint and 2 once the solution was shown, `failed` tells of a wrong move;
    `version` counts the changes; `touched` is in UTC ms.
    """

    number: int
    player: int
    puzzle: str
    made: int
    last: str
    helped: int
    failed: bool
    version: int
    touched: int


class PuzzleResult(NamedTuple):
    """What a first try did to a solver's skill; `before` is None for the first puzzle of all."""

    solved: bool
    before: Skill | None
    after: Skill


Duel = Callable[[Skill | None, Skill | None], tuple[Skill, Skill]]
"""The skills of a solver and of a puzzle after a first try, from those before (None where there are none)."""
_COLUMNS = "number, player, puzzle, made, last, helped, failed, version, touched"


def _progress(row: sqlite3.Row) -> PuzzleProgress:
    number, player, puzzle, made, last, helped, failed, version, touched = row
    return PuzzleProgress(number, player, puzzle, made, last, helped, bool(failed), version, touched)


class PuzzleStore:
    """What is read from and written to the store about puzzles."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def open(self, player: int, puzzle: str, now: int) -> PuzzleProgress:
        """Let a player have a puzzle open from its beginning, in place of any other."""
        rows = await self._database.rows(
            "INSERT INTO puzzling (player, puzzle, made, last, helped, failed, version, touched)"  # noqa: S608
            " VALUES (?, ?, 0, '', 0, 0, 0, ?) ON CONFLICT (player) DO UPDATE SET puzzle = excluded.puzzle, made = 0,"
            " last = '', helped = 0, failed = 0, version = version + 1, touched = excluded.touched"
            f" RETURNING {_COLUMNS}",
            player,
            puzzle,
            now,
        )
        return _progress(rows[0])

    async def of(self, player: int) -> PuzzleProgress | None:
        """The puzzle that a player has open."""
        row = await self._database.row(f"SELECT {_COLUMNS} FROM puzzling WHERE player = ?", player)  # noqa: S608
        return _progress(row) if row else None

    async def change(self, changed: PuzzleProgress) -> PuzzleProgress | None:
        """Write one that has changed, its version counted up; None if it has changed otherwise meanwhile."""
        row = await self._database.row(
            "UPDATE puzzling SET made = ?, last = ?, helped = ?, failed = ?, version = version + 1, touched = ?"
            " WHERE number = ? AND version = ? RETURNING version",
            changed.made,
            changed.last,
            changed.helped,
            int(changed.failed),
            changed.touched,
            changed.number,
            changed.version,
        )
        return changed._replace(version=int(row[0])) if row else None

    async def tried(self, player: int) -> dict[str, bool]:
        """The puzzles that a player has tried, the first one first, each with whether it was solved at once."""
        rows = await self._database.rows(
            "SELECT puzzle, solved FROM puzzle_results WHERE player = ? ORDER BY at", player
        )
        return {str(puzzle): bool(solved) for puzzle, solved in rows}

    async def finish(self, player: int, puzzle: str, solved: bool, now: int, duel: Duel) -> PuzzleResult | None:
        """Write how a first try ended and what it does to both skills, once; None where it was not the first."""
        async with self._database.transaction() as run:
            if not await run(
                "INSERT OR IGNORE INTO puzzle_results (player, puzzle, solved, at) VALUES (?, ?, ?, ?) RETURNING 1",
                player,
                puzzle,
                int(solved),
                now,
            ):
                return None
            before = await _skill(run, "SELECT mu, sigma, games FROM solvers WHERE player = ?", player)
            other = await _skill(run, "SELECT mu, sigma, games FROM puzzle_skills WHERE puzzle = ?", puzzle)
            after, resists = duel(before, other)
            await run("INSERT OR REPLACE INTO solvers (player, mu, sigma, games) VALUES (?, ?, ?, ?)", player, *after)
            await run(
                "INSERT OR REPLACE INTO puzzle_skills (puzzle, mu, sigma, games) VALUES (?, ?, ?, ?)", puzzle, *resists
            )
        return PuzzleResult(solved, before, after)

    async def solver(self, player: int) -> Skill | None:
        """How well a player solves puzzles; None for one who has tried none."""
        row = await self._database.row("SELECT mu, sigma, games FROM solvers WHERE player = ?", player)
        return Skill(*row) if row else None

    async def wishes(self, name: str) -> list[tuple[int, str]]:
        """The servers that have chosen something for a setting, each with what."""
        rows = await self._database.rows(
            "SELECT guild, value FROM server_settings WHERE name = ? AND value <> '' ORDER BY guild", name
        )
        return [(int(guild), str(value)) for guild, value in rows]

    async def take_day(self, channel: int, guild: int, day: int) -> bool:
        """Whether a channel has still to be shown the puzzle of a day; it counts as shown from now on."""
        row = await self._database.row(
            "INSERT INTO daily_puzzles (channel, guild, day) VALUES (?, ?, ?) ON CONFLICT (channel)"
            " DO UPDATE SET day = excluded.day, guild = excluded.guild WHERE day < excluded.day RETURNING 1",
            channel,
            guild,
            day,
        )
        return row is not None


async def _skill(run: Run, statement: str, key: int | str) -> Skill | None:
    rows = await run(statement, key)
    return Skill(*rows[0]) if rows else None
