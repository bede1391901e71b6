"""What holds in a server: chosen values come back as they were, and what cannot be read counts as not chosen."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.games.servers import Servers, ServerSettings
from bot.store import Database, ServerStore

CHOSEN = ServerSettings(
    channels=frozenset({7, 2**60}),
    game="hexeh",
    fights="poly",
    time="none",
    rated=False,
    threaded=True,
    letters=True,
    challengers=9,
    games=0,
    challenges=3,
    challenge_days=0,
    abandoned_days=90,
)
HERE, ELSEWHERE = 1, 2


@pytest.fixture
async def store(database: Path) -> AsyncIterator[ServerStore]:
    """Open the store for one test."""
    opened = await Database.open(database)
    yield ServerStore(opened)
    await opened.close()


async def test_chosen_values_come_back(store: ServerStore) -> None:
    """Every field holds in its own server alone."""
    servers = Servers(store)
    assert await servers.settings(HERE) == ServerSettings()
    for name, value in vars(CHOSEN).items():
        await servers.choose(HERE, name, value)
    assert await servers.settings(HERE) == CHOSEN
    assert await servers.settings(ELSEWHERE) == ServerSettings()


async def test_what_cannot_be_read(store: ServerStore) -> None:
    """A strange value counts as not chosen, and a strange name as nothing."""
    for name, value in (("rated", "perhaps"), ("games", "many"), ("channels", "x 7"), ("colour", "blue")):
        await store.choose(HERE, name, value)
    assert await Servers(store).settings(HERE) == ServerSettings(channels=frozenset({7}))
