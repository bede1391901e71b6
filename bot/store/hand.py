"""The connection to the file, with its thread: whole pieces of work are handed to it, in one hop each."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable
from functools import partial
from typing import TypeVar

import aiosqlite

Found = TypeVar("Found")
_CHUNK = 64
"""How many rows aiosqlite would read at once for whoever asked for them one by one."""


class Hand:
    """What runs statements in the thread of a connection, each to its end."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection

    def run(self, statement: str, *values: object) -> list[sqlite3.Row]:
        """The rows of a statement."""
        return self._connection.execute(statement, values).fetchall()

    @property
    def inside(self) -> bool:
        """Whether a transaction is open."""
        return self._connection.in_transaction

    def undo(self) -> None:
        """Roll back the transaction, if one is open."""
        self._connection.rollback()


class Clerk(aiosqlite.Connection):
    """A connection in autocommit mode with a thread of its own."""

    @classmethod
    async def called(cls, path: str, *, uri: bool = False) -> Clerk:
        """Open a file, or a URI of SQLite's."""
        clerk = cls(partial(_connected, path, uri=uri), _CHUNK)
        await clerk
        return clerk

    async def do(self, work: Callable[[Hand], Found]) -> Found:
        """What `work` finds or raises; it is done whether or not it is waited for, in the order in which it came."""
        found: Found = await self._execute(work, Hand(self._conn))  # type: ignore[no-untyped-call]
        return found

    def let(self, work: Callable[[Hand], Found], told: Callable[[Found], None]) -> None:
        """Have `work` done, which raises nothing, like `do`; `told` is called in the running loop with what it finds.

        ValueError where the connection is closed. No future stands between the two: that would be a turn of the loop.
        """
        if not self._running:
            raise ValueError("the connection is closed")
        hand, call = Hand(self._conn), asyncio.get_running_loop().call_soon_threadsafe
        self._tx.put_nowait((None, lambda: call(told, work(hand))))


def _connected(path: str, *, uri: bool) -> sqlite3.Connection:
    return sqlite3.connect(path, isolation_level=None, uri=uri)
