"""A store without a thread of its own, for tests that let simulated years pass.

Most of a simulated year is spent in handing statements to the thread of a connection and back. Here they are run where
they are awaited; whoever else is at the same file goes on in between, statement by statement, in an order that repeats.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path
from typing import ClassVar, cast

from aiosqlite import Connection

from bot.store import Database

PATIENCE = 10_000
"""How often it is tried while another connection writes."""


class Direct:
    """What the store uses of its connection; what is written need not outlast a power failure."""

    _all: ClassVar[defaultdict[Path, list[Direct]]] = defaultdict(list)

    def __init__(self, path: Path) -> None:
        self._connection = sqlite3.connect(path, timeout=0, isolation_level=None)
        self._at_file = self._all[path]
        self._at_file.append(self)
        for pragma in ("synchronous = OFF", "foreign_keys = ON"):
            self._connection.execute(f"PRAGMA {pragma}")

    async def execute_fetchall(self, statement: str, values: Sequence[object] = ()) -> list[sqlite3.Row]:
        """The rows of a statement, run once nobody else writes."""
        for _ in range(PATIENCE):
            await asyncio.sleep(0)
            if self.writing or not any(each.writing for each in self._at_file):
                return self._connection.execute(statement, values).fetchall()
        raise TimeoutError("the file stays locked")

    async def rollback(self) -> None:
        self._connection.rollback()

    @property
    def writing(self) -> bool:
        """Whether this connection holds the lock of those that write."""
        return self._connection.in_transaction

    async def close(self) -> None:
        self._at_file.remove(self)
        self._connection.close()


async def opened(path: Path) -> Database:
    """Open a file so, made and brought up to date like any other."""
    await (await Database.open(path)).close()
    return Database(cast("Connection", Direct(path)), path)
