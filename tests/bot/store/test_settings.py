"""What holds in a server: chosen values come back as they were, and what cannot be read counts as not chosen."""

from __future__ import annotations

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
def settings(store: Database) -> ServerStore:
    return ServerStore(store)


async def test_chosen_values_come_back(settings: ServerStore) -> None:
    """Every field holds in its own server alone."""
    assert await settings.settings(HERE) == ServerSettings()
    for name, value in vars(CHOSEN).items():
        await settings.choose(HERE, name, value)
    assert await settings.settings(HERE) == CHOSEN
    assert await settings.settings(ELSEWHERE) == ServerSettings()


async def test_what_cannot_be_read(settings: ServerStore) -> None:
    """A strange value counts as not chosen, and a strange name as nothing."""
    for name, value in (("rated", "perhaps"), ("abandoned_days", '"many"'), ("channels", "[7]"), ("colour", '"blue"')):
        await settings._database.rows("INSERT INTO server_settings VALUES (?, ?, ?)", HERE, name, value)
    assert await settings.settings(HERE) == ServerSettings(channels=frozenset({7}))
