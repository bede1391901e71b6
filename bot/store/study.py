"""Lessons, puzzles, explorations and imported scoresheets of players; and how puzzles were solved."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from bot.store.database import Store, inserting
from bot.store.ratings import Skill
from engine.clocks.control import DAY

LESSON, PUZZLE, EXPLORATION, RECORD = "lesson", "puzzle", "exploration", "record"
MAX_ROWS_PER_PLAYER = {EXPLORATION: 5, RECORD: 10}  # rows kept for a player, the newest
KEPT_FOR = 7 * DAY  # lifetime of an untouched exploration (ms)


class Progress(NamedTuple):
    """A player's progress on a private position, or an imported scoresheet.

    `key` is a lesson's game and its option for dice, a puzzle's key, the code of the position explored, or the text of
    the scoresheet. `step` is
    that of a lesson (from 0), the plies made of a puzzle's solution, or the moves of its `game` before an exploration.
    `moves` are in a record's long form, with dice: the one that did the step's task, the last one at a puzzle if it
    differs from the solution's, or all that were tried. `helped` is 1 after a hint or a task shown and 2 after a
    solution shown, `failed` tells of a wrong move, and `seat` is the side an exploration is seen from.

    `version` counts the changes, since several buttons may change it; `touched` is the time of the last (UTC ms).
    """

    number: int
    player: int
    kind: str
    key: str
    touched: int
    game: int | None = None
    step: int = 0
    moves: str = ""
    helped: int = 0
    failed: bool = False
    seat: int = 1
    version: int = 0


class PuzzleResult(NamedTuple):
    """The effect of a first try on a solver's skill; `before` is None for the very first puzzle."""

    solved: bool
    before: Skill | None
    after: Skill


class DailyStanding(NamedTuple):
    """The number of players who solved the puzzle of a day, and the days in a row up to it on which one of them did."""

    solved: int
    streak: int


Duel = Callable[[Skill | None, Skill | None], Sequence[Skill]]
"""The skills of a solver and of a puzzle after a first try, from those before (None where there are none)."""
_BEGIN = f"""
    {inserting("studies", *Progress._fields[1:])}
    ON CONFLICT (player, key) WHERE kind = '{LESSON}' DO UPDATE SET touched = excluded.touched
    ON CONFLICT (player) WHERE kind = '{PUZZLE}' DO UPDATE SET key = excluded.key, step = 0, moves = '', helped = 0,
        failed = 0, version = version + 1, touched = excluded.touched RETURNING *
"""
_EXPIRE = f"""
    DELETE FROM studies WHERE kind = '{EXPLORATION}' AND touched < ?1 OR kind = ?2 AND player = ?3
        AND number NOT IN (SELECT number FROM studies WHERE kind = ?2 AND player = ?3 ORDER BY number DESC LIMIT ?4)
"""
_LATEST = """
    SELECT * FROM studies WHERE player = ?1 AND kind = ?2 AND (?3 IS NULL OR key = ?3)
    ORDER BY touched DESC, number DESC LIMIT 1
"""
_CHANGE = """
    UPDATE studies SET step = :step, moves = :moves, helped = :helped, failed = :failed, seat = :seat,
        touched = :touched, version = version + 1 WHERE number = :number AND version = :version RETURNING *
"""
_PLAYED = """
    SELECT variant FROM seats JOIN games ON number = game WHERE player = ? AND stage IN ('playing', 'over')
    ORDER BY number DESC LIMIT 1
"""
_TRIED = "INSERT OR IGNORE INTO puzzle_results (player, puzzle, solved, at) VALUES (?, ?, ?, ?) RETURNING 1"
_SOLVED = "SELECT count(*) FROM daily_puzzles WHERE day = ? AND solved"
_STREAK = """
    SELECT count(*) FROM (
        SELECT day, row_number() OVER (ORDER BY day DESC) AS place FROM daily_puzzles
        WHERE player = ?1 AND solved AND day <= ?2
    ) WHERE day + place = ?2 + 1
"""
_SOLVER = "SELECT mu, sigma, games FROM solvers WHERE player = ?"


class StudyStore(Store):
    async def begin(self, new: Progress) -> Progress:
        """Insert a row and number it.

        A lesson begun before continues, a puzzle replaces the open one, and an exploration or a
        scoresheet the player's oldest; old explorations are deleted.
        """
        async with self._database.transaction() as run:
            (row,) = await run(_BEGIN, new._asdict())
            if new.kind in MAX_ROWS_PER_PLAYER:
                await run(_EXPIRE, new.touched - KEPT_FOR, new.kind, new.player, MAX_ROWS_PER_PLAYER[new.kind])
        return Progress(*row)

    async def find(self, number: int) -> Progress | None:
        return await self._database.fetch_one("SELECT * FROM studies WHERE number = ?", Progress, number)

    async def latest(self, player: int, kind: str, key: str | None = None) -> Progress | None:
        """The one of a kind that a player touched last."""
        return await self._database.fetch_one(_LATEST, Progress, player, kind, key)

    async def change(self, changed: Progress) -> Progress | None:
        """Write one that has changed, its version counted up; None if it has changed otherwise meanwhile."""
        return await self._database.fetch_one(_CHANGE, Progress, changed._asdict())

    async def finished(self, player: int, most: int) -> int:
        return len(await self._database.rows("SELECT game FROM placings WHERE player = ? LIMIT ?", player, most))

    async def variant_played(self, player: int) -> str | None:
        """The id of the game that a player has begun last."""
        return await self._database.fetch_one(_PLAYED, str, player)

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

    async def finish_day(self, player: int, day: int, solved: bool) -> DailyStanding:
        """Write how a first try at the puzzle of a day ended, once, and return how that day stands."""
        async with self._database.transaction() as run:
            await run("INSERT OR IGNORE INTO daily_puzzles (player, day, solved) VALUES (?, ?, ?)", player, day, solved)
            ((count,),), ((streak,),) = await run(_SOLVED, day), await run(_STREAK, player, day)
        return DailyStanding(count, streak)

    async def solved_on(self, day: int) -> int:
        return await self._database.fetch_one(_SOLVED, int, day) or 0

    async def solver(self, player: int) -> Skill | None:
        return await self._database.fetch_one(_SOLVER, Skill, player)

    async def wishes(self, name: str) -> list[int]:
        wish = "SELECT guild FROM server_settings WHERE name = ? AND value <> '' ORDER BY guild"
        return await self._database.fetch(wish, int, name)
