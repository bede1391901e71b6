"""A store without a thread of its own, for tests that let simulated years pass.

Most of a simulated year is spent in handing statements to the thread of a connection and back. Here they are run where
they are awaited; whoever else is at the same file goes on in between, statement by statement, in an order that repeats.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Iterable
from pathlib import Path
from typing import cast

import aiosqlite

from bot.store import Database

PATIENCE = 10_000
"""How often a statement is tried while another connection writes."""


class Direct:
    """What the store uses of a connection of aiosqlite's; what is written need not outlast a power failure."""

    def __init__(self, path: Path) -> None:
        self._connection = sqlite3.connect(path, timeout=0, isolation_level=None)
        for pragma in ("synchronous = OFF", "foreign_keys = ON"):
            self._connection.execute(f"PRAGMA {pragma}")

    async def execute_fetchall(self, statement: str, values: Iterable[object] = ()) -> list[sqlite3.Row]:
        """The rows of a statement."""
        for _ in range(PATIENCE):
            await asyncio.sleep(0)
            try:
                return self._connection.execute(statement, tuple(values)).fetchall()
            except sqlite3.OperationalError as problem:
                if problem.sqlite_errorcode != sqlite3.SQLITE_BUSY:
                    raise
        raise TimeoutError(f"the file stays locked: {statement}")

    async def rollback(self) -> None:
        """Undo the transaction that is open, if there is one."""
        self._connection.rollback()

    async def close(self) -> None:
        """Close the file."""
        self._connection.close()


async def opened(path: Path) -> Database:
    """Open a file so, made and brought up to date like any other."""
    await (await Database.open(path)).close()
    return Database(cast("aiosqlite.Connection", Direct(path)))
