"""Thinking in processes of their own, games before other questions. Nothing here knows Discord or the store."""

from __future__ import annotations

import asyncio
import contextlib
import faulthandler
import gc
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

GAMES_FIRST = 4  # games that can pass a waiting question
TRIES = 3  # so often a question is asked on which processes die
STUCK_S = 600.0  # after which a process that thinks counts as stuck, and ends
NICENESS = 10  # of a process that thinks, which stands back behind the one that answers people
YOUNG_OBJECTS = 20_000  # the threshold of the garbage collector while thinking: a search makes no cycles
_SPAWN = multiprocessing.get_context("spawn")


class NoAnswer(Exception):
    """A question without an answer: no move is due, or no process has answered it."""


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
        """Think; ValueError unless a move is due."""
        played = () if self.last is None else (Played(self.line[-1], self.last, 0, 0),)
        return think(State(variant_of(self.variant, self.options), self.line, played), self.level, self.seed)


class Thinkers:
    """Up to `most` processes, begun at the first question; games come first, in the order in which they ask.

    When a process dies, all processes are replaced, and what they were about is asked again.
    """

    def __init__(self, most: int = 1) -> None:
        self._free = self.most = most
        self._queue: asyncio.PriorityQueue[tuple[float, asyncio.Future[None]]] = asyncio.PriorityQueue()
        self._games = self._begun = self._reserved = 0  # turns: the last game's, that begun last, the last question's
        self._waiting: dict[int, None] = {}
        self._pool: ProcessPoolExecutor | None = None
        self._stopped = False

    def ahead(self, game: int) -> int:
        """Return how many games come before one that waits; 0 for one that doesn't wait."""
        return list(self._waiting).index(game) if game in self._waiting else 0

    async def think(self, state: State, level: Level, seed: int, game: int = 0) -> Thought:
        """Return the result of `engine.lookahead.search.think`, for a game's move or with 0 for advice."""
        if self._stopped:
            raise NoAnswer
        if game:
            self._games += 1
            turn: float = self._games
            self._waiting[game] = None
        else:
            self._reserved = max(self._reserved, self._begun) + GAMES_FIRST
            turn = self._reserved + 0.5
        begins: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._queue.put_nowait((turn, begins))
        self._begin()
        try:
            await begins
            if game:
                self._begun = int(turn)
                self._waiting.pop(game, None)
            return await self._answer(Query.of(state, level, seed))
        finally:
            self._waiting.pop(game, None)
            if not begins.cancelled():
                self._free += 1
                self._begin()

    def _begin(self) -> None:
        while self._free and not self._queue.empty():
            _, begins = self._queue.get_nowait()
            if not begins.done():
                self._free -= 1
                begins.set_result(None)

    async def _answer(self, question: Query) -> Thought:
        for _ in range(TRIES):
            if self._stopped:
                break
            pool = self._pool = self._pool or ProcessPoolExecutor(self.most, _SPAWN, _settle)
            try:
                return await asyncio.get_running_loop().run_in_executor(pool, _answered, question)
            except BrokenExecutor:
                if not self._stopped:
                    log.warning("a process that thinks has ended; its question is asked again")
                if self._pool is pool:
                    self._pool = None
            except Exception as problem:  # noqa: BLE001 - told by its kind
                log.warning("a position was not thought about: %s", type(problem).__name__)
                raise NoAnswer from None
        raise NoAnswer

    async def stop(self) -> None:
        """End all processes; nobody who still waits gets an answer."""
        self._stopped = True
        if self._pool is not None:
            for process in multiprocessing.active_children():
                process.kill()
            await asyncio.to_thread(self._pool.shutdown)


# ---- in a process


def _settle() -> None:
    """Lower the priority, leave Ctrl-C to the parent, and end with it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with contextlib.suppress(AttributeError, OSError):  # Windows has no such thing, and a sandbox may forbid it
        os.nice(NICENESS)
    gc.freeze()
    gc.set_threshold(YOUNG_OBJECTS)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    if parent := multiprocessing.parent_process():
        parent.join()
        os._exit(1)


def _answered(question: Query) -> Thought:
    faulthandler.dump_traceback_later(STUCK_S, exit=True)
    try:
        return question.answer()
    finally:
        faulthandler.cancel_dump_traceback_later()
