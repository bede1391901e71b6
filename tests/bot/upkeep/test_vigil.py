"""The vigil over the file: what goes wrong is noticed within a heartbeat, told once, and refused in words."""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.app import Referee
from bot.games import Games
from bot.store import Database, Lease, Ledger, SharedDiceStore
from bot.upkeep.vigil import Vigil
from tests.bot.people import Pair, told
from tests.bot.timed import Time
from tests.wire import Standin, running


class Told:
    """Notices that are kept."""

    def __init__(self) -> None:
        self.words: list[str] = []

    async def tell(self, what: str) -> None:
        """Keep it."""
        self.words.append(what)


@pytest.fixture
async def games(database: Path) -> AsyncIterator[Games]:
    """Open the use cases over a file that they hold."""
    time = Time()
    store = await Database.open(database, Lease(database, time))
    yield Games(Ledger(store), SharedDiceStore(store), time)
    await store.close()


async def test_a_full_disk_is_told_once_and_its_end_once(games: Games) -> None:
    """However long the disk is full, the owner is told once; and once when there is room again."""
    games.notices = owner = Told()
    vigil, store = Vigil(games), games.ledger.database
    assert await vigil.look() is None
    await store.rows("PRAGMA query_only = ON")  # what SQLite says then stands for any fault of the device
    assert await vigil.look()
    assert await vigil.look()
    assert len(owner.words) == 1
    assert "I cannot write to my records: attempt to write a readonly database" in owner.words[0]
    await store.rows("PRAGMA query_only = OFF")
    assert await vigil.look() is None
    assert await vigil.look() is None
    assert owner.words[1:] == ["I can write to my records again. Nothing that was acknowledged is missing."]


async def test_a_file_that_is_gone_is_told_and_everything_refused(
    discord_: Standin, referee: Referee, pair: Pair, database: Path
) -> None:
    """Once the file is gone, moves and challenges are refused in words, and the owner is told once."""
    games = referee.controller.games
    games.notices = owner = Told()
    vigil = Vigil(games)
    os.unlink(database)  # noqa: PTH108 - in a test
    alice = discord_.human("alice")
    refused = await told(await alice.slash("move", notation="Tbc3"))
    assert "I cannot write to game #1: the file" in refused
    assert "was deleted or moved away while I was using it" in refused
    assert "start me again" in refused
    assert "was deleted" in await told(await alice.slash("play", game="hexeh", opponent=discord_.human("bob")))
    assert await vigil.look()
    assert await vigil.look()
    assert len(owner.words) == 1
    assert "#1" in await told(await alice.slash("board", game="1"))
    assert pair


async def test_who_loses_the_file_closes(discord_: Standin, database: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A process whose file another has taken over leaves Discord within a heartbeat, and says why."""
    monkeypatch.setattr("bot.upkeep.vigil.PULSE", 20)
    async with running(Referee(database)) as first:
        assert discord_.base_url
        store = await Database.open(database, Lease(database, Time(), take_over=True))
        async with asyncio.timeout(20):
            while not first.is_closed():  # noqa: ASYNC110 - discord.py has no event for it
                await asyncio.sleep(0.02)
        assert first.ousted is not None
        assert "has taken over the file" in first.ousted
        await store.prove()
        await store.close()
