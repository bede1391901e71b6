"""What is one player's own: conditional moves, notes, explorations, imported scoresheets, lessons and puzzles.

A `version` counts the changes of what several buttons may change; `touched` is when that was last (UTC ms).
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import NamedTuple, Self

from bot.store.database import Store, changing, inserting
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

    @classmethod
    def of(cls, number: int, game: int, player: int, label: int, since: int, line: str, gone: str | None) -> Self:
        return cls(number, game, player, label, since, tuple(Step(*step) for step in json.loads(line)), gone)


STILL_KEPT = "SELECT * FROM conditions WHERE game = ? AND gone IS NULL ORDER BY label"
_KEEP = """
    INSERT INTO conditions (game, player, label, since, line)
    SELECT ?1, ?2, 1 + coalesce(max(label), 0), ?3, ?4 FROM conditions WHERE game = ?1 AND player = ?2
"""
_AWAITED = """
    SELECT DISTINCT games.number FROM conditions -- joined in this order: few games have any
    CROSS JOIN games ON games.number = conditions.game AND stage = 'playing'
    CROSS JOIN seats ON seats.game = games.number AND seat = turn AND seats.player = conditions.player
    WHERE gone IS NULL ORDER BY games.number
"""


class ConditionalStore(Store):
    async def keep(self, game: int, player: int, since: int, lines: Sequence[Line]) -> None:
        """Write some lines, with the next free labels."""
        async with self._database.transaction() as run:
            for line in lines:
                await run(_KEEP, game, player, since, json.dumps(line, separators=(",", ":")))

    async def of_game(self, game: int) -> list[KeptLine]:
        """All that still count in a game."""
        return await self._database.fetch(STILL_KEPT, KeptLine.of, game)

    async def of_player(self, game: int, player: int) -> list[KeptLine]:
        """A player's in a game, those gone since they were last listed among them."""
        return await self._database.fetch(
            "SELECT * FROM conditions WHERE game = ? AND player = ? ORDER BY label", KeptLine.of, game, player
        )

    async def awaited(self) -> list[int]:
        """The running games that await a move by somebody whose conditions still count there."""
        return await self._database.fetch(_AWAITED, int)

    async def drop(self, numbers: Sequence[int]) -> int:
        rows = await self._database.rows(
            "DELETE FROM conditions WHERE number IN (SELECT value FROM json_each(?)) RETURNING 1", json.dumps(numbers)
        )
        return len(rows)

    async def lose(self, number: int, why: str) -> None:
        await self._database.rows("UPDATE conditions SET gone = ? WHERE number = ?", why, number)


# ---- notes


class Note(NamedTuple):
    """A note: its number from 1 in the player's notes on the game, when (UTC ms), after which move, its text."""

    number: int
    at: int
    after: str
    text: str


_WRITE_NOTE = """
    INSERT INTO notes (game, player, number, at, after, text)
    SELECT ?1, ?2, coalesce(max(number), 0) + 1, ?3, ?4, ?5 FROM notes WHERE game = ?1 AND player = ?2
    HAVING count(*) < ?6 RETURNING number
"""
_NOTES = "SELECT number, at, after, text FROM notes WHERE game = ? AND player = ? ORDER BY number"
_REMOVE_NOTE = "DELETE FROM notes WHERE game = ? AND player = ? AND number = ? RETURNING 1"


class NoteStore(Store):
    """What players write to themselves about games; it is given to that player alone."""

    async def add(self, game: int, player: int, note: Note, most: int) -> int | None:
        """Write a note under the next number, whatever its own, and return it; None if there are `most` already."""
        return await self._database.fetch_one(_WRITE_NOTE, int, game, player, note.at, note.after, note.text, most)

    async def of(self, game: int, player: int) -> list[Note]:
        return await self._database.fetch(_NOTES, Note, game, player)

    async def remove(self, game: int, player: int, number: int) -> bool:
        return bool(await self._database.rows(_REMOVE_NOTE, game, player, number))


