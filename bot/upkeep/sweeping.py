"""Sweeping: garbage is collected without everybody waiting while Python looks through all that is kept.

A full collection looks through every object there is, and holds the event loop meanwhile: 0.1 s for 300,000. So what
has outlived one is set aside, and no collection looks at it again. Almost all of it is freed nevertheless as soon as
nothing refers to it; what refers to itself is not. That arises where somebody is answered, so nothing is set aside
while anybody waits for an answer, unless it has become much.
"""

from __future__ import annotations

import asyncio
import gc
from collections.abc import Awaitable, Callable, Mapping

LOOK = 1.0
"""How often it is looked whether anything is to be set aside (s)."""
ENOUGH = 1
"""What has outlived so many full collections is set aside once nobody waits."""
MOST = 3
"""What has outlived so many is set aside whoever waits."""
OFTEN = (4, 0)
"""A collection follows once there were more than so many of the generation below; usually ten, in both generations."""
FULL = 2
"""The generation that Python collects in a full collection."""

Sleep = Callable[[float], Awaitable[object]]


class Sweeper:
    """Collects the garbage of a process; `busy()` says whether anybody waits."""

    def __init__(self, busy: Callable[[], bool], sleep: Sleep = asyncio.sleep) -> None:
        self._busy = busy
        self._sleep = sleep
        self._collections = 0

    async def keep(self) -> None:
        """Set aside what there is, and from time to time what has come since; at the end undo that."""
        usual = gc.get_threshold()
        gc.set_threshold(usual[0], *OFTEN)
        gc.freeze()
        gc.collect()
        gc.callbacks.append(self._count)
        try:
            while True:
                await self._sleep(LOOK)
                self.look()
        finally:
            gc.callbacks.remove(self._count)
            gc.set_threshold(*usual)
            gc.unfreeze()

    def look(self) -> bool:
        """Set aside what is no garbage, if there have been collections and nobody waits; whether that was done."""
        due = self._collections >= ENOUGH and not self._busy()
        if due:
            gc.collect()
            self._set_aside()
        return due

    def _count(self, phase: str, about: Mapping[str, int]) -> None:
        """Count full collections. The objects themselves must not be counted: a thread may be making one of them."""
        if phase == "stop" and about["generation"] == FULL:
            self._collections += 1
            if self._collections >= MOST:
                self._set_aside()

    def _set_aside(self) -> None:
        gc.freeze()
        self._collections = 0
