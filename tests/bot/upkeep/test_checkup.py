"""The check at the start: damage is told, nothing waits for it, and it ends."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing
from pathlib import Path

import pytest

from bot.app import Referee
from bot.games import Games
from bot.store import Database, Ledger, SharedDiceStore
from bot.upkeep import checkup
from tests.bot.damaged import PAGE, garble
from tests.bot.upkeep.test_backups import Told
from tests.wire import Standin, running


@pytest.fixture
async def games(database: Path) -> AsyncIterator[Games]:
    """Open the use cases over a file."""
    store = await Database.open(database)
    found = Games(Ledger(store), SharedDiceStore(store))
    found.notices = Told()
    yield found
    await store.close()


async def test_damage_is_told(games: Games, database: Path) -> None:
    """A sound file is not worth a word; what is damaged is told once, with what to do."""
    assert isinstance(games.notices, Told)
    assert await checkup.check(games, database) == checkup.Checked((), whole=True)
    assert games.notices.words == []
    garble(database, database.stat().st_size // PAGE - 4, b"\xff" * 300, 0)  # noqa: ASYNC240 - nothing else runs
    assert (await checkup.check(games, database)).flaws
    (told,) = games.notices.words
    assert "A part of my records is damaged: " in told
    assert "hexmarshal doctor" in told


async def test_a_large_file_is_given_up(games: Games, database: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """When its time is up the check ends, and says that it has not seen everything."""
    monkeypatch.setattr(checkup, "OFTEN", 10)
    assert await checkup.check(games, database, -1) == checkup.Checked((), whole=False)


async def test_it_is_made_at_the_start(discord_: Standin, database: Path, caplog: pytest.LogCaptureFixture) -> None:
    """A referee starts on a damaged file, mends its indexes, and says so."""
    with closing(sqlite3.connect(database)) as connection:
        (root,) = connection.execute("SELECT rootpage FROM sqlite_master WHERE name = 'notes_by_player'").fetchone()
    garble(database, root - 1, b"\xff" * 300, 0)
    async with running(Referee(database)) as referee:
        assert discord_.base_url
        checking = referee.background.named("checking the file")
        if checking is not None:
            await checking
    (told,) = [line.message for line in caplog.records if "was damaged" in line.message]
    assert "the indexes of the table notes do not fit it" in told
    assert (await asyncio.to_thread(checkup.look, database, 60)).flaws == ()
