"""The referee's process killed at its worst moments: nothing acknowledged is lost, and nothing is shown twice."""

from __future__ import annotations

import signal
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from bot.app import Referee
from engine.play.events import RollCalled
from engine.records.audit import check
from tests.bot.support.dying import program
from tests.bot.support.kept import events_of
from tests.bot.support.people import Pair, is_board, moves_of, says, settled
from tests.suites import SIGNALLED
from tests.wire import Message, Standin, running

pytestmark = SIGNALLED
POINTS = {
    "before the acknowledgement": ("POST", "/callback", False),
    "before the answer": ("DELETE", "/messages/@original", False),
    "after the answer": ("DELETE", "/messages/@original", True),
    "before the board": ("POST", "/messages", False),
    "after the board": ("POST", "/messages", True),
}
FAST = "before the board"


@asynccontextmanager
async def process(standin: Standin, database: Path) -> AsyncIterator[None]:
    """Run the referee as a program of its own; at the end it is killed, and has had nothing to complain of."""
    async with program(standin, database) as child:
        yield
        child.kill()
        written, _ = await child.communicate()
        assert (child.returncode, written) == (-signal.SIGKILL, b"")


async def seated(standin: Standin, database: Path, **options: Any) -> Pair:
    """Seat alice and bob at a game, and let the referee go."""
    async with running(Referee(database)) as referee:
        pair = await Pair.seated(standin, options="combat=poly", **options)
        await settled(referee)
    await standin.wait_disconnected()
    return pair


def shown(pair: Pair, words: str) -> list[Message]:
    return [m for m in pair.channel.messages if is_board(m) and words in m.content]


@pytest.mark.parametrize("point", [pytest.param(name, marks=[pytest.mark.slow] * (name != FAST)) for name in POINTS])
async def test_killed_in_a_fight(discord_: Standin, database: Path, point: str) -> None:
    """A fight whose process is killed is rolled once by the committed secret, and its board is shown once."""
    pair = await seated(discord_, database)
    method, path, effective = POINTS[point]
    async with process(discord_, database):
        hold = discord_.delay(method, path, effective=effective)
        await pair.red.hurried().slash("move", notation="Tbxc6")
        await hold.reached(10)
    hold.release()
    async with running(Referee(database)) as referee:
        ledger = referee.controller.games.ledger
        await referee.controller.poster.catch_up()
        if await moves_of(referee) == []:
            assert point == "before the acknowledgement", "what is answered has been committed"
            await pair.red.slash("move", notation="Tbxc6")
        await pair.channel.wait_for(says("**Tbxc6** – ", "traveler **"))
        await settled(referee)
        assert await moves_of(referee) == ["b1c6", "Rolled"]
        table = await referee.controller.games.tables.find(1)
        found = check((await ledger.secret(1)).hex(), table.game.commitment, "game 1", table.state.rolls)
        assert (found.matches, found.checked > 0) == (True, True)
        assert len(shown(pair, "**Tbxc6**")) == len(shown(pair, "traveler **")) == 1


async def test_killed_with_a_roll_due(discord_: Standin, database: Path) -> None:
    """The reply to an attack that comes while nobody is there rolls at the next start, once."""
    pair = await seated(discord_, database, rolls="player")
    async with process(discord_, database):
        hold = discord_.delay("POST", "/messages", effective=True)
        await pair.red.hurried().slash("move", notation="Tbxc6")
        await hold.reached(10)
        (board,) = shown(pair, ", roll!")
    hold.release()
    reply = await pair.blue.say("first", reply_to=board)
    await pair.blue.say("second", reply_to=board)
    async with running(Referee(database)) as referee:
        await pair.channel.wait_for(lambda m: is_board(m) and not m.content.startswith("### ⚔️"), after=reply)
        await settled(referee)
        events = await events_of(referee.controller.games.ledger, 1)
        assert [each.what for each in events if isinstance(each.what, RollCalled)] == [RollCalled(reply.id, "first")]
        assert len([m for m in pair.channel.messages if is_board(m) and "traveler **" in m.content]) == 1