# ---- explorations


class Exploration(NamedTuple):
    """A position that a player tries moves on.

    `start` is its code, reached `after` so many moves of the game; `tried` the moves since, as in a record's long form
    with the dice of fights and spaces between; `seat` whose side it is seen from.
    """

    number: int
    player: int
    game: int
    start: str
    after: int
    tried: str
    seat: int
    version: int
    touched: int


_EXPLORE = inserting("explorations", *Exploration._fields[1:]) + " RETURNING number"
_LATEST = "SELECT * FROM explorations WHERE player = ? ORDER BY touched DESC, number DESC LIMIT 1"
_CHANGE_EXPLORATION = changing("explorations", "tried", "seat")


class ExplorationStore(Store):
    async def begin(self, new: Exploration, kept: int, since: int) -> Exploration:
        """Write a new one and number it; the player's last `kept` others stay, of nobody's those untouched `since`."""
        async with self._database.transaction() as run:
            ((number,),) = await run(_EXPLORE, new._asdict())
            await run(
                "DELETE FROM explorations WHERE touched < ?1 OR (player = ?2 AND number NOT IN"
                " (SELECT number FROM explorations WHERE player = ?2 ORDER BY number DESC LIMIT ?3))",
                since,
                new.player,
                kept + 1,
            )
        return new._replace(number=number)

    async def find(self, number: int) -> Exploration | None:
        return await self._database.fetch_one("SELECT * FROM explorations WHERE number = ?", Exploration, number)

    async def latest(self, player: int) -> Exploration | None:
        return await self._database.fetch_one(_LATEST, Exploration, player)

    async def change(self, changed: Exploration) -> Exploration | None:
        """Write one that has changed, its version counted up; None if it has changed otherwise meanwhile."""
        return await self._database.fetch_one(_CHANGE_EXPLORATION, Exploration, changed._asdict())


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
        return await self._database.fetch_one(
            "SELECT text FROM imports WHERE number = ? AND player = ?", str, number, player
        )


# ---- lessons


class LessonProgress(NamedTuple):
    """How far a player has come in the lesson of a game.

    `fights` is the game's option for dice, `step` counts from 0, `made` is the move that did the step's task as in a
    record's long form with its dice ("" before), `helped` tells that the referee showed it.
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


_OPEN_LESSON = """
    INSERT INTO lessons (player, variant, fights, step, made, helped, version, touched)
    VALUES (?, ?, ?, 0, '', 0, 0, ?)
    ON CONFLICT (player, variant, fights) DO UPDATE SET touched = excluded.touched RETURNING *
"""
_LESSON_IN = "SELECT * FROM lessons WHERE player = ? AND variant = ? AND fights = ?"
_CHANGE_LESSON = changing("lessons", "step", "made", "helped")


class LessonStore(Store):
    async def open(self, player: int, variant: str, fights: str, now: int) -> LessonProgress:
        """A player's lesson in a game, begun where there is none yet."""
        (lesson,) = await self._database.fetch(_OPEN_LESSON, LessonProgress, player, variant, fights, now)
        return lesson

    async def find(self, number: int) -> LessonProgress | None:
        return await self._database.fetch_one("SELECT * FROM lessons WHERE number = ?", LessonProgress, number)

    async def of(self, player: int, variant: str, fights: str) -> LessonProgress | None:
        return await self._database.fetch_one(_LESSON_IN, LessonProgress, player, variant, fights)

    async def latest(self, player: int) -> LessonProgress | None:
        return await self._database.fetch_one(
            "SELECT * FROM lessons WHERE player = ? ORDER BY touched DESC LIMIT 1", LessonProgress, player
        )

    async def change(self, changed: LessonProgress) -> LessonProgress | None:
        """Write one that has changed, its version counted up; None if it has changed otherwise meanwhile."""
        return await self._database.fetch_one(_CHANGE_LESSON, LessonProgress, changed._asdict())

    async def finished(self, player: int, most: int) -> int:
        return len(await self._database.rows("SELECT game FROM placings WHERE player = ? LIMIT ?", player, most))


