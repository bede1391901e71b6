"""Clocks in Discord: challenged with, shown, run out, kept through absences and on vacation."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.app import Referee
from engine.clocks.control import DAY, HOUR, MINUTE
from engine.records.scoresheet import read_scoresheet
from engine.rules.protocols import Result
from tests.bot.support.people import END_BUTTONS, Pair, labels, link_to, moves_of, record_of, settled, told
from tests.bot.support.timed import NOON, PATIENT, Time, refereed
from tests.wire import Human, Standin


@pytest.fixture
def time() -> Time:
    """Let time stand still at noon."""
    return Time()


@pytest.fixture
async def referee(discord_: Standin, database: Path, time: Time) -> AsyncIterator[Referee]:
    """Log the referee in, in simulated time."""
    assert discord_.base_url
    async with refereed(database, time, PATIENT) as client:
        yield client


def stamp(at: int) -> str:
    """A time as a board shows it."""
    return f"<t:{at // 1000}:R> (<t:{at // 1000}:f>)"


async def games(who: Human) -> list[str]:
    """What `/games` lists."""
    return (await told(await who.slash("games"))).replace("\\", "").split("\n")


def runs_out(at: int) -> str:
    """When time runs out, as it is listed."""
    return f"time runs out <t:{at // 1000}:R>"


TIMES = ("7d/move", "3d/move", "none", "1d/move")


async def test_the_most_urgent_first(discord_: Standin, referee: Referee, time: Time) -> None:
    """What awaits one comes first, by the time left, untimed last; then what awaits others, and what one is asked."""
    assert referee.is_ready()
    pairs = [await Pair.seated(discord_, number, clock=text) for number, text in enumerate(TIMES, 1)]
    time.go(HOUR)
    await pairs[3].move("Tbc3")
    await told(await pairs[0].blue.slash("game draw", action="offer", game="4"))
    assert await games(pairs[0].red) == [
        f"#2 Hexeh vs bob, your move; your {runs_out(NOON + 3 * DAY)}, {link_to(pairs[1].board)}",
        f"#1 Hexeh vs bob, your move; your {runs_out(NOON + 7 * DAY)}, {link_to(pairs[0].board)}",
        f"#3 Hexeh vs bob, your move, {link_to(pairs[2].board)}",
        f"#4 Hexeh vs bob, bob to move; a draw is offered; {runs_out(NOON + HOUR + DAY)}, {link_to(pairs[3].board)}",
    ]


async def test_boards_tell_what_is_left(discord_: Standin, referee: Referee, time: Time) -> None:
    """A board tells when the running clock runs out, by time stamps, what the other has, and the control."""
    assert referee.is_ready()
    pair = await Pair.seated(discord_, clock="7d+1d max 10d")
    line = "-# Red runs out of time {}; Blue has 7 days. Time: 7 days + 1 day, at most 10."
    assert line.format(stamp(NOON + 7 * DAY)) in pair.board.content
    time.go(30 * HOUR)
    await pair.move("Tbc3")
    assert f"-# Blue runs out of time {stamp(time.now + 7 * DAY)}; Red has 6 days 18 hours. Time" in pair.board.content
    assert '[TimeControl "7d+1d max 10d"]' in await record_of(pair.red)


async def test_a_flag_falls(discord_: Standin, referee: Referee, time: Time) -> None:
    """When time runs out the referee ends the game by itself: a last board without buttons, both are pinged, once."""
    pair = await Pair.seated(discord_, clock="10+5")
    await pair.move("Tbc3")
    time.go(10 * MINUTE - 1, referee)
    await referee.scheduler.meet()
    assert await moves_of(referee) == ["ClockStarted", "b1c3"]
    time.go(1, referee)
    await pair.next_board()
    assert "Game over. Red wins: time ran out." in pair.board.content
    assert "runs out" not in pair.board.content
    assert labels(pair.board)[:3] == END_BUTTONS
    assert pair.board.pinged.users == {pair.red.id, pair.blue.id}
    assert await moves_of(referee) == ["ClockStarted", "b1c3", "Flagged", "Revealed"]
    await referee.scheduler.meet()
    assert await referee.controller.games.ledger.deadlines.due(["flag"], 1 << 62) == []
    assert read_scoresheet(await record_of(pair.red)).state.result == Result(1, "time")


async def test_a_flag_that_fell_during_a_short_absence(discord_: Standin, database: Path) -> None:
    """A deadline that came while the referee was away for less than its grace is met at the next start, once."""
    time = Time()
    async with refereed(database, time) as referee:
        pair = await Pair.seated(discord_, clock="4m")
        await pair.move("Tbc3")
        await settled(referee)
    await discord_.wait_disconnected()
    time.go(4 * MINUTE)
    async with refereed(database, time) as referee:
        await pair.next_board()
        assert "Red wins: time ran out." in pair.board.content
        await settled(referee)
    await discord_.wait_disconnected()
    async with refereed(database, time) as referee:
        assert (await moves_of(referee))[2:] == ["Flagged", "Revealed"]
        await referee.controller.poster.catch_up()
    assert len([m for m in pair.channel.messages if "time ran out" in m.content]) == 1


async def beaten(referee: Referee) -> None:
    """Let the others run until the scheduler has nothing more to do."""
    for _ in range(20):
        await referee.controller.games.ledger.fact("beat")


async def test_a_connection_that_was_away_for_long(discord_: Standin, database: Path) -> None:
    """While Discord cannot be reached no flag falls; what clocks lost then is given back when it can be again."""
    time = Time()
    async with refereed(database, time) as referee:
        pair = await Pair.seated(discord_, clock="10+5")
        await settled(referee)
        referee.dispatch("shard_disconnect", 0)
        await beaten(referee)
        time.go(9 * HOUR, referee)
        await beaten(referee)
        assert await moves_of(referee) == ["ClockStarted"]
        referee.dispatch("shard_resumed", 0)
        while len(await moves_of(referee)) < 2:
            await beaten(referee)
        assert await moves_of(referee) == ["ClockStarted", "Credited"]
        await pair.move("Tbc3")


async def test_a_vacation(discord_: Standin, referee: Referee, time: Time) -> None:
    """On vacation one's clocks stand still in all games but live ones, nobody is pinged; it ends by itself or early."""
    pair, live = await Pair.seated(discord_, clock="3d/move"), await Pair.seated(discord_, 2, clock="10+5")
    await settled(referee)
    before = len(pair.channel.messages)
    answer = await told(await pair.red.slash("settings vacation", days=20))
    assert answer.startswith("Enjoy your vacation: your clock stands still in 1 game.")
    await referee.scheduler.meet()
    await settled(referee)
    assert "Red has 3 days, on vacation; Blue has 3 days." in pair.board.content
    assert "vacation" not in live.board.content
    assert len(pair.channel.messages) == before
    assert (await told(await pair.red.slash("settings vacation", days=1))).startswith("You are already on vacation;")
    time.go(20 * DAY, referee)
    await referee.scheduler.meet()
    await settled(referee)
    assert f"Red runs out of time {stamp(time.now + 3 * DAY)}" in pair.board.content
    assert "only 10 days" in await told(await pair.red.slash("settings vacation", days=11))
    await told(await pair.red.slash("settings vacation", days=9))
    assert "10 days of vacation left" in await told(await pair.red.slash("settings vacation", end=True))
