"""What people paste is judged off the event loop and apart from the pictures, and never by more than is good."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

import pytest

from bot.games.readers import EACH, MAX_TEXTS, Busy, StillReading, WorkerThreads
from bot.games.records import ImportedRecord
from engine.model.refusal import Refused
from tests.bot.games.house import BEN, House
from tests.bot.support.refusals import outcome


@asynccontextmanager
async def gate() -> AsyncIterator[threading.Event]:
    """An event that readers may wait for, set at the end whatever happens."""
    event = threading.Event()
    try:
        yield event
    finally:
        event.set()


async def begun(readers: WorkerThreads, players: list[int], work: Callable[[], object]) -> list[asyncio.Task[Any]]:
    """Let players bring texts, and see that they are taken."""
    tasks = [asyncio.create_task(readers.read(player, work)) for player in players]
    await asyncio.sleep(0)
    assert not any(task.done() for task in tasks)
    return tasks


# ---- the threads


async def test_what_is_found() -> None:
    """What is found in a text, or raised, comes back from another thread."""

    def fail() -> None:
        raise LookupError("nothing there")

    readers = WorkerThreads()
    assert await readers.read(1, threading.current_thread) is not threading.current_thread()
    with pytest.raises(LookupError, match="nothing there"):
        await readers.read(1, fail)


async def test_each_has_a_share() -> None:
    """Who has as many texts waiting as one may is asked to wait for them; others are not."""
    readers = WorkerThreads()
    async with gate() as opened:
        waiting = await begun(readers, [1] * EACH, opened.wait)
        refused = await outcome(readers.read(1, opened.wait))
        assert refused == StillReading()
        waiting += await begun(readers, [2], opened.wait)
    assert await asyncio.gather(*waiting) == [True] * len(waiting)
    assert await readers.read(1, lambda: "again") == "again"


async def test_too_much_to_read() -> None:
    """While as many texts wait as are ever kept, further ones are refused kindly; afterwards they are read."""
    readers = WorkerThreads()
    async with gate() as opened:
        waiting = await begun(readers, list(range(MAX_TEXTS)), opened.wait)
        refused = await outcome(readers.read(MAX_TEXTS, opened.wait))
        assert refused == Busy()
    await asyncio.gather(*waiting)
    assert await readers.read(MAX_TEXTS, lambda: "read") == "read"


async def test_one_who_waits_no_more() -> None:
    """A text that nobody waits for any more leaves its place to others."""
    readers = WorkerThreads()
    async with gate() as opened:
        for task in (waiting := await begun(readers, list(range(MAX_TEXTS)), opened.wait)):
            task.cancel()
        await asyncio.gather(*waiting, return_exceptions=True)
        assert readers.queue.waiting == 0
    assert await readers.read(1, lambda: "read") == "read"


# ---- what they read

SHEET = ImportedRecord(b'[Game "hexeh@1"]\n1. Tbc3 Tfe4\n')
POSITION = "4/5/2G3/E2W2e/6/5/4 2"


async def _keep(house: House) -> object:
    return await house.games.conditional.keep(await house.table(1), BEN, "Tbc3 then Gcb4")


READ: dict[str, Callable[[House], Any]] = {
    "conditional moves": _keep,
    "a scoresheet": lambda house: house.games.records.look(BEN.id, SHEET, None),
    "a scoresheet to go on with": lambda house: house.games.records.earlier(BEN.id, SHEET),
    "a position": lambda house: house.challenge(by=BEN, start=POSITION),
}


@pytest.mark.parametrize("what", READ)
async def test_nothing_long_is_read_on_the_event_loop(house: House, monkeypatch: pytest.MonkeyPatch, what: str) -> None:
    """Whatever judges a text that may be long does so in a thread; where too much waits it changes nothing."""
    await house.begin(time="none")

    async def busy(player: int, work: Callable[[], object]) -> None:  # noqa: ARG001
        raise Refused(Busy())

    with monkeypatch.context() as patch:
        patch.setattr(house.games.readers, "read", busy)
        before = house.database._connection.total_changes
        assert await outcome(READ[what](house)) == Busy()
        assert house.database._connection.total_changes == before
    assert not isinstance(await outcome(READ[what](house)), Busy)
