"""Sweeping: a full collection looks through what is new alone, and garbage is not set aside with what is kept."""

from __future__ import annotations

import asyncio
import gc
import weakref
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from bot.upkeep.sweeping import ENOUGH, Sweeper

SMALL = 10_000
"""How many objects the first full collection looks through at most: those of some ten of the youngest."""
LARGE = 16_000
"""How many any of them does where nothing dies: those of MOST collections."""


class Knot:
    """An object that only the collector can free."""

    def __init__(self) -> None:
        self.itself = self


class Memory:
    """A process in which somebody waits or not."""

    def __init__(self) -> None:
        self.busy = False
        self.sweeper = Sweeper(lambda: self.busy, self.pause)
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


def looked_through(many: int) -> list[int]:
    """How many objects each full collection looks through while so many are made and kept."""
    looked: list[int] = []

    def note(phase: str, about: dict[str, int]) -> None:
        if phase == "start" and about["generation"] == 2:
            looked.append(len(gc.get_objects()))

    gc.callbacks.append(note)
    try:
        kept = [[number] for number in range(many)]
    finally:
        gc.callbacks.remove(note)
    assert len(kept) == many
    return looked


@pytest.mark.parametrize("before", [100_000, 200_000])
async def test_what_there_was_at_the_beginning_is_not_looked_through(before: int) -> None:
    """However much there was, the first full collection comes soon and is small."""
    loaded = [[number] for number in range(before)]
    async with Memory().kept():
        looked = looked_through(2 * SMALL)
    assert looked[0] < SMALL < len(loaded)


@pytest.mark.parametrize("many", [100_000, 200_000])
async def test_full_collections_stay_small(many: int) -> None:
    """However much is kept, and however many wait: much is set aside."""
    memory = Memory()
    async with memory.kept():
        memory.busy = True
        looked = looked_through(many)
    assert max(looked) < LARGE


async def test_enough_is_set_aside_once_nobody_waits() -> None:
    """It is not while somebody waits; garbage is not set aside with it."""
    memory = Memory()
    async with memory.kept():
        assert not memory.sweeper.look()
        memory.busy = True
        knot = Knot()
        seen = weakref.ref(knot)
        kept = [[number] for number in range(1_000)]
        for _ in range(ENOUGH):
            gc.collect()
        del knot
        before = gc.get_freeze_count()
        assert not memory.sweeper.look()
        assert gc.get_freeze_count() <= before
        memory.busy = False
        assert memory.sweeper.look()
        assert seen() is None
        assert gc.get_freeze_count() >= before + len(kept)
        assert not memory.sweeper.look(), "there is nothing new"


async def test_it_is_looked_regularly_and_left_as_it_was() -> None:
    """A look follows each pause; at the end Python collects as it always does."""
    memory = Memory()
    before, usual = [*gc.callbacks], gc.get_threshold()
    async with memory.kept():
        assert len(gc.callbacks) == len(before) + 1
        kept = [[number] for number in range(2_000)]
        for _ in range(ENOUGH):
            gc.collect()
        memory.looks.release()
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        assert len(gc.get_objects()) < 1_000 < len(kept)
    assert gc.callbacks == before
    assert gc.get_threshold() == usual
    assert gc.get_freeze_count() == 0
