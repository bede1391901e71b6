"""Threads that read what people write and paste, off the event loop and apart from the pictures.

Nobody can keep more than a share of them busy; whoever comes when too much is waiting is asked to try again. The
process does not wait at its end for a thread that is still reading.
"""

from __future__ import annotations

import asyncio
import concurrent.futures
import os
import threading
from collections import Counter
from collections.abc import Callable
from queue import SimpleQueue
from typing import TypeVar

from engine.model.refusal import Refusal

Found = TypeVar("Found")

THREADS = 2
MOST = 12
"""How many texts at most are being read or waiting."""
EACH = 3
"""How many of them at most are from one player."""
RESTING = 4
"""How many threads at most are kept for the next piece of work: to begin one takes longer than most work."""


class Busy(Refusal):
    """A text that comes while too many wait to be read."""

    words = "I have too much to read right now. Nothing has changed; please try again in a minute."


class StillReading(Refusal):
    """A text by somebody whose earlier texts wait to be read."""

    words = "I am still reading what you sent before. Nothing has changed; please try again in a moment."


class Readers:
    """Threads in which texts are judged, or anything else is done that takes a while.

    `threads` work at a time; at most `most` pieces of work are being done or waiting, `each` of them for one player.
    Who comes when there are as many is refused with `busy`, or `still` where they are all that player's own.
    """

    def __init__(
        self,
        threads: int = THREADS,
        most: int = MOST,
        each: int = EACH,
        busy: Callable[[], Refusal] = Busy,
        still: Callable[[], Refusal] = StillReading,
    ) -> None:
        self._free = asyncio.Semaphore(threads)
        self._most, self._each = most, each
        self._busy, self._still = busy, still
        self._inside: Counter[int] = Counter()

    @property
    def waiting(self) -> int:
        """How many pieces of work are being done or waiting."""
        return self._inside.total()

    def refusal(self, player: int) -> Refusal | None:
        """Why nothing more is done for a player now; None where it is, though perhaps not at once."""
        if self._inside[player] >= self._each:
            return self._still()
        return self._busy() if self.waiting >= self._most else None

    async def read(self, player: int, work: Callable[[], Found]) -> Found | Refusal:
        """What `work` finds in something that a player has written; a refusal while too much waits to be read."""
        refusal = self.refusal(player)
        if refusal is not None:
            return refusal
        self._inside[player] += 1
        try:
            async with self._free:
                return await apart(work)
        finally:
            self._inside[player] -= 1
            self._inside += Counter()


_resting: list[SimpleQueue[Callable[[], None]]] = []
"""What hands work to the threads that have done theirs."""
os.register_at_fork(after_in_child=_resting.clear)


def apart(work: Callable[[], Found]) -> asyncio.Future[Found]:
    """What `work` finds or raises, in a thread beside all others that the process does not wait for at its end."""
    found: concurrent.futures.Future[Found] = concurrent.futures.Future()

    def done() -> None:
        if not found.set_running_or_notify_cancel():
            return
        try:
            result = work()
        except BaseException as problem:  # noqa: BLE001 - handed to whoever waits
            found.set_exception(problem)
        else:
            found.set_result(result)

    try:
        _resting.pop().put(done)
    except IndexError:
        threading.Thread(target=_work, args=(done,), name="reader", daemon=True).start()
    return asyncio.wrap_future(found)


def _work(piece: Callable[[], None]) -> None:
    """Do one piece of work after the other in a thread, until enough others wait for the next."""
    handed = SimpleQueue[Callable[[], None]]()
    while True:
        piece()
        del piece  # with all that it found
        if len(_resting) >= RESTING:
            return
        _resting.append(handed)
        piece = handed.get()
