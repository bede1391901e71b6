"""The lock: one process at a time uses a file."""

from __future__ import annotations

import asyncio
import sqlite3
import sys
from contextlib import closing
from pathlib import Path

import pytest

from bot.store import Database, StoreError
from bot.store.database import take_lock

HOLDING = """
import asyncio, sys
from pathlib import Path
from bot.store import Database
async def hold():
    database = await Database.open(Path(sys.argv[1]), alone=True)
    print("held", flush=True)
    await asyncio.sleep(60)
asyncio.run(hold())
"""


async def test_a_second_process_is_refused_until_the_first_is_killed(database: Path) -> None:
    """A file that another process uses is refused in a sentence; one that was killed holds it no longer."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-c", HOLDING, str(database), stdout=asyncio.subprocess.PIPE
    )
    assert process.stdout is not None
    assert await process.stdout.readline() == b"held\n"
    with pytest.raises(StoreError, match=r"games\.sqlite is in use by another process; stop that one first$"):
        await Database.open(database, alone=True)
    process.kill()
    await process.wait()
    await (await Database.open(database, alone=True)).close()


async def test_a_file_that_is_closed_is_free(database: Path) -> None:
    """Whoever closes a file lets others have it; it may be looked at by others all the time."""
    first = await Database.open(database, alone=True)
    looking = await Database.looking(database)
    await looking.close()
    with pytest.raises(StoreError):
        await Database.open(database, alone=True)
    await first.close()
    await (await Database.open(database, alone=True)).close()


async def test_a_file_that_is_refused_is_free(database: Path) -> None:
    """A file that is refused for another reason is not held."""
    with closing(sqlite3.connect(database)) as connection:
        connection.execute("PRAGMA user_version = 9999")
    with pytest.raises(StoreError, match="has schema 9999"):
        await Database.open(database, alone=True)
    take_lock(database).release(force=True)
