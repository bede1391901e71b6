"""Turns on a connection: single statements go on side by side, a transaction alone."""

from __future__ import annotations

import asyncio


class Beside:
    """Those who go on side by side; each enters it as a context manager, while the gate is open."""

    def __init__(self, gate: asyncio.Lock) -> None:
        self.quiet = asyncio.Event()
        self.quiet.set()
        self.asked = 0
        """How many ask to be alone, and have to be let in first."""
        self._gate = gate
        self._inside = 0

    async def __aenter__(self) -> None:
        if self.asked or self._gate.locked():
            async with self._gate:
                pass
        self._inside += 1
        self.quiet.clear()

    async def __aexit__(self, *reason: object) -> None:
        self._inside -= 1
        if not self._inside:
            self.quiet.set()


class Turns:
    """Whose turn it is; entered as a context manager, it is the one's who then is alone.

    Single statements need not wait for one another: the connection's thread takes them one by one, and need not wait
    for the event loop in between. Turns are given in the order in which they are asked for.
    """

    def __init__(self) -> None:
        self._gate = asyncio.Lock()
        self._beside = Beside(self._gate)

    def beside(self) -> Beside:
        """Go on beside others, while nobody is alone."""
        return self._beside

    async def __aenter__(self) -> None:
        self._beside.asked += 1
        try:
            await self._gate.acquire()
        finally:
            self._beside.asked -= 1
        try:
            await self._beside.quiet.wait()
        except BaseException:
            self._gate.release()
            raise

    async def __aexit__(self, *reason: object) -> None:
        self._gate.release()
