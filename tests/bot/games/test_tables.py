"""Games in memory: replayed in a thread, those used last kept, and those that no longer replay frozen."""

from __future__ import annotations

import asyncio
import threading
from itertools import cycle, islice
from pathlib import Path

import pytest

from bot.games import tables
from bot.games.tables import FrozenGame
from engine.clocks.control import DAY, TimeControl
from engine.play.commands import MakeMove
from engine.play.events import Event
from engine.play.game import advance, new_game
from engine.variants import GAMES, variant_of
from tests.bot.games.house import ANN, BEN, HERE, House
from tests.bot.support.direct import opened
from tests.bot.support.refusals import outcome
from tests.bot.support.timed import NOON
from tests.engine.support import moving
from tests.steps import counting


async def begun(house: House, moves: int) -> int:
    """Begin a game under a clock that has gone to and fro for so many moves."""
    state = new_game(variant_of("hexeh"))
    for move in islice(cycle(("b1c3", "b5c4", "c3b1", "c4b5")), moves):
        state = advance(state, Event(state.sequence + 1, NOON, state.turn, moving(state, move)))
    control = TimeControl(3 * DAY, DAY)
    return await house.lobby.set_up(HERE, state.variant, {1: ANN, 2: BEN}, None, control, state.events)


@pytest.fixture
def replays(monkeypatch: pytest.MonkeyPatch) -> list[threading.Thread]:
    threads, replay = list[threading.Thread](), tables.replayed

    def noted(*given: object) -> object:
        threads.append(threading.current_thread())
        return replay(*given)  # type: ignore[arg-type]

    monkeypatch.setattr(tables, "replayed", noted)
    return threads


async def test_games_are_replayed_once_in_a_thread(house: House, replays: list[threading.Thread]) -> None:
    """A game is replayed when it is first asked for, off the event loop, and then stays in memory as it goes on."""
    number = await begun(house, 40)
    before = (await house.table(number)).state
    house.games.tables.forget(number)
    replays.clear()
    assert (await house.table(number)).state == before
    assert len(replays) == 1
    assert threading.main_thread() not in replays
    await house.act(number, ANN, lambda seat: MakeMove(seat, None, "b1c3"))
    assert (await house.table(number)).state.sequence == before.sequence + 1
    assert len(replays) == 1


async def test_games_found_together(house: House) -> None:
    """Readers may find a game at the same time, while it is played."""
    number = await begun(house, 40)
    house.games.tables.forget(number)
    move = house.act(number, ANN, lambda seat: MakeMove(seat, None, "b1c3"))
    before = (await house.game(number)).sequence
    await asyncio.gather(*(house.games.tables.find(number) for _ in range(5)), move)
    assert (await house.table(number)).state.sequence == before + 1


@pytest.mark.parametrize(("limit", "value"), [("MAX_CACHED_STATES", 3), ("MAX_CACHED_EVENTS", 45)])
async def test_memory_is_limited(
    house: House, replays: list[threading.Thread], monkeypatch: pytest.MonkeyPatch, limit: str, value: int
) -> None:
    """The games used longest ago are forgotten first, once there are too many of them or of their events."""
    monkeypatch.setattr(tables, limit, value)
    numbers = [await begun(house, 12) for _ in range(4)]
    for number in (*numbers[:3], numbers[0], numbers[3]):
        await house.table(number)
    replays.clear()
    for number in (numbers[0], numbers[2], numbers[3]):
        await house.table(number)
    assert not replays
    await house.table(numbers[1])
    assert len(replays) == 1


@pytest.mark.parametrize("act", ["a move", "the board"])
async def test_acts_in_long_games(database: Path, act: str) -> None:
    """No act in a game of 400 moves takes half as many steps again as the same in a game of 20."""
    house, steps = House(await opened(database)), []
    for moves in (20, 20, 400):
        number = await begun(house, moves)
        await house.table(number)
        with counting() as counted:
            await (house.move(number) if act == "a move" else house.directory.shown(HERE, ANN, number))
        steps.append(counted.taken)
    await house.database.close()
    assert steps[2] < 1.5 * steps[1]


# ---- games that no longer replay

EVENT = "UPDATE events SET {} WHERE kind = 'moved'"
ROW = "UPDATE games SET {}"
BAD = {
    EVENT.format("fields = 'nonsense'"): "event 1 can't be read: Expecting value",
    EVENT.format("fields = '[]'"): "event 1 can't be read: ",
    EVENT.format("kind = 'danced'"): "event 1 can't be read: unknown event danced {'move': 'b1c3'}",
    EVENT.format('fields = \'{"move": "a1a7"}\''): "event 1 can't be read: a1a7 is no move in this position",
    EVENT.format("actor = 3"): "event 1 is by seat 3, which cannot have done that",
    "DELETE FROM events": "its row counts 1 events, but the last is 0",
    ROW.format("sequence = 0"): "its row counts 0 events, but the last is 1",
    ROW.format("edition = 0"): "it started under edition 0 of the rules, which are now at edition 1",
    ROW.format("variant = 'shogi'"): f"there's no game 'shogi'; the games are {', '.join(GAMES)}",
    ROW.format("options = '{'"): "its row can't be read: Expecting property name",
    ROW.format("options = '[1]'"): "its row can't be read: these aren't options: [1]",
    ROW.format('options = \'{"a": "b"}\''): "Hexeh has no option 'a'; its options are travelers and combat",
    ROW.format("time = 'soon'"): "",
    ROW.format("start = 'x'"): "",
    "DELETE FROM seats WHERE seat = 2": "its players don't match the seats of Hexeh",
    "INSERT INTO guests VALUES (1, 7, 99, '', 'in', 7, 0)": "a player has chosen a side that Hexeh doesn't have",
}
"""What is done to a game, and what its freezing is put down to."""


@pytest.mark.parametrize(("change", "why"), BAD.items())
async def test_a_game_that_does_not_replay_is_frozen(
    house: House, caplog: pytest.LogCaptureFixture, change: str, why: str
) -> None:
    """A game whose row or events do not fit is refused with the reason, named once in the log, and kept as it is."""
    number = await house.begin(time="none")
    await house.move(number, "b1c3")
    for statement in ("DROP TRIGGER events_stay", "DROP TRIGGER events_remain", change):
        await house.database.rows(statement)
    before = await house.database.rows("SELECT * FROM events"), await house.database.rows("SELECT * FROM games")
    again = house.again()
    for tried in (again.table(number), again.act(number, BEN, lambda seat: MakeMove(seat, None, "Tbc4"))):
        frozen = await outcome(tried)
        assert isinstance(frozen, FrozenGame)
        assert frozen.text.startswith(f"Game #1 is frozen: {why}")
    assert [why for each in caplog.messages if each.startswith(f"game 1 is set aside: {why}")] == [why]
    after = await house.database.rows("SELECT * FROM events"), await house.database.rows("SELECT * FROM games")
    assert after == before
