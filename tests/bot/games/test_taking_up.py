"""Games that are not in memory are replayed from their events, in a thread; those used last stay in memory."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.games import Carried, Games, Location, tables
from bot.games.tables import Table
from bot.store import Database, Ledger, Player
from engine.clocks.control import DAY, TimeControl
from engine.play.commands import MakeMove
from engine.variants import variant_of
from tests.bot.games.test_long_games import gone_on
from tests.bot.support.direct import opened

ANN, BEN = Player(11, "Ann"), Player(12, "Ben")
NOON = 1_800_000_000_000
CONTROL = TimeControl(3 * DAY, DAY)


@pytest.fixture
async def store(database: Path) -> AsyncIterator[Database]:
    """Open a file for one test."""
    store = await opened(database)
    yield store
    await store.close()


@pytest.fixture
def games(store: Database) -> Games:
    """Play in it."""
    return Games(Ledger(store), now=lambda: NOON)


async def begun(games: Games, events: int) -> int:
    """Begin a game under a clock that has gone to and fro for so many moves."""
    state = gone_on(("hexeh", "off"), events)
    return await games.lobby.set_up(Location(1, 2), variant_of("hexeh"), {1: ANN, 2: BEN}, None, CONTROL, state.events)


async def table(games: Games, number: int) -> Table:
    """Find a game."""
    found = await games.tables.find(number)
    assert isinstance(found, Table)
    return found


@pytest.fixture
def replays(monkeypatch: pytest.MonkeyPatch) -> list[threading.Thread]:
    """The threads in which games have been replayed."""
    threads, replay = list[threading.Thread](), tables.replayed

    def noted(*given: object) -> object:
        threads.append(threading.current_thread())
        return replay(*given)  # type: ignore[arg-type]

    monkeypatch.setattr(tables, "replayed", noted)
    return threads


async def test_games_are_replayed_once_in_a_thread(games: Games, replays: list[threading.Thread]) -> None:
    """A game is replayed when it is first asked for, off the event loop, and then stays in memory as it goes on."""
    number = await begun(games, 40)
    before = (await table(games, number)).state
    games.tables.forget(number)
    replays.clear()
    assert (await table(games, number)).state == before
    assert len(replays) == 1
    assert threading.main_thread() not in replays
    turned = await games.play.act(number, ANN, lambda seat: MakeMove(seat, None, "b1c3"))
    assert isinstance(turned, Carried)
    assert (await table(games, number)).state.sequence == before.sequence + 1
    assert len(replays) == 1


async def test_games_found_together(games: Games) -> None:
    """Readers may find a game at the same time, while it is played."""
    number = await begun(games, 40)
    games.tables.forget(number)
    move = games.play.act(number, ANN, lambda seat: MakeMove(seat, None, "b1c3"))
    *_, turned = await asyncio.gather(*(games.tables.find(number) for _ in range(5)), move)
    assert isinstance(turned, Carried)
    assert (await table(games, number)).state == turned.now.state


@pytest.mark.parametrize(("limit", "value"), [("KEPT", 3), ("KEPT_EVENTS", 45)])
async def test_memory_is_limited(
    games: Games, replays: list[threading.Thread], monkeypatch: pytest.MonkeyPatch, limit: str, value: int
) -> None:
    """The games used longest ago are forgotten first, once there are too many of them or of their events."""
    monkeypatch.setattr(tables, limit, value)
    numbers = [await begun(games, 12) for _ in range(4)]
    for number in (*numbers[:3], numbers[0], numbers[3]):
        await table(games, number)
    replays.clear()
    for number in (numbers[0], numbers[2], numbers[3]):
        await table(games, number)
    assert not replays
    await table(games, numbers[1])
    assert len(replays) == 1


async def test_one_long_game_stays(
    games: Games, replays: list[threading.Thread], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A game that has more events than are kept of all together stays in memory while it is the last one used."""
    monkeypatch.setattr(tables, "KEPT_EVENTS", 10)
    number = await begun(games, 40)
    await table(games, number)
    replays.clear()
    await table(games, number)
    assert not replays
