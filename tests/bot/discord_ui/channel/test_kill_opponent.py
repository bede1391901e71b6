"""The process killed while the referee has a move to make: the move is made once, and shown once."""

from __future__ import annotations

import asyncio
import json
import random
import sqlite3
from contextlib import AsyncExitStack, closing
from functools import partial
from pathlib import Path

import pytest

from bot.app import Referee
from engine.model.position import long_form
from engine.play.events import Event, Moved
from engine.play.game import advance, new_game
from engine.play.referee import sheet
from engine.variants import variant_of
from tests.bot.discord_ui.channel.test_kill import Host
from tests.wire import Human, Message, Standin, running

FIRST = 1
"""How many events begin such a game: who sits where."""
FAST, SLOW = range(1), range(1, 6)


def moves(database: Path) -> list[str]:
    """The moves in the store, whose events are numbered without a gap."""
    with closing(sqlite3.connect(database)) as store:
        rows = store.execute("SELECT sequence, kind, fields FROM events WHERE game = 1 ORDER BY sequence").fetchall()
    assert [sequence for sequence, _, _ in rows] == list(range(1, len(rows) + 1))
    return [json.loads(fields)["move"] for _, kind, fields in rows if kind == "moved"]


def some_move(made: list[str]) -> str:
    """A move that is legal after those made, always the same one."""
    state = new_game(variant_of("hexeh"))
    for number, move in enumerate(made, 1):
        state = advance(state, Event(number, number, state.turn, Moved(move)))
    return long_form(state.variant.board, sheet(state).legal[0])


async def stored(host: Host, count: int) -> list[str]:
    """Wait until so many moves are in the store."""
    pulse = host.standin.hub.pulse
    await pulse.until(lambda: len(moves(host.database)) >= count or None, f"{count} moves", 60)
    return moves(host.database)


def is_turn_of(alice: Human, count: int, message: Message) -> bool:
    """Whether a message shows the board after so many moves, on which somebody is to move."""
    return message.nonce == f"1:{FIRST + count}" and f"{alice.mention} (Red) to move" in message.content


async def check(standin: Standin, database: Path, seed: int) -> None:
    """Play some moves against the referee, whose process is killed while each of its moves is due."""
    chance = random.Random(seed)  # noqa: S311 - a seed for a test
    alice, place = standin.human("alice").hurried(), standin.channel()
    async with AsyncExitStack() as stack:
        host = Host(standin, database, stack)
        await host.start()
        wishes = {
            "game": "hexeh",
            "opponent": standin.bot,
            "side": "Red",
            "clock": "none",
            "level": chance.choice([2, 4]),
        }
        await alice.slash("play", **wishes)
        await place.wait_for(partial(is_turn_of, alice, 0), timeout=30)
        for number in range(1, 4):
            await alice.slash("move", notation=some_move(moves(database)))
            await stored(host, 2 * number - 1)
            await asyncio.sleep(chance.uniform(0, 0.8))
            await host.kill()
            await host.start()
            await stored(host, 2 * number)
            await place.wait_for(partial(is_turn_of, alice, 2 * number), timeout=30)
        await host.kill()
    assert len(moves(database)) == 6
    async with running(Referee(database)) as referee:
        await referee.controller.games.opponent.idle()
        await referee.controller.poster.catch_up()
        assert await referee.controller.games.ledger.lagging() == []
        assert await referee.controller.games.ledger.thinking() == []
    assert len(moves(database)) == 6
    nonces = [message.nonce for message in place.messages if message.author == standin.bot]
    assert len(nonces) == len(set(nonces))


@pytest.mark.parametrize("seed", FAST)
async def test_killed_while_it_thinks(discord_: Standin, database: Path, seed: int) -> None:
    """Each move of the referee's outlasts a kill, or is found again; none is made or shown twice."""
    await check(discord_, database, seed)


@pytest.mark.slow
@pytest.mark.parametrize("seed", SLOW)
async def test_killed_often_while_it_thinks(discord_: Standin, database: Path, seed: int) -> None:
    """The same holds for more seeds."""
    await check(discord_, database, seed)
