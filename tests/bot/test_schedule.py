"""The scheduler: deadlines met in time, once, whatever fails; and the table they stand in."""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import pytest

from bot.schedule import LONGEST_RETRY, MAX_SLEEP_MS, RETRY, Handler, Scheduler
from bot.store import Database, Deadline, DeadlineStore
from tests.bot.support.timed import NOON, Time

TEA, LUNCH = Deadline("tea", 0, 1, NOON + 5_000), Deadline("lunch", 0, 2, NOON + 1_000)


async def turning(scheduler: Scheduler) -> None:
    while True:
        await scheduler.turn()


class Kitchen:
    """Deadlines in a store, and a scheduler that notes which it has met when."""

    def __init__(self, database: Database, time: Time) -> None:
        self.time = time
        self.deadlines = DeadlineStore(database)
        self.met: list[tuple[str, int]] = []
        self.broken: set[str] = set()
        self.lazy: set[str] = set()
        self.scheduler = Scheduler(self.deadlines, {"tea": self.meet, "lunch": self.meet}, time, time.sleep)

    async def meet(self, deadline: Deadline) -> None:
        """Note a deadline, and claim it; unless it is one of the broken or lazy kinds."""
        if deadline.kind in self.broken:
            raise ZeroDivisionError
        if deadline.kind not in self.lazy and await self.deadlines.settle(deadline):
            self.met.append((deadline.kind, self.time.now - NOON))

    async def run(self, until: int) -> None:
        """Run the scheduler's task through simulated time."""
        task = asyncio.create_task(turning(self.scheduler))
        while self.time.now < NOON + until:  # noqa: ASYNC110 - simulated time passes while others run
            await asyncio.sleep(0)
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task


@pytest.fixture
def kitchen(store: Database) -> Kitchen:
    return Kitchen(store, Time())


# ---- the table


async def test_what_is_due(kitchen: Kitchen) -> None:
    """Due is what has come, the earliest first, of the kinds asked for; a deadline replaces the one like it."""
    deadlines = kitchen.deadlines
    await deadlines.set(TEA, LUNCH, Deadline("war", 0, 0, 0))
    assert await deadlines.due(["tea", "lunch"], NOON + 999) == []
    assert await deadlines.due(["tea", "lunch"], NOON + 5_000) == [LUNCH, TEA]
    assert await deadlines.next_after(["tea", "lunch"], NOON + 1_000) == TEA.due
    (early,) = await deadlines.due(["tea"], 1 << 62)
    await deadlines.set(replace(TEA, due=TEA.due + 1))
    (later,) = await deadlines.due(["tea"], 1 << 62)
    assert later.due == TEA.due + 1
    assert [await deadlines.stands(each) for each in (early, later)] == [False, True]


async def test_a_claim_is_good_once(kitchen: Kitchen) -> None:
    """A deadline is claimed once, as it was written; what follows it is written with the claim alone."""
    await kitchen.deadlines.set(TEA)
    (written,) = await kitchen.deadlines.due(["tea"], 1 << 62)
    following = replace(TEA, due=TEA.due + 9)
    assert not await kitchen.deadlines.settle(TEA, LUNCH), "not one that was never written"
    assert await kitchen.deadlines.settle(written, following)
    assert not await kitchen.deadlines.settle(written, LUNCH)
    assert await kitchen.deadlines.due(["tea", "lunch"], NOON + 99_999) == [following]


async def test_written_anew_for_the_same_time(kitchen: Kitchen) -> None:
    """A deadline that is written anew while it is met, or just after, is another one, and is met as well, at once."""
    for settled_first in (False, True):
        await kitchen.deadlines.set(LUNCH)
        kitchen.time.now = LUNCH.due
        meet, met = kitchen.meet, list(kitchen.met)

        async def met_twice(deadline: Deadline, *, first: bool = settled_first, meet: Handler = meet) -> None:
            kitchen.scheduler.handlers = {"lunch": meet}
            if first:
                await meet(deadline)
            await kitchen.deadlines.set(LUNCH)
            if not first:
                await meet(deadline)

        kitchen.scheduler.handlers = {"lunch": met_twice}
        await kitchen.scheduler.meet()
        assert kitchen.met == [*met, *[("lunch", 1_000)] * (1 + settled_first)]
        assert await kitchen.deadlines.due(["lunch"], 1 << 62) == []


# ---- the task


