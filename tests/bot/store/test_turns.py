"""Turns: single statements side by side, a transaction alone, each in its order."""

from __future__ import annotations

import asyncio
from contextlib import suppress

from hypothesis import given
from hypothesis import strategies as st

from bot.store.turns import Turns


@given(st.lists(st.tuples(st.booleans(), st.integers(0, 3), st.booleans()), max_size=20))
def test_who_is_inside(visits: list[tuple[bool, int, bool]]) -> None:
    """Whoever is alone is alone, also where others give up; nobody is forgotten, and who comes first begins first."""

    async def walk() -> None:
        turns, inside, begun = Turns(), list[bool](), list[int]()

        async def come(number: int, alone: bool, steps: int) -> None:
            async with turns if alone else turns.beside():
                begun.append(number)
                inside.append(alone)
                for _ in range(steps):
                    assert not any(inside) or len(inside) == 1
                    await asyncio.sleep(0)
                inside.remove(alone)

        tasks = [asyncio.create_task(come(number, alone, steps)) for number, (alone, steps, _) in enumerate(visits)]
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        for number, (task, (_, _, leaves)) in enumerate(zip(tasks, visits, strict=True)):
            if leaves and number not in begun:
                task.cancel()
                with suppress(asyncio.CancelledError):
                    await task
        async with asyncio.timeout(5):
            await asyncio.gather(*tasks, return_exceptions=True)
            async with turns:
                assert inside == []
        stayed = [number for number, task in enumerate(tasks) if not task.cancelled()]
        assert begun == stayed
        assert all(task.cancelled() or task.exception() is None for task in tasks)

    asyncio.run(walk())


async def test_side_by_side() -> None:
    """Several go on at the same time; who wants to be alone waits for them, and keeps back those who come later."""
    turns, go = Turns(), asyncio.Event()
    order: list[str] = []

    async def beside(name: str) -> None:
        async with turns.beside():
            order.append(name)
            await go.wait()

    async def alone() -> None:
        async with turns:
            order.append("alone")

    tasks = [asyncio.create_task(each) for each in (beside("first"), beside("second"), alone(), beside("third"))]
    for _ in range(10):
        await asyncio.sleep(0)
    assert order == ["first", "second"]
    go.set()
    await asyncio.gather(*tasks)
    assert order == ["first", "second", "alone", "third"]
