"""The gate: so much is let in and no more, everybody leaves, and a stop waits for those inside."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.discord_ui.channel.messages import FULL, RESTARTING, STILL_BUSY, BrokenOff, Gate, TooManyRolls
from engine.model.refusal import Refusal
from tests.bot.support.refusals import outcome


class Visit:
    """Somebody who stays inside until told to go."""

    def __init__(self, gate: Gate, person: int) -> None:
        self.words: list[Refusal] = []
        self.refusal: Refusal | None = None
        self._gate, self._person = gate, person
        self.go = asyncio.Event()
        self.task = asyncio.create_task(self._stay())

    async def _stay(self) -> None:
        async def hear(said: Refusal) -> None:
            self.words.append(said)

        self.refusal = self._gate.enter(self._person, hear)
        if self.refusal is None:
            await self.go.wait()

    async def leave(self) -> None:
        """Go."""
        self.go.set()
        await self.task
        await asyncio.sleep(0)


async def visit(gate: Gate, person: int) -> Visit:
    """Come to the gate."""
    made = Visit(gate, person)
    await asyncio.sleep(0)
    return made


@asynccontextmanager
async def stopping(gate: Gate, patience: float = 5) -> AsyncIterator[asyncio.Task[None]]:
    """Stop in the meantime."""
    task = asyncio.create_task(gate.stop(patience))
    await asyncio.sleep(0)
    yield task
    await task


async def test_so_much_and_no_more() -> None:
    """One person and all together have so much inside and no more; who leaves makes room."""
    gate = Gate(most=3, each=2)
    first, second = await visit(gate, 1), await visit(gate, 1)
    assert (await outcome(visit(gate, 1))).refusal == STILL_BUSY
    third = await visit(gate, 2)
    assert (await outcome(visit(gate, 3))).refusal == FULL
    assert (gate.inside, gate.refused) == (3, 2)
    await first.leave()
    fourth = await visit(gate, 3)
    assert [None] * 4 == [each.refusal for each in (first, second, third, fourth)]
    for each in (second, third, fourth):
        await each.leave()
    assert gate.inside == 0


async def test_who_is_in_is_not_counted_again() -> None:
    """A piece of work that asks twice is let in once."""
    gate = Gate(most=1)
    assert [None, None] == [gate.enter(1), gate.enter(1)]
    assert gate.inside == 1


@given(st.lists(st.tuples(st.integers(1, 3), st.booleans()), max_size=30))
def test_counts_agree(steps: list[tuple[int, bool]]) -> None:
    """Whoever comes and goes, as many are inside as have come and not left, within the bounds."""

    async def walk() -> None:
        gate = Gate(most=5, each=3)
        inside: list[Visit] = []
        for person, leaves in steps:
            if leaves and inside:
                await inside.pop(0).leave()
            else:
                came = await visit(gate, person)
                inside += [came] if came.refusal is None else []
            people = [each._person for each in inside]
            assert gate.inside == len(inside) <= 5
            assert max(map(people.count, people), default=0) <= 3
        for each in inside:
            await each.leave()
        assert gate.inside == 0

    asyncio.run(walk())


async def test_a_stop_waits() -> None:
    """A stop lets nobody in, and ends when the last one has left, who is told nothing."""
    gate = Gate()
    inside = await visit(gate, 1)
    async with stopping(gate) as task:
        assert (await outcome(visit(gate, 2))).refusal == RESTARTING
        assert not task.done()
        await inside.leave()
    assert inside.words == []
    assert not inside.task.cancelled()


async def test_a_stop_does_not_wait_for_ever() -> None:
    """When its patience is at an end, those inside are told, and broken off."""
    gate = Gate()
    inside = await outcome(visit(gate, 1))
    async with stopping(gate, 0.01):
        pass
    await asyncio.wait([inside.task])
    assert inside.words == [BrokenOff()]
    assert inside.task.cancelled()


def test_so_many_rolls_a_minute(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who rolls too often is told until when; others don't count."""
    now = 1_000_000.0
    monkeypatch.setattr("time.time", lambda: now)
    gate = Gate()
    assert {None} == {gate.roll(1) for _ in range(30)}
    now += 15.5
    assert gate.roll(1) == TooManyRolls("45 seconds")
    assert gate.roll(2) is None
    now += 45
    assert gate.roll(1) is None