async def test_what_came_while_nobody_ran(kitchen: Kitchen) -> None:
    """What has come before the start is met at the start; then it sleeps until the next, never longer than a minute."""
    await kitchen.deadlines.set(LUNCH, TEA)
    kitchen.time.go(1_000)
    assert await kitchen.scheduler.meet() == 4_000
    kitchen.time.go(3_600_000)
    assert await kitchen.scheduler.meet() == MAX_SLEEP_MS
    assert kitchen.met == [("lunch", 1_000), ("tea", 3_601_000)]


async def test_an_earlier_deadline_wakes_it(kitchen: Kitchen) -> None:
    """An earlier deadline written while it sleeps is met at its own time."""
    await kitchen.deadlines.set(TEA)
    scheduler = Scheduler(kitchen.deadlines, {"tea": kitchen.meet, "lunch": kitchen.meet}, kitchen.time)
    task = asyncio.create_task(turning(scheduler))
    await asyncio.sleep(0.05)
    kitchen.time.go(1_000)
    await kitchen.deadlines.set(LUNCH)
    while not kitchen.met:  # noqa: ASYNC110 - the scheduler is to wake by itself
        await asyncio.sleep(0)
    task.cancel()
    assert kitchen.met == [("lunch", 1_000)]


async def test_a_handler_that_fails(kitchen: Kitchen, caplog: pytest.LogCaptureFixture) -> None:
    """A deadline whose handler fails holds up no other, and is tried again later, ever more rarely, until it is met."""
    kitchen.broken.add("lunch")
    await kitchen.deadlines.set(TEA, LUNCH)
    kitchen.time.go(5_000)
    assert await kitchen.scheduler.meet() == RETRY
    assert kitchen.met == [("tea", 5_000)]
    assert any("was not met" in record.message for record in caplog.records)
    kitchen.time.go(RETRY - 1)
    assert await kitchen.scheduler.meet() == 1
    kitchen.time.go(1)
    assert await kitchen.scheduler.meet() == 2 * RETRY
    for _ in range(20):
        kitchen.time.go(LONGEST_RETRY)
        await kitchen.scheduler.meet()
    kitchen.broken.clear()
    kitchen.time.go(LONGEST_RETRY)
    await kitchen.scheduler.meet()
    assert [kind for kind, _ in kitchen.met] == ["tea", "lunch"]


async def test_a_handler_that_does_nothing(kitchen: Kitchen) -> None:
    """A deadline that its handler leaves standing is not met over and over at once."""
    kitchen.lazy.add("lunch")
    await kitchen.deadlines.set(LUNCH)
    kitchen.time.go(1_000)
    assert await kitchen.scheduler.meet() == RETRY
    kitchen.lazy.clear()
    kitchen.time.go(RETRY)
    await kitchen.scheduler.meet()
    assert kitchen.met == [("lunch", 1_000 + RETRY)]


async def test_kinds_without_a_handler(kitchen: Kitchen) -> None:
    await kitchen.deadlines.set(Deadline("war", 0, 0, NOON))
    assert await kitchen.scheduler.meet() == MAX_SLEEP_MS
    assert await kitchen.deadlines.due(["war"], 1 << 62) == [Deadline("war", 0, 0, NOON)]


async def test_a_store_that_fails(
    kitchen: Kitchen, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """When the store cannot be read for a moment, the scheduler goes on afterwards."""
    await kitchen.deadlines.set(LUNCH)
    real, calls = kitchen.deadlines.due, []

    async def once_broken(*arguments: object) -> list[Deadline]:
        calls.append(arguments)
        if len(calls) == 1:
            raise OSError("the disk is on fire")
        return await real(*arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(kitchen.deadlines, "due", once_broken)
    await kitchen.run(100_000)
    assert kitchen.met == [("lunch", RETRY)]
    assert caplog.record_tuples[0][1] == logging.ERROR


async def test_two_schedulers(kitchen: Kitchen, database: Path) -> None:
    """Two processes on one store meet each deadline once between them."""
    other = Kitchen(await Database.open(database), kitchen.time)
    written = [Deadline("tea", game, 0, NOON + game % 7) for game in range(1, 60)]
    await kitchen.deadlines.set(*written)
    kitchen.time.go(7)
    await asyncio.gather(kitchen.scheduler.meet(), other.scheduler.meet())
    assert len(kitchen.met) + len(other.met) == len(written)
    await other.deadlines._database.close()
