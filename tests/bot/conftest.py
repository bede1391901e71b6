"""A stand-in for Discord with the referee logged in, and two people at a board."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import AsyncIterator, Iterator
from functools import lru_cache
from pathlib import Path

import pytest

from bot.app import Referee
from bot.store import Database
from engine.variants import GAMES
from renderer import draw
from tests.bot.support.people import Pair
from tests.bot.support.timed import Time
from tests.engine.toys import TOYS
from tests.wire import Human, Standin, running


@pytest.fixture
async def discord_() -> AsyncIterator[Standin]:
    """Start a stand-in that this process's clients talk to."""
    async with Standin() as standin:
        with standin.point_library():
            yield standin


@pytest.fixture(scope="session")
def empty_store(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """Give the file of a store without games, whose schema is up to date."""
    path = tmp_path_factory.mktemp("empty") / "games.sqlite"

    async def make() -> None:
        await (await Database.open(path)).close()

    asyncio.run(make())
    return path.read_bytes()


@pytest.fixture
def new_file(tmp_path: Path) -> Path:
    return tmp_path / "games.sqlite"


@pytest.fixture
def database(new_file: Path, empty_store: bytes) -> Path:
    """Name the file that the games are kept in; its tables are there, so that no test waits for them."""
    new_file.write_bytes(empty_store)
    return new_file


@pytest.fixture
async def store(database: Path) -> AsyncIterator[Database]:
    opened = await Database.open(database)
    yield opened
    await opened.close()


@pytest.fixture
def time() -> Time:
    """Let time stand still at noon."""
    return Time()


@pytest.fixture(scope="session", autouse=True)
def children_compiled_once(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Let the programs that tests start share their bytecode, also where Python is told to write none."""
    with pytest.MonkeyPatch.context() as patch:
        if sys.dont_write_bytecode:
            patch.delenv("PYTHONDONTWRITEBYTECODE", raising=False)
            patch.setenv("PYTHONPYCACHEPREFIX", str(tmp_path_factory.mktemp("bytecode")))
        yield


@pytest.fixture(scope="session", autouse=True)
def each_scene_drawn_once() -> Iterator[None]:
    """Keep the boards that were drawn last: many tests show the same ones, and a scene always gives the same bytes."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("bot.games.pictures.draw", lru_cache(maxsize=256)(draw))
        yield


@pytest.fixture
async def referee(discord_: Standin, database: Path) -> AsyncIterator[Referee]:
    assert discord_.base_url
    async with running(Referee(database)) as client:
        yield client


@pytest.fixture
def alice(discord_: Standin) -> Human:
    return discord_.human("alice")


@pytest.fixture
def bob(discord_: Standin) -> Human:
    return discord_.human("bob")


@pytest.fixture
def carol(discord_: Standin) -> Human:
    return discord_.human("carol")


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
