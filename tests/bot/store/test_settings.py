"""What holds in a server: chosen values come back as they were, and what cannot be read counts as not chosen."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.store import Database, ServerSettings, ServerStore

CHOSEN = ServerSettings(
    channels=frozenset({7, 2**60}),
    game="hexeh",
    fights="poly",
    time="none",
    rated=False,
    threaded=True,
    challengers=9,
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
    assert await store.settings(HERE) == ServerSettings()
    for name, value in vars(CHOSEN).items():
        await store.choose(HERE, name, value)
    assert await store.settings(HERE) == CHOSEN
    assert await store.settings(ELSEWHERE) == ServerSettings()


async def test_what_cannot_be_read(store: ServerStore) -> None:
    """A strange value counts as not chosen, and a strange name as nothing."""
    for name, value in (("rated", "perhaps"), ("abandoned_days", '"many"'), ("channels", "[7]"), ("colour", '"blue"')):
        await store._database.rows("INSERT INTO server_settings VALUES (?, ?, ?)", HERE, name, value)
    assert await store.settings(HERE) == ServerSettings(channels=frozenset({7}))
