"""Thinking in processes of their own, games before other questions. Nothing here knows Discord or the store."""

from __future__ import annotations

import asyncio
import contextlib
import faulthandler
import gc
import itertools
import logging
import multiprocessing
import os
import signal
import threading
from collections.abc import Mapping
from concurrent.futures import BrokenExecutor, ProcessPoolExecutor
from typing import NamedTuple

from engine.lookahead.search import Level, Thought, think
from engine.model.position import Move, Position
from engine.play.state import Played, State
from engine.variants import variant_of

log = logging.getLogger(__name__)

GAMES_FIRST = 4
"""How many games at most come before a question that waits."""
TRIES = 3
"""How often a question is asked on which processes die."""
STUCK_S = 600.0
"""After how long a process that thinks counts as stuck, and ends."""
NICENESS = 10
"""How far a process that thinks stands back behind others, above all behind the one that answers people."""
_SPAWN = multiprocessing.get_context("spawn")
YOUNG_OBJECTS = 20_000
"""The threshold of the garbage collector while thinking: a search makes no cycles."""


class Unthinkable(Exception):
    """A question without an answer: no move is awaited, or no process has answered it."""


class Query(NamedTuple):
    """All that a thought depends on; the last position of `line` is the present one, and `last` the last move."""

    variant: str
    options: Mapping[str, str]
    line: tuple[Position, ...]
    last: Move | None
    level: Level
    seed: int

    @classmethod
    def of(cls, state: State, level: Level, seed: int) -> Query:
        """Ask about a state. Positions with more pieces than now cannot come again, and are left out."""
        pieces = state.position.pieces[0].bit_count()
        line = tuple(each for each in state.line if each.pieces[0].bit_count() <= pieces)
        return cls(state.variant.key, dict(state.variant.options), line, state.last_move, level, seed)

    def answer(self) -> Thought:
        """Think; ValueError where no move is awaited."""
        state = State(variant_of(self.variant, self.options), self.line)
        if self.last is not None:
            state = State(state.variant, state.line, (Played(state.position, self.last, 0, 0),))
        return think(state, self.level, self.seed)


class _Asked(NamedTuple):
    """A question that waits: its turn, its place among equals, the number of its game or 0, and who waits for it."""

    turn: int
    order: int
    game: int
    question: Query
    answered: asyncio.Future[Thought]


class Thinkers:
    """So many processes at most, begun at the first question; games come first, in the order in which they ask.

    A question that is about no game waits for GAMES_FIRST games at most. When a process dies, all processes are
    replaced, and what they were about is asked again.
    """

    def __init__(self, most: int = 1) -> None:
        self.most = most
        self._queue: asyncio.PriorityQueue[_Asked] = asyncio.PriorityQueue()
        self._order = itertools.count()
        self._games = self._begun = self._reserved = 0  # turns: the last game's, that begun last, the last question's
        self._waiting: dict[int, None] = {}
        self._open: set[asyncio.Future[Thought]] = set()
        self._tasks: list[asyncio.Task[None]] = []
        self._pool: ProcessPoolExecutor | None = None
        self._stopped = False

    def ahead(self, game: int) -> int:
        """Return how many games come before one that waits; 0 for one that doesn't wait."""
        return list(self._waiting).index(game) if game in self._waiting else 0

    async def think(self, state: State, level: Level, seed: int, game: int = 0) -> Thought:
        """Return what `engine.lookahead.search.think` comes to, for the move of a game or, with 0, for anybody.

        Unthinkable where there is nothing to think, or no process answers.
        """
        if self._stopped:
            raise Unthinkable
        if game:
            self._games += 1
            turn = 2 * self._games
            self._waiting[game] = None
        else:
            self._reserved = max(self._reserved, self._begun) + GAMES_FIRST
            turn = 2 * self._reserved + 1
        answered: asyncio.Future[Thought] = asyncio.get_running_loop().create_future()
        self._queue.put_nowait(_Asked(turn, next(self._order), game, Query.of(state, level, seed), answered))
        self._open.add(answered)
        while len(self._tasks) < self.most:
            self._tasks.append(asyncio.create_task(self._serve(), name=f"thinker {len(self._tasks)}"))
        try:
            return await answered
        finally:
            self._open.discard(answered)
            self._waiting.pop(game, None)

    async def _serve(self) -> None:
        """Let one process after the other answer what is asked."""
        while True:
            asked = await self._queue.get()
            if asked.answered.done():
                continue
            if asked.game:
                self._begun = asked.turn // 2
                self._waiting.pop(asked.game, None)
            with contextlib.suppress(asyncio.InvalidStateError):  # nobody waits any more
                try:
                    asked.answered.set_result(await self._answer(asked.question))
                except Unthinkable as problem:
                    asked.answered.set_exception(problem)

    async def _answer(self, question: Query) -> Thought:
        for _ in range(TRIES):
            pool = self._pool = self._pool or ProcessPoolExecutor(self.most, _SPAWN, _settle)
            try:
                return await asyncio.get_running_loop().run_in_executor(pool, _answered, question)
            except BrokenExecutor:
                log.warning("a process that thinks has ended; its question is asked again")
                if self._pool is pool:
                    self._pool = None
            except Exception as problem:  # noqa: BLE001 - told by its kind
                log.warning("a position was not thought about: %s", type(problem).__name__)
                raise Unthinkable from None
        raise Unthinkable

    async def stop(self) -> None:
        """End all processes; what they were about is lost."""
        self._stopped = True
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for answered in self._open:
            if not answered.done():
                answered.set_exception(Unthinkable())
        if self._pool is not None:
            for process in multiprocessing.active_children():
                process.kill()
            await asyncio.to_thread(self._pool.shutdown, cancel_futures=True)


# ---- in a process


def _settle() -> None:
    """Stand back behind others, leave Ctrl-C to the parent, and end with it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with contextlib.suppress(AttributeError, OSError):  # Windows has no such thing, and a sandbox may forbid it
        os.nice(NICENESS)
    gc.freeze()
    gc.set_threshold(YOUNG_OBJECTS)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def _answered(question: Query) -> Thought:
    faulthandler.dump_traceback_later(STUCK_S, exit=True)
    try:
        return question.answer()
    finally:
        faulthandler.cancel_dump_traceback_later()
