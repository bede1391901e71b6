"""What goes on beside everything else, until the referee closes."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

from discord.ext import tasks


class Background:
    """Tasks that are kept for as long as they go on; those that begin them once bound their number."""

    def __init__(self) -> None:
        self._tasks: set[asyncio.Task[None]] = set()

    def begin(self, name: str, work: Coroutine[Any, Any, None]) -> None:
        """Let some work go on under a name."""
        self._keep(asyncio.create_task(work, name=name))

    def every(self, seconds: float, work: Callable[[], Coroutine[Any, Any, None]]) -> None:
        """Do some work again and again with that pause, which also comes first."""
        loop = tasks.loop(seconds=seconds)(work)

        @loop.before_loop
        async def _wait() -> None:
            await asyncio.sleep(seconds)

        self._keep(loop.start())

    def _keep(self, task: asyncio.Task[None]) -> None:
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def named(self, name: str) -> asyncio.Task[None] | None:
        """The work of that name, if it goes on."""
        return next((task for task in self._tasks if task.get_name() == name), None)

    async def stop(self) -> None:
        """Break all off, except the work that asks for it, and wait until it has ended."""
        others = self._tasks - {asyncio.current_task()}
        for task in others:
            task.cancel()
        await asyncio.gather(*others, return_exceptions=True)
