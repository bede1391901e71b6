"""A machine whose clock is set back: in no game does time run backwards, and nobody loses any."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from bot.games import Carried, ChallengeRequest, Games
from bot.games.tables import FLAG
from bot.store import StoredGame
from engine.clocks.control import TimeControl, read_control
from engine.play.commands import Command, MakeMove, Propose, Resign
from engine.play.events import DRAW
from engine.play.game import replay
from engine.play.referee import sheet
from tests.bot.games.test_limits import ANN, BEN, HERE, opened
from tests.bot.support.timed import NOON, Time

HOUR, MINUTE = 3_600_000, 60_000


@pytest.mark.parametrize("seed", range(3))
async def test_events_in_order(database: Path, seed: int) -> None:
    """Whenever the clock is set back, events follow one another, clocks show no less for it, and the record replays."""
    chance = random.Random(seed)  # noqa: S311 - no secret
    async with opened(database) as club:
        await _played(club.games, chance, club.time)


async def _played(games: Games, chance: random.Random, time: Time) -> None:
    """Play a game while the clock is set, and look at its events."""
    made = await games.lobby.challenge(HERE, ANN, ChallengeRequest("hexeh", {}, (BEN,), "1", time="1d/move soft"))
    assert isinstance(made, StoredGame)
    await games.lobby.join(made.number, BEN)
    table = await games.tables.find(made.number)
    for turn in range(12):
        time.go(chance.choice((MINUTE, -HOUR, -MINUTE, 2 * MINUTE)))
        who, state = table.game.seats[table.state.turn], table.state
        assert state.clock is not None
        left = state.clock.left_at(state.turn, time.now)
        command: Command = MakeMove(state.turn, None, sheet(state).shorts(sheet(state).legal)[0])
        if turn % 4 == 3:
            command = Propose(state.turn, state.changed, kind=DRAW)
        turned = await games.play.act(made.number, who, lambda _, given=command: given)  # type: ignore[misc]
        assert isinstance(turned, Carried)
        assert turned.table.state.clock is not None
        assert turned.table.state.clock.left[state.turn] >= min(left, 24 * HOUR - 2 * MINUTE)
        table = turned.table
        (due,) = await games.ledger.deadlines.due([FLAG], 1 << 62)
        assert due.due >= table.state.time
    ended = await games.play.act(made.number, ANN, Resign)
    assert isinstance(ended, Carried)
    events = await games.ledger.events(made.number)
    times = [event.at for event in events]
    assert times == sorted(times)
    assert min(times) >= NOON
    control = read_control("1d/move soft")
    assert isinstance(control, TimeControl)
    assert replay(table.state.variant, events, control=control).clock is not None
