"""What goes on beside everything else ends with the referee, and is forgotten when it has ended."""

from __future__ import annotations

import asyncio

from bot.background import Background


async def test_all_but_the_one_who_asks_is_broken_off() -> None:
    """Whoever stops the rest goes on itself, and comes back once the rest has ended."""
    background, ended = Background(), list[str]()

    async def goes_on() -> None:
        try:
            await asyncio.Event().wait()
        finally:
            await asyncio.sleep(0)
            ended.append("rest")

    async def stops() -> None:
        await background.stop()
        ended.append("stopper")

    background.begin("rest", goes_on())
    await asyncio.sleep(0)
    background.begin("stopper", stops())
    stopper = background.named("stopper")
    assert stopper is not None
    await stopper
    assert ended == ["rest", "stopper"]


async def test_what_has_ended_is_forgotten() -> None:
    """A thousand short pieces of work leave nothing behind."""
    background = Background()
    for _ in range(1_000):
        background.begin("short", asyncio.sleep(0))
    while (task := background.named("short")) is not None:
        await task
        await asyncio.sleep(0)
    assert background.named("short") is None


async def test_again_and_again() -> None:
    """Work is done again after each pause, until all is stopped."""
    background, done, often = Background(), list[float](), asyncio.Event()

    async def work() -> None:
        done.append(asyncio.get_running_loop().time())
        if len(done) == 3:
            often.set()

    began = asyncio.get_running_loop().time()
    background.every(0.05, work)
    await asyncio.wait_for(often.wait(), 5)
    await background.stop()
    assert done[0] >= began + 0.05
    count = len(done)
    await asyncio.sleep(0.1)
    assert len(done) == count
