"""What is one player's own: conditional moves, notes, explorations, imported scoresheets, lessons and puzzles."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Sequence
from typing import NamedTuple

from bot.journal import wordless
from bot.store.damage import Unreadable
from bot.store.database import Run, Store
from bot.store.ratings import Skill
from engine.lookahead.conditional import Line, Step

# ---- conditional moves


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


class ConditionalStore(Store):
    """The conditional moves, private to the player who keeps them."""

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
        return self._read(
            await self._database.rows(f"{_CONDITIONS} WHERE game = ? AND gone IS NULL ORDER BY label", game)
        )

    async def of_player(self, game: int, player: int) -> list[KeptLine]:
        """A player's in a game, those gone since they were last listed among them."""
        return self._read(
            await self._database.rows(f"{_CONDITIONS} WHERE game = ? AND player = ? ORDER BY label", game, player)
        )

    async def awaited(self) -> list[int]:
        """The running games that await a move by somebody whose conditions still count there."""
        return [number for (number,) in await self._database.rows(_AWAITED)]

    async def drop(self, numbers: Sequence[int]) -> int:
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
        for number, game, player, label, since, line, gone in rows:
            with self._database.aside.reading(f"conditional move {label} in game {game}"):
                found.append(KeptLine(number, game, player, label, since, _line_of(line), gone))
        return found


def _line_of(text: str) -> Line:
    try:
        return tuple(Step(*step) for step in json.loads(text))
    except (ValueError, TypeError, RecursionError) as problem:
        raise Unreadable(f"its line cannot be read: {wordless(problem)}") from problem


# ---- notes


class Note(NamedTuple):
    """A note: its number from 1 in the player's notes on the game, when (UTC ms), after which move, its text."""

    number: int
    at: int
    after: str
    text: str


class NoteStore(Store):
    """What players write to themselves about games; it is given to that player alone."""

    async def add(self, game: int, player: int, note: Note, most: int) -> int | None:
        """Write a note under the next number, whatever its own, and return it; None if there are `most` already."""
        row = await self._database.row(
            "INSERT INTO notes (game, player, number, at, after, text)"
            " SELECT ?1, ?2, coalesce(max(number), 0) + 1, ?3, ?4, ?5 FROM notes WHERE game = ?1 AND player = ?2"
            " HAVING count(*) < ?6 RETURNING number",
            game,
            player,
            note.at,
            note.after,
            note.text,
            most,
        )
        return int(row[0]) if row else None

    async def of(self, game: int, player: int) -> list[Note]:
        rows = await self._database.rows(
            "SELECT number, at, after, text FROM notes WHERE game = ? AND player = ? ORDER BY number", game, player
        )
        return [Note(*row) for row in rows]

    async def remove(self, game: int, player: int, number: int) -> bool:
        """Delete a note; False if there is none of this number."""
        return bool(
            await self._database.rows(
                "DELETE FROM notes WHERE game = ? AND player = ? AND number = ? RETURNING number", game, player, number
            )
        )


# ---- explorations


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


_EXPLORATION = "SELECT number, player, game, start, after, tried, seat, version, touched FROM explorations"


def _exploration(row: sqlite3.Row | None) -> Exploration | None:
    if row is None:
        return None
    number, player, game, start, after, tried, *rest = row
    return Exploration(number, player, game, start, after, tuple(tried.split()), *rest)


class ExplorationStore(Store):
    """Private copies of positions, with the moves tried on them."""

    async def begin(self, new: Exploration, kept: int, since: int) -> Exploration:
        """Write a new one and number it; the player's last `kept` others stay, of nobody's those untouched `since`."""
        async with self._database.transaction() as run:
            ((number,),) = await run(
                "INSERT INTO explorations (player, game, start, after, tried, seat, version, touched)"
                " VALUES (?, ?, ?, ?, ?, ?, ?, ?) RETURNING number",
                *new._replace(tried=" ".join(new.tried))[1:],  # type: ignore[arg-type]
            )
            await run(
                "DELETE FROM explorations WHERE touched < ?1 OR (player = ?2 AND number NOT IN"
                " (SELECT number FROM explorations WHERE player = ?2 ORDER BY number DESC LIMIT ?3))",
                since,
                new.player,
                kept + 1,
            )
        return new._replace(number=number)

    async def find(self, number: int, since: int) -> Exploration | None:
        """The one of this number, if it has been touched since."""
        return _exploration(
            await self._database.row(f"{_EXPLORATION} WHERE number = ? AND touched >= ?", number, since)
        )

    async def latest(self, player: int, since: int) -> Exploration | None:
        """The one that a player has touched last, if that was since."""
        return _exploration(
            await self._database.row(
                f"{_EXPLORATION} WHERE player = ? AND touched >= ? ORDER BY touched DESC, number DESC LIMIT 1",
                player,
                since,
            )
        )

    async def change(self, changed: Exploration) -> Exploration | None:
        """Write one that has changed, its version counted up; None if it has changed otherwise meanwhile."""
        row = await self._database.row(
            "UPDATE explorations SET tried = ?, seat = ?, version = version + 1, touched = ?"
            " WHERE number = ? AND version = ? RETURNING version",
            " ".join(changed.tried),
            changed.seat,
            changed.touched,
            changed.number,
            changed.version,
        )
        return changed._replace(version=row[0]) if row else None


# ---- scoresheets from elsewhere

KEPT = 10


