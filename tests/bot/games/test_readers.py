"""What people paste is judged off the event loop and apart from the pictures, and never by more than is good."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from importlib import import_module
from typing import Any

import pytest

from bot.app import Referee
from bot.games.readers import EACH, MOST, Busy, Readers, StillReading
from bot.store import Player
from engine.model.refusal import Refused
from tests.bot.support.people import Pair, moves_of, settled, shown, told, untouched
from tests.bot.support.refusals import outcome
from tests.wire import Human

SHEET = '[Game "hexeh@1"]\n1. Tbc3 Tfe4\n'
STARTS = "4/5/2G3/E2W2e/6/5/4 2"
NOTHING_HELD = 5
"""How long a test waits for what nothing may hold up (s)."""


@asynccontextmanager
async def gate() -> AsyncIterator[threading.Event]:
    """An event that readers may wait for, set at the end whatever happens."""
    event = threading.Event()
    try:
        yield event
    finally:
        event.set()


async def begun(readers: Readers, players: list[int], work: Callable[[], object]) -> list[asyncio.Task[Any]]:
    """Let players bring texts, and see that they are taken."""
    tasks = [asyncio.create_task(readers.read(player, work)) for player in players]
    await asyncio.sleep(0)
    assert not any(task.done() for task in tasks)
    return tasks


# ---- the threads


async def test_what_is_found() -> None:
    """What is found in a text, or raised, comes back from another thread."""

    def fail() -> None:
        raise LookupError("nothing there")

    readers = Readers()
    assert await readers.read(1, threading.current_thread) is not threading.current_thread()
    with pytest.raises(LookupError, match="nothing there"):
        await readers.read(1, fail)


async def test_each_has_a_share() -> None:
    """Who has as many texts waiting as one may is asked to wait for them; others are not."""
    readers = Readers()
    async with gate() as opened:
        waiting = await begun(readers, [1] * EACH, opened.wait)
        refused = await outcome(readers.read(1, opened.wait))
        assert isinstance(refused, StillReading)
        assert (
            refused.text
            == "I am still reading what you sent before. Nothing has changed; please try again in a moment."
        )
        waiting += await begun(readers, [2], opened.wait)
    assert await asyncio.gather(*waiting) == [True] * len(waiting)
    assert await readers.read(1, lambda: "again") == "again"


async def test_too_much_to_read() -> None:
    """While as many texts wait as are ever kept, further ones are refused kindly; afterwards they are read."""
    readers = Readers()
    async with gate() as opened:
        waiting = await begun(readers, list(range(MOST)), opened.wait)
        refused = await outcome(readers.read(MOST, opened.wait))
        assert isinstance(refused, Busy)
        assert refused.text == ("I have too much to read right now. Nothing has changed; please try again in a minute.")
    await asyncio.gather(*waiting)
    assert await readers.read(MOST, lambda: "read") == "read"


async def test_one_who_waits_no_more() -> None:
    """A text that nobody waits for any more leaves its place to others."""
    readers = Readers()
    async with gate() as opened:
        for task in (waiting := await begun(readers, list(range(MOST)), opened.wait)):
            task.cancel()
        await asyncio.gather(*waiting, return_exceptions=True)
        assert readers.queue.waiting == 0
    assert await readers.read(1, lambda: "read") == "read"


# ---- nothing else waits for them


def blocking(monkeypatch: pytest.MonkeyPatch, place: str, opened: threading.Event) -> asyncio.Event:
    """Let what judges texts wait for an event; the event given is set when it begins to."""
    judge, begins, loop = named(place), asyncio.Event(), asyncio.get_running_loop()

    def judged(*arguments: Any) -> Any:
        loop.call_soon_threadsafe(begins.set)
        opened.wait()
        return judge(*arguments)

    monkeypatch.setattr(place, judged)
    return begins


def named(place: str) -> Callable[..., Any]:
    """The function of a name, as the module before it knows it."""
    module, _, name = place.rpartition(".")
    judge: Callable[..., Any] = getattr(import_module(module), name)
    return judge


async def test_pictures_do_not_wait(pair: Pair, monkeypatch: pytest.MonkeyPatch) -> None:
    """While scoresheets are read by as many as may, boards are drawn; then the scoresheets are shown."""
    asyncio.get_running_loop().set_default_executor(ThreadPoolExecutor(1))
    async with gate() as opened:
        begins = blocking(monkeypatch, "bot.games.records.read_scoresheet", opened)
        looks = [await pair.red.slash("record look", text=SHEET) for _ in range(EACH)]
        await asyncio.wait_for(begins.wait(), NOTHING_HELD)
        async with asyncio.timeout(NOTHING_HELD):
            (picture,) = (await shown(await pair.blue.slash("board"))).attachments
            refused = await outcome(told(await outcome(pair.red.slash("record look", text=SHEET))))
        assert picture.data.startswith(b"\x89PNG")
        assert refused == StillReading().text
    for look in looks:
        assert "Move 1 of 1." in (await shown(look)).content


async def test_the_game_goes_on(pair: Pair, referee: Referee, monkeypatch: pytest.MonkeyPatch) -> None:
    """While a conditional move is judged its game goes on; it is then judged in the position that has come."""
    async with gate() as opened:
        begins = blocking(monkeypatch, "engine.lookahead.conditional.read_lines", opened)
        kept = await pair.blue.slash("game if", text="Tbc3 then Gcb4")
        await asyncio.wait_for(begins.wait(), NOTHING_HELD)
        async with asyncio.timeout(NOTHING_HELD):
            await pair.moves("Gc3 Tfe4")
    assert await told(kept) == (
        "“Tbc3” is not legal: c3 holds your own guard. Legal nearby: Tb2, Tc2, Tba2, Tbb4, Tbd5. "
        "It would be Red's move there, not yours."
    )
    assert await moves_of(referee) == ["c2c3", "f5e4"]


Doing = Callable[[Human], Any]
JUDGES: dict[str, Doing] = {
    "engine.lookahead.conditional.read_lines": lambda who: who.slash("game if", text="Tbc3 then Gcb4"),
    "engine.lookahead.conditional.unfinished": lambda who: who.autocomplete("game if", text="Tbc3 then Gc"),
    "bot.games.records.read_scoresheet": lambda who: who.slash("record look", text=SHEET),
    "bot.games.records.going_on": lambda who: who.slash("record continue", text=SHEET),
    "bot.games.lobby.wished": lambda who: who.slash("play", game="hexeh", position=STARTS),
    "engine.records.replay.replay_moves": lambda who: who.slash("explore", after="0", move="Tbc3"),
    "bot.discord_ui.commands.autocomplete.offer_positions": lambda who: who.autocomplete("explore", after="1"),
    "bot.games.tables.replay": lambda who: who.slash("board"),
}


@pytest.mark.parametrize("place", JUDGES)
async def test_off_the_event_loop(pair: Pair, referee: Referee, monkeypatch: pytest.MonkeyPatch, place: str) -> None:
    """Whatever judges a text that may be long, or plays a long game back, does so in a thread of its own."""
    judge, threads = named(place), []

    def judged(*arguments: Any) -> Any:
        threads.append(threading.current_thread())
        return judge(*arguments)

    monkeypatch.setattr(place, judged)
    await settled(referee)
    referee.controller.games.tables.forget(1)
    found = await JUDGES[place](pair.blue)
    if not isinstance(found, tuple):
        await found.reply()
    assert threads
    assert threading.main_thread() not in threads


async def busy(player: int, work: Callable[[], object]) -> None:  # noqa: ARG001
    """Refuse to read anything."""
    raise Refused(Busy())


@pytest.mark.parametrize("place", [place for place in JUDGES if place != "bot.games.tables.replay"])
async def test_nothing_is_read(pair: Pair, referee: Referee, monkeypatch: pytest.MonkeyPatch, place: str) -> None:
    """Where too much waits to be read, whatever was written changes nothing, and completes to nothing."""
    monkeypatch.setattr(referee.controller.games.readers, "read", busy)
    async with untouched(pair.discord, referee):
        found = await outcome(JUDGES[place](pair.blue))
        if isinstance(found, tuple):
            assert found == ()
        else:
            assert await outcome(told(found)) == Busy().text


async def test_a_move_tried_in_vain(pair: Pair, referee: Referee, monkeypatch: pytest.MonkeyPatch) -> None:
    """A move tried while too much waits to be read is not in the exploration afterwards."""
    await shown(await pair.red.slash("explore", after="0"))
    with monkeypatch.context() as patch:
        exploring = referee.controller.games.exploring
        found = await outcome(exploring.latest(Player(pair.red.id, pair.red.name)))
        patch.setattr(referee.controller.games.readers, "read", busy)
        assert isinstance(await outcome(exploring.reset(found)), Busy)
    again = await exploring.latest(Player(pair.red.id, pair.red.name))
    assert again == found
