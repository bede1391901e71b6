"""A stand-in for Discord with the referee logged in, and two people at a board."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.app import Referee
from engine.variants import GAMES
from tests.bot.people import Pair
from tests.engine.toys import TOYS
from tests.wire import Standin, running


@pytest.fixture
async def discord_() -> AsyncIterator[Standin]:
    """Start a stand-in that this process's clients talk to."""
    async with Standin() as standin:
        with standin.point_library():
            yield standin


@pytest.fixture
def database(tmp_path: Path) -> Path:
    """Name the file that the games are kept in."""
    return tmp_path / "games.sqlite"


@pytest.fixture
async def referee(discord_: Standin, database: Path) -> AsyncIterator[Referee]:
    """Log the referee in."""
    assert discord_.base_url
    async with running(Referee(database)) as client:
        yield client


@pytest.fixture
async def pair(discord_: Standin, referee: Referee) -> Pair:
    """Seat alice as Red and bob as Blue at a new game."""
    assert referee.is_ready()
    return await Pair.seated(discord_)


@pytest.fixture
def toys(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the referee know the games for three and four that are made up for the tests."""
    for key, game in TOYS.items():
        monkeypatch.setitem(GAMES, key, game)
