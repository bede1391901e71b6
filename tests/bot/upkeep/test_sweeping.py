"""Sweeping: a full collection of garbage looks through what is new alone, and everything when nobody waits."""

from __future__ import annotations

import asyncio
import gc
import weakref
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from bot.upkeep.sweeping import Sweeper

SMALL = 10_000
"""How many objects a full collection looks through at most where nothing dies: those of some ten of the youngest."""


class Knot:
    """An object that only the collector can free."""

    def __init__(self) -> None:
        self.itself = self


class Memory:
    """A process whose use of memory is told, and in which somebody waits or not."""

    def __init__(self) -> None:
        self.used = 100
        self.busy = False
        self.sweeper = Sweeper(lambda: self.busy, self.pause, lambda: self.used)
        self.looks = asyncio.Semaphore(0)

    async def pause(self, _: float) -> None:
        """Wait for the next look."""
        await self.looks.acquire()

    @asynccontextmanager
    async def kept(self) -> AsyncIterator[None]:
        """Sweep meanwhile."""
        keeping = asyncio.create_task(self.sweeper.keep())
        await asyncio.sleep(0)
        yield
        keeping.cancel()
        with pytest.raises(asyncio.CancelledError):
            await keeping


@pytest.mark.parametrize("kept", [20_000, 40_000])
async def test_a_full_collection_leaves_nothing_to_the_next(kept: int) -> None:
    """However much is kept, what a full collection has left is not looked through by the next."""
    async with Memory().kept():
        alive = [[number] for number in range(kept)]
        gc.collect()
        assert len(gc.get_objects()) < 1_000
        assert gc.get_freeze_count() > len(alive)


@pytest.mark.parametrize("swept", [False, True])
async def test_full_collections_are_small_from_the_beginning(*, swept: bool) -> None:
    """However much there was at the beginning or at the last sweep, a full collection need not wait for as much."""
    before = [[number] for number in range(200_000)]
    looked: list[int] = []

    def note(phase: str, about: dict[str, int]) -> None:
        if phase == "start" and about["generation"] == 2:
            looked.append(len(gc.get_objects()))

    memory = Memory()
    async with memory.kept():
        if swept:
            memory.sweeper.sweep()
        gc.callbacks.append(note)
        try:
            after = [[number] for number in range(len(before) // 4)]
        finally:
            gc.callbacks.remove(note)
    assert len(looked) > 1
    assert max(looked) < SMALL < len(after)


async def test_what_was_set_aside_is_collected_once_memory_has_grown() -> None:
    """Garbage among what was set aside stays until half as much memory again is used, and nobody waits."""
    memory = Memory()
    async with memory.kept():
        knot = Knot()
        seen = weakref.ref(knot)
        gc.collect()
        del knot
        gc.collect()
        assert not memory.sweeper.look()
        assert seen() is not None
        memory.used, memory.busy = 160, True
        assert not memory.sweeper.look()
        memory.busy = False
        assert memory.sweeper.look()
        assert seen() is None
        assert not memory.sweeper.look(), "it has grown no further since"


async def test_memory_that_goes_on_growing_is_not_left_to_itself() -> None:
    """Where somebody always waits, everything is looked through at three times as much."""
    memory = Memory()
    async with memory.kept():
        memory.busy = True
        memory.used = 299
        assert not memory.sweeper.look()
        memory.used = 300
        assert memory.sweeper.look()


async def test_it_is_looked_regularly_and_left_as_it_was() -> None:
    """A look follows each pause; at the end Python collects as it always does."""
    memory = Memory()
    before = [*gc.callbacks]
    async with memory.kept():
        assert len(gc.callbacks) == len(before) + 1
        knot = Knot()
        seen = weakref.ref(knot)
        gc.collect()
        del knot
        memory.used = 150
        memory.looks.release()
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        assert seen() is None
    assert gc.callbacks == before
    assert gc.get_freeze_count() == 0
