"""The gate: so much is let in and no more, everybody leaves, and a stop waits for those inside."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from hypothesis import given
from hypothesis import strategies as st

from bot.discord_ui.components.gate import BrokenOff, Full, Gate, Restarting, ServerBusy, StillBusy
from engine.model.refusal import Refusal

HERE, ELSEWHERE = 1, 2


class Visit:
    """Somebody who stays inside until told to go."""

    def __init__(self, gate: Gate, person: int, server: int | None) -> None:
        self.words: list[Refusal] = []
        self.refusal: Refusal | None = None
        self._gate, self._person, self._server = gate, person, server
        self.go = asyncio.Event()
        self.task = asyncio.create_task(self._stay())

    async def _stay(self) -> None:
        async def hear(said: Refusal) -> None:
            self.words.append(said)

        self.refusal = self._gate.enter(self._person, self._server, hear)
        if self.refusal is None:
            await self.go.wait()

    async def leave(self) -> None:
        """Go."""
        self.go.set()
        await self.task
        await asyncio.sleep(0)


async def visit(gate: Gate, person: int, server: int | None = HERE) -> Visit:
    """Come to the gate."""
    made = Visit(gate, person, server)
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
    """One person, one server and all together have so much inside and no more; who leaves makes room."""
    gate = Gate(most=4, each=2, share=3)
    first, second = await visit(gate, 1), await visit(gate, 1)
    assert (await visit(gate, 1)).refusal == StillBusy()
    third = await visit(gate, 2)
    assert (await visit(gate, 3)).refusal == ServerBusy()
    fourth = await visit(gate, 3, ELSEWHERE)
    assert (await visit(gate, 4, ELSEWHERE)).refusal == Full()
    assert (gate.inside, gate.refused) == (4, 3)
    await first.leave()
    fifth = await visit(gate, 4, None)
    assert [None] * 5 == [each.refusal for each in (first, second, third, fourth, fifth)]
    for each in (second, third, fourth, fifth):
        await each.leave()
    assert (gate.inside, dict(gate._people), dict(gate._servers)) == (0, {}, {})


async def test_who_is_in_is_not_counted_again() -> None:
    """A piece of work that asks twice is let in once."""
    gate = Gate(most=1)
    assert [None, None] == [gate.enter(1, HERE), gate.enter(1, HERE)]
    assert gate.inside == 1


@given(st.lists(st.tuples(st.integers(1, 3), st.integers(0, 2), st.booleans()), max_size=30))
def test_counts_agree(steps: list[tuple[int, int, bool]]) -> None:
    """Whoever comes and goes, the counts are those of the ones inside, within their bounds."""

    async def walk() -> None:
        gate = Gate(most=5, each=3, share=4)
        inside: list[Visit] = []
        for person, server, leaves in steps:
            if leaves and inside:
                await inside.pop(0).leave()
            else:
                came = await visit(gate, person, server or None)
                inside += [came] if came.refusal is None else []
            people = [each._person for each in inside]
            assert dict(gate._people) == {person: people.count(person) for person in people}
            assert gate.inside == len(inside) <= 5
            assert max(gate._people.values(), default=0) <= 3
        for each in inside:
            await each.leave()
        assert (gate.inside, dict(gate._people), dict(gate._servers)) == (0, {}, {})

    asyncio.run(walk())


async def test_a_stop_waits() -> None:
    """A stop lets nobody in, and ends when the last one has left, who is told nothing."""
    gate = Gate()
    inside = await visit(gate, 1)
    async with stopping(gate) as task:
        assert (await visit(gate, 2)).refusal == Restarting()
        assert not task.done()
        await inside.leave()
    assert inside.words == []
    assert not inside.task.cancelled()


async def test_a_stop_does_not_wait_for_ever() -> None:
    """When its patience is at an end, those inside are told, and broken off."""
    gate = Gate()
    inside = await visit(gate, 1)
    async with stopping(gate, 0.01):
        pass
    await asyncio.wait([inside.task])
    assert inside.words == [BrokenOff()]
    assert inside.task.cancelled()
