"""Turns on a connection: single statements go on side by side, a transaction alone."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager


class Turns:
    """Whose turn it is; entered as a context manager, it is the one's who then is alone.

    Single statements need not wait for one another: the connection's thread takes them one by one, and need not wait
    for the event loop in between. Turns are given in the order in which they are asked for.
    """

    def __init__(self) -> None:
        self._gate = asyncio.Lock()
        self._beside = 0
        self._quiet = asyncio.Event()
        self._quiet.set()

    @asynccontextmanager
    async def beside(self) -> AsyncIterator[None]:
        """Go on beside others, while nobody is alone."""
        async with self._gate:
            self._beside += 1
            self._quiet.clear()
        try:
            yield
        finally:
            self._beside -= 1
            if not self._beside:
                self._quiet.set()

    async def __aenter__(self) -> None:
        await self._gate.acquire()
        try:
            await self._quiet.wait()
        except BaseException:
            self._gate.release()
            raise

    async def __aexit__(self, *reason: object) -> None:
        self._gate.release()
