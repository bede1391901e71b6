"""The check at the start: a damaged file is refused, with what to do."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from bot.app import Referee
from bot.store import Database, StoreError
from tests.bot.damaged import garble
from tests.wire import Standin, running


async def test_a_damaged_file_is_refused(discord_: Standin, database: Path) -> None:
    """A referee does not start on a damaged file, and names what to do; the file stays as it is."""
    assert discord_.base_url
    await (await Database.open(database)).close()
    with closing(sqlite3.connect(database)) as connection:
        (root,) = connection.execute("SELECT rootpage FROM sqlite_master WHERE name = 'notes_by_player'").fetchone()
    garble(database, root - 1, b"\xff" * 300, 0)
    before = database.read_bytes()  # noqa: ASYNC240 - nothing else runs
    with pytest.raises(StoreError, match=r"^cannot use the database .*; put a backup back with `hexmarshal restore`$"):
        async with running(Referee(database)):
            pytest.fail("started")
    assert before == database.read_bytes()  # noqa: ASYNC240 - nothing else runs
