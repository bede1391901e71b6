"""Mining: puzzles looked for in the games that end in a server, if those who manage it have said yes.

What waits or is being looked at is remembered in memory alone: a restart loses searches, never games. Whether a server
still says yes is asked again when a puzzle is kept, in the same transaction.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from typing import Protocol

from bot.games.meters import Meter
from bot.games.servers import Servers
from bot.games.tables import Table, Tables
from bot.private_log import wordless
from bot.store import MinedPuzzleStore, StoredGame
from bot.thinking import Problem, Unthinkable
from engine.clocks.control import HOUR
from engine.lookahead.puzzles.full_search import searchable
from engine.lookahead.puzzles.mining import Prospect
from engine.lookahead.puzzles.puzzle import Goal, Puzzle
from engine.model.refusal import Refusal
from engine.rules.protocols import BY_WILL
from engine.variants import UnknownVariant, variant_of

log = logging.getLogger(__name__)

HOURLY = 4
"""How many games of a server are looked through in an hour."""
MOST = 16
"""How many games of all servers are being looked through or wait; others are left out."""
RESIGNED = "resignation"


class Miner(Protocol):
    """Where puzzles are looked for, once there is nothing else to do; each may raise Unthinkable."""

    async def survey(self, problem: Problem) -> list[Prospect]:
        """The places of a finished game that may hold puzzles."""

    async def dig(self, prospect: Prospect) -> Puzzle | None:
        """The puzzle at such a place."""


class Mining:
    """Looks for puzzles in games that have ended, one game after the other; `miner` does the searching."""

    def __init__(
        self, store: MinedPuzzleStore, servers: Servers, tables: Tables, miner: Miner, now: Callable[[], int]
    ) -> None:
        self.miner = miner
        self._store = store
        self._servers = servers
        self._tables = tables
        self._now = now
        self._meter = Meter(now)
        self._tasks: set[asyncio.Task[None]] = set()
        self._one = asyncio.Lock()
        self._inside = 0
        self._stopped = False

    def turned(self, game: StoredGame) -> None:
        """Note that a game has gone on: if it is over, and may be looked through, that begins."""
        if not self._stopped and game.stage == "over" and game.guild > 0:
            task = asyncio.create_task(self._consider(game), name=f"look for puzzles in game {game.number}")
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def idle(self) -> None:
        """Wait until nothing is looked for."""
        while self._tasks:
            await asyncio.wait(self._tasks)

    async def stop(self) -> None:
        """Look for nothing any more; what was looked for is lost."""
        self._stopped = True
        tasks = list(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _consider(self, game: StoredGame) -> None:
        """Look through a game if its server wants that, and if that is not too much."""
        try:
            wanted = (await self._servers.settings(game.guild)).mining
            if not (wanted and _fitting(game)) or self._inside >= MOST or self._meter.wait(game.guild, HOURLY, HOUR):
                return
            self._meter.note(game.guild, HOURLY, HOUR)
            self._inside += 1
            try:
                async with self._one:
                    found = await self._look_through(game)
            finally:
                self._inside -= 1
            log.info("game %d: %d puzzles found", game.number, found)
        except Exception as problem:  # noqa: BLE001 - nobody waits for it; told without what may stand in the game
            log.warning("game %d: no puzzles were looked for: %s", game.number, wordless(problem))

    async def _look_through(self, game: StoredGame) -> int:
        """How many puzzles of a game are kept, at most one of each length and goal."""
        table = await self._tables.find(game.number)
        if isinstance(table, Refusal) or not _finished(table):
            return 0
        done: set[tuple[Goal, int]] = set()
        kept = 0
        for place in await self.miner.survey(_problem(table)):
            if (place.goal, place.moves) not in done:
                puzzle = await self._dug(place)
                if puzzle is not None:
                    done.add((place.goal, place.moves))
                    text = puzzle.to_json()
                    kept += await self._store.keep(game.guild, game.number, puzzle.key, text, self._now())
        return kept

    async def _dug(self, place: Prospect) -> Puzzle | None:
        try:
            return await self.miner.dig(place)
        except Unthinkable:
            return None


def _fitting(game: StoredGame) -> bool:
    try:
        return searchable(variant_of(game.variant, game.options))
    except UnknownVariant:
        return False


def _finished(table: Table) -> bool:
    """Whether a game has ended by its rules or by resignation."""
    result = table.state.result
    return result is not None and (result.reason == RESIGNED or result.reason not in BY_WILL)


def _problem(table: Table) -> Problem:
    game, state = table.game, table.state
    return Problem(
        game.number, game.variant, game.options, game.start, game.time, state.dice.text, state.events, level=0, seed=0
    )
