"""Waiting for something to become true, woken by changes and never by a clock."""

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TypeVar

Found = TypeVar("Found")


class Pulse:
    """One beat per change; whoever waits looks again at every beat.

    While an HTTP answer is on its way out nobody looks: what a request brought about is seen only after
    the client has been told.
    """

    def __init__(self) -> None:
        self._beat = asyncio.Event()
        self._answering = 0

    def beat(self) -> None:
        self._beat.set()
        self._beat = asyncio.Event()

    @contextmanager
    def answering(self) -> Iterator[None]:
        """Keep the waiters from looking until an answer has been sent."""
        self._answering += 1
        try:
            yield
        finally:
            self._answering -= 1

    async def until(self, probe: Callable[[], Found | None], what: str, within: float) -> Found:
        """Return the first value of ``probe`` that is not None; TimeoutError names ``what`` was awaited."""
        try:
            async with asyncio.timeout(within):
                while True:
                    beat = self._beat
                    if not self._answering and (found := probe()) is not None:
                        return found
                    await beat.wait()
        except TimeoutError:
            message = f"waited {within:g} s in vain for {what}"
            raise TimeoutError(message) from None