class ImportStore(Store):
    """The scoresheets that were imported, the newest KEPT of each player."""

    async def add(self, player: int, text: str, now: int) -> int:
        """Keep a player's scoresheet (`now` in UTC ms), and return its number."""
        async with self._database.transaction() as run:
            ((number,),) = await run(
                "INSERT INTO imports (player, at, text) VALUES (?, ?, ?) RETURNING number", player, now, text
            )
            await run(
                "DELETE FROM imports WHERE player = ?1 AND number NOT IN"
                " (SELECT number FROM imports WHERE player = ?1 ORDER BY number DESC LIMIT ?2)",
                player,
                KEPT,
            )
        return int(number)

    async def text(self, number: int, player: int) -> str | None:
        """A scoresheet that this player has imported, None where it is not kept."""
        row = await self._database.row("SELECT text FROM imports WHERE number = ? AND player = ?", number, player)
        return str(row[0]) if row else None


# ---- lessons


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


_LESSON_COLUMNS = "number, player, variant, fights, step, made, helped, version, touched"
_LESSON = f"SELECT {_LESSON_COLUMNS} FROM lessons"  # noqa: S608 - constant names


class LessonStore(Store):
    """How far each player has come in the games they learn."""

    async def open(self, player: int, variant: str, fights: str, now: int) -> LessonProgress:
        """A player's lesson in a game, begun where there is none yet."""
        (row,) = await self._database.rows(
            "INSERT INTO lessons (player, variant, fights, step, made, helped, version, touched)"  # noqa: S608
            " VALUES (?, ?, ?, 0, '', 0, 0, ?)"
            f" ON CONFLICT (player, variant, fights) DO UPDATE SET touched = excluded.touched"
            f" RETURNING {_LESSON_COLUMNS}",
            player,
            variant,
            fights,
            now,
        )
        return LessonProgress(*row)

    async def find(self, number: int) -> LessonProgress | None:
        row = await self._database.row(f"{_LESSON} WHERE number = ?", number)
        return LessonProgress(*row) if row else None

    async def of(self, player: int, variant: str, fights: str) -> LessonProgress | None:
        row = await self._database.row(
            f"{_LESSON} WHERE player = ? AND variant = ? AND fights = ?", player, variant, fights
        )
        return LessonProgress(*row) if row else None

    async def latest(self, player: int) -> LessonProgress | None:
        """The lesson that a player has touched last."""
        row = await self._database.row(f"{_LESSON} WHERE player = ? ORDER BY touched DESC LIMIT 1", player)
        return LessonProgress(*row) if row else None

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
        return changed._replace(version=row[0]) if row else None

    async def finished(self, player: int, most: int) -> int:
        """How many games a player has finished, counted up to `most`."""
        return len(await self._database.rows("SELECT game FROM placings WHERE player = ? LIMIT ?", player, most))


# ---- puzzles


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
_PUZZLE_COLUMNS = "number, player, puzzle, made, last, helped, failed, version, touched"


class PuzzleStore(Store):
    """The puzzle that each player has open, how first tries ended, and who resists whom."""

    async def open(self, player: int, puzzle: str, now: int) -> PuzzleProgress:
        """Let a player have a puzzle open from its beginning, in place of any other."""
        (row,) = await self._database.rows(
            "INSERT INTO puzzling (player, puzzle, made, last, helped, failed, version, touched)"  # noqa: S608
            " VALUES (?, ?, 0, '', 0, 0, 0, ?) ON CONFLICT (player) DO UPDATE SET puzzle = excluded.puzzle, made = 0,"
            " last = '', helped = 0, failed = 0, version = version + 1, touched = excluded.touched"
            f" RETURNING {_PUZZLE_COLUMNS}",
            player,
            puzzle,
            now,
        )
        return PuzzleProgress(*row)

    async def of(self, player: int) -> PuzzleProgress | None:
        row = await self._database.row(f"SELECT {_PUZZLE_COLUMNS} FROM puzzling WHERE player = ?", player)  # noqa: S608
        return PuzzleProgress(*row) if row else None

    async def change(self, changed: PuzzleProgress) -> PuzzleProgress | None:
        """Write one that has changed, its version counted up; None if it has changed otherwise meanwhile."""
        row = await self._database.row(
            "UPDATE puzzling SET made = ?, last = ?, helped = ?, failed = ?, version = version + 1, touched = ?"
            " WHERE number = ? AND version = ? RETURNING version",
            changed.made,
            changed.last,
            changed.helped,
            changed.failed,
            changed.touched,
            changed.number,
            changed.version,
        )
        return changed._replace(version=row[0]) if row else None

    async def tried(self, player: int) -> dict[str, bool]:
        """The puzzles that a player has tried, the first one first, each with whether it was solved at once."""
        rows = await self._database.rows(
            "SELECT puzzle, solved FROM puzzle_results WHERE player = ? ORDER BY at", player
        )
        return {puzzle: bool(solved) for puzzle, solved in rows}

    async def finish(self, player: int, puzzle: str, solved: bool, now: int, duel: Duel) -> PuzzleResult | None:
        """Write how a first try ended and what it does to both skills, once; None where it was not the first."""
        async with self._database.transaction() as run:
            if not await run(
                "INSERT OR IGNORE INTO puzzle_results (player, puzzle, solved, at) VALUES (?, ?, ?, ?) RETURNING 1",
                player,
                puzzle,
                solved,
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
        return [(guild, value) for guild, value in rows]


async def _skill(run: Run, statement: str, key: int | str) -> Skill | None:
    rows = await run(statement, key)
    return Skill(*rows[0]) if rows else None
