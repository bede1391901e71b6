"""A store without a thread of its own, for tests that let simulated years pass.

Most of a simulated year is spent in handing statements to the thread of a connection and back. Here they are run where
they are awaited; whoever else is at the same file goes on in between, statement by statement, in an order that repeats.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar, cast

from bot.store import Database
from bot.store.hand import Clerk, Hand

PATIENCE = 10_000
"""How often it is tried while another connection writes."""
Found = TypeVar("Found")


class Direct:
    """What the store uses of its connection; what is written need not outlast a power failure."""

    def __init__(self, path: Path) -> None:
        self._connection = sqlite3.connect(path, timeout=0, isolation_level=None)
        for pragma in ("synchronous = OFF", "foreign_keys = ON"):
            self._connection.execute(f"PRAGMA {pragma}")

    async def do(self, work: Callable[[Hand], Found]) -> Found:
        """What work finds, done once nobody else writes."""
        for _ in range(PATIENCE):
            await asyncio.sleep(0)
            if self._connection.in_transaction or not self._locked():
                return work(Hand(self._connection))
        raise TimeoutError("the file stays locked")

    def _locked(self) -> bool:
        try:
            self._connection.execute("BEGIN IMMEDIATE")
        except sqlite3.OperationalError as problem:
            if problem.sqlite_errorcode != sqlite3.SQLITE_BUSY:
                raise
            return True
        self._connection.rollback()
        return False

    async def close(self) -> None:
        """Close the file."""
        self._connection.close()


async def opened(path: Path) -> Database:
    """Open a file so, made and brought up to date like any other."""
    await (await Database.open(path)).close()
    return Database(cast("Clerk", Direct(path)))
