"""Attendance: which shards hold a connection. Players can move as long as one does, so time stops only without any."""

from __future__ import annotations

import asyncio


class Attendance:
    """The shards that are connected, and whether time is kept; a client without shards has one, number 0.

    A session that is resumed is told all that it has missed, and time goes on at once. A new session is not: time waits
    for `begin`, by which it is known what has happened meanwhile.
    """

    def __init__(self) -> None:
        self._present: set[int] = set()
        self._begun = False
        self._running = asyncio.Event()

    @property
    def present(self) -> frozenset[int]:
        """The numbers of the shards that are connected."""
        return frozenset(self._present)

    @property
    def running(self) -> bool:
        """Whether time is kept."""
        return self._running.is_set()

    async def kept(self) -> None:
        """Wait until time is kept."""
        await self._running.wait()

    def lost(self, shard: int) -> None:
        """A shard has lost its connection; one that had none may lose it again."""
        self._present.discard(shard)
        if not self._present:
            self._running.clear()

    def resumed(self, shard: int) -> None:
        """A shard goes on with its session."""
        self._present.add(shard)
        if self._begun:
            self._running.set()

    def arrived(self, shard: int) -> None:
        """A shard has a new session."""
        self._present.add(shard)

    def begin(self) -> None:
        """What has happened before is known: keep time, if any shard is there."""
        self._begun = True
        if self._present:
            self._running.set()
