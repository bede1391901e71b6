"""Sweeping: garbage is collected without everybody waiting while Python looks through all that is kept.

A full collection looks through every object there is, and holds the event loop meanwhile: 0.1 s for a million. So
whatever is left after one is set aside, and the next looks through what is new alone. What is set aside is looked
through when nobody waits, and no more often than memory grows.

Python also puts a full collection off until there are a quarter as many new objects as the last one has left, which is
a lot after one that has looked through everything. Another follows that at once, finds nothing new and leaves nothing.
"""

from __future__ import annotations

import asyncio
import gc
import sys
from collections.abc import Awaitable, Callable, Mapping

LOOK = 10.0
"""After how many seconds it is looked whether memory has grown."""
GROWN = 1.5
"""Everything is looked through once so many times as much memory is used as after the last time, and nobody waits."""
SWOLLEN = 3.0
"""Everything is looked through at so many times as much, whoever waits."""
OFTEN = (4, 0)
"""A collection follows once there were more than so many of the generation below; usually ten, in both generations."""
FULL = 2
"""The generation that Python collects in a full collection."""

Sleep = Callable[[float], Awaitable[object]]


class Sweeper:
    """Collects the garbage of a process; `busy()` says whether anybody waits, `used()` how much memory is used."""

    def __init__(
        self, busy: Callable[[], bool], sleep: Sleep = asyncio.sleep, used: Callable[[], int] = sys.getallocatedblocks
    ) -> None:
        self._busy = busy
        self._sleep = sleep
        self._used = used
        self._last = used()

    async def keep(self) -> None:
        """Set aside what there is, and look from time to time whether memory has grown; at the end undo that."""
        usual = gc.get_threshold()
        gc.set_threshold(usual[0], *OFTEN)
        gc.callbacks.append(_set_aside)
        try:
            gc.freeze()
            gc.collect()
            while True:
                await self._sleep(LOOK)
                self.look()
        finally:
            gc.callbacks.remove(_set_aside)
            gc.set_threshold(*usual)
            gc.unfreeze()

    def look(self) -> bool:
        """Look through everything if memory has grown; whether that was done."""
        due = self._used() >= (SWOLLEN if self._busy() else GROWN) * self._last
        if due:
            self.sweep()
        return due

    def sweep(self) -> None:
        """Look through everything, what was set aside included."""
        gc.unfreeze()
        gc.collect()
        gc.collect()
        self._last = self._used()


def _set_aside(phase: str, about: Mapping[str, int]) -> None:
    """Set aside what a full collection has left."""
    if phase == "stop" and about["generation"] == FULL:
        gc.freeze()
