"""Threads that read what people write and paste, off the event loop and apart from the pictures.

Nobody can keep more than a share of them busy; whoever comes when too much is waiting is asked to try again. The
process does not wait at its end for a thread that is still reading.
"""

from __future__ import annotations

import asyncio
import concurrent.futures
import threading
from collections import Counter
from collections.abc import Callable
from typing import TypeVar

from engine.model.refusal import Refusal

Found = TypeVar("Found")

THREADS = 2
MOST = 12
"""How many texts at most are being read or waiting."""
EACH = 3
"""How many of them at most are from one player."""


class Busy(Refusal):
    """A text that comes while too many wait to be read."""

    words = "I have too much to read right now. Nothing has changed; please try again in a minute."


class StillReading(Refusal):
    """A text by somebody whose earlier texts wait to be read."""

    words = "I am still reading what you sent before. Nothing has changed; please try again in a moment."


class Readers:
    """The threads in which texts are judged."""

    def __init__(self) -> None:
        self._free = asyncio.Semaphore(THREADS)
        self._inside: Counter[int] = Counter()

    async def read(self, player: int, work: Callable[[], Found]) -> Found | Busy | StillReading:
        """What `work` finds in something that a player has written; a refusal while too much waits to be read."""
        if self._inside[player] >= EACH:
            return StillReading()
        if self._inside.total() >= MOST:
            return Busy()
        self._inside[player] += 1
        try:
            async with self._free:
                return await apart(work)
        finally:
            self._inside[player] -= 1
            self._inside += Counter()


def apart(work: Callable[[], Found]) -> asyncio.Future[Found]:
    """What `work` finds or raises, in a thread of its own that the process does not wait for at its end."""
    found: concurrent.futures.Future[Found] = concurrent.futures.Future()

    def run() -> None:
        found.set_running_or_notify_cancel()
        try:
            result = work()
        except BaseException as problem:  # noqa: BLE001 - handed to whoever waits
            found.set_exception(problem)
        else:
            found.set_result(result)

    threading.Thread(target=run, name="reader", daemon=True).start()
    return asyncio.wrap_future(found)
