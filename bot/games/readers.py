"""Threads off the event loop, for reading what people write and paste, apart from the pictures.

One person can use only a share of them; if too much is waiting, people are asked to try again.
"""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from typing import TypeVar

from bot.games.refusals import refuse
from engine.model.refusal import Refusal

Found = TypeVar("Found")

THREADS = 2
MAX_TEXTS = 12  # texts being read or waiting
EACH = 3  # of these from one player


class Busy(Refusal):
    words = "I have too much to read right now. Please try again in a minute."


class StillReading(Refusal):
    words = "I'm still reading your last file. Please try again in a moment."


class Queue:
    """Places for work that takes a while: `at_once` pieces are done, `most` done or waiting, `each` for one player.

    More are refused with `busy`, or with `still` if they would be too many of that player's own.
    """

    def __init__(
        self, at_once: int, most: int, each: int, busy: Callable[[], Refusal], still: Callable[[], Refusal]
    ) -> None:
        self._free = asyncio.Semaphore(at_once)
        self.most, self._each = most, each
        self._busy, self._still = busy, still
        self._inside: Counter[int] = Counter()

    @property
    def waiting(self) -> int:
        return self._inside.total()

    def refusal(self, player: int) -> Refusal | None:
        if self._inside[player] >= self._each:
            return self._still()
        return self._busy() if self.waiting >= self.most else None

    @asynccontextmanager
    async def place(self, player: int) -> AsyncIterator[None]:
        refuse(self.refusal(player))
        self._inside[player] += 1
        try:
            async with self._free:
                yield
        finally:
            self._inside[player] -= 1
            self._inside += Counter()


class WorkerThreads:
    def __init__(self) -> None:
        self.queue = Queue(THREADS, MAX_TEXTS, EACH, Busy, StillReading)
        self._threads = ThreadPoolExecutor(THREADS, "reader")

    async def read(self, player: int, work: Callable[[], Found]) -> Found:
        """The result of `work` on a player's text; a refusal while too much waits to be read."""
        async with self.queue.place(player):
            return await asyncio.get_running_loop().run_in_executor(self._threads, work)