# ---- puzzles


class PuzzleProgress(NamedTuple):
    """How far a player has come in the puzzle they have open.

    `puzzle` is its key, `made` how many plies of its solution have been made, `last` the last move where it is another
    than the solution's; `helped` is 1 after a hint and 2 once the solution was shown, `failed` tells of a wrong move.
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


Duel = Callable[[Skill | None, Skill | None], Sequence[Skill]]
"""The skills of a solver and of a puzzle after a first try, from those before (None where there are none)."""
_OPEN_PUZZLE = """
    INSERT INTO puzzling (player, puzzle, made, last, helped, failed, version, touched)
    VALUES (?, ?, 0, '', 0, 0, 0, ?)
    ON CONFLICT (player) DO UPDATE SET puzzle = excluded.puzzle, made = 0, last = '', helped = 0, failed = 0,
        version = version + 1, touched = excluded.touched RETURNING *
"""
_CHANGE_PUZZLE = changing("puzzling", "made", "last", "helped", "failed")
_TRIED = "INSERT OR IGNORE INTO puzzle_results (player, puzzle, solved, at) VALUES (?, ?, ?, ?) RETURNING 1"
_SOLVER = "SELECT mu, sigma, games FROM solvers WHERE player = ?"


class PuzzleStore(Store):
    async def open(self, player: int, puzzle: str, now: int) -> PuzzleProgress:
        """Let a player have a puzzle open from its beginning, in place of any other."""
        (opened,) = await self._database.fetch(_OPEN_PUZZLE, PuzzleProgress, player, puzzle, now)
        return opened

    async def find(self, number: int) -> PuzzleProgress | None:
        return await self._database.fetch_one("SELECT * FROM puzzling WHERE number = ?", PuzzleProgress, number)

    async def of(self, player: int) -> PuzzleProgress | None:
        return await self._database.fetch_one("SELECT * FROM puzzling WHERE player = ?", PuzzleProgress, player)

    async def change(self, changed: PuzzleProgress) -> PuzzleProgress | None:
        """Write one that has changed, its version counted up; None if it has changed otherwise meanwhile."""
        return await self._database.fetch_one(_CHANGE_PUZZLE, PuzzleProgress, changed._asdict())

    async def tried(self, player: int) -> list[str]:
        """The puzzles that a player has tried, the first one first."""
        return await self._database.fetch("SELECT puzzle FROM puzzle_results WHERE player = ? ORDER BY at", str, player)

    async def finish(self, player: int, puzzle: str, solved: bool, now: int, duel: Duel) -> PuzzleResult | None:
        """Write how a first try ended and what it does to both skills, once; None where it was not the first."""
        async with self._database.transaction() as run:
            if not await run(_TRIED, player, puzzle, solved, now):
                return None
            before = next((Skill(*row) for row in await run(_SOLVER, player)), None)
            resisted = await run("SELECT mu, sigma, games FROM puzzle_skills WHERE puzzle = ?", puzzle)
            after, resists = duel(before, next((Skill(*row) for row in resisted), None))
            await run("INSERT OR REPLACE INTO solvers (player, mu, sigma, games) VALUES (?, ?, ?, ?)", player, *after)
            await run("INSERT OR REPLACE INTO puzzle_skills VALUES (?, ?, ?, ?)", puzzle, *resists)
        return PuzzleResult(solved, before, after)

    async def solver(self, player: int) -> Skill | None:
        return await self._database.fetch_one(_SOLVER, Skill, player)

    async def wishes(self, name: str) -> list[int]:
        return await self._database.fetch(
            "SELECT guild FROM server_settings WHERE name = ? AND value <> '' ORDER BY guild", int, name
        )
