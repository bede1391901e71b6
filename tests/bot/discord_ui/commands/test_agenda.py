"""What awaits a player: listed by urgency with the time left, and named behind each move."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.app import Referee
from engine.clocks.control import DAY, HOUR
from tests.bot.support.people import Pair, challenge, link_to, settled, told
from tests.bot.support.timed import NOON, PATIENT, Time, refereed
from tests.wire import Human, Standin

TIMES = ("7d/move", "3d/move", "none", "1d/move", "2d/move")


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


async def games(who: Human) -> list[str]:
    """What `/games` lists."""
    return (await told(await who.slash("games"))).replace("\\", "").split("\n")


def runs_out(at: int) -> str:
    """When time runs out, as it is listed."""
    return f"time runs out <t:{at // 1000}:R>"


async def test_the_most_urgent_first(discord_: Standin, referee: Referee, time: Time) -> None:
    """What awaits one comes first, by the time left, untimed last; then what awaits others; then challenges."""
    assert referee.is_ready()
    pairs = [await Pair.seated(discord_, number, clock=text) for number, text in enumerate(TIMES, 1)]
    time.go(HOUR)
    for pair in pairs[3:]:
        await pair.move("Tbc3")
    await challenge(pairs[0].red, 6)
    assert await games(pairs[0].red) == [
        f"#2 Hexeh vs bob, your move; your {runs_out(NOON + 3 * DAY)}, {link_to(pairs[1].board)}",
        f"#1 Hexeh vs bob, your move; your {runs_out(NOON + 7 * DAY)}, {link_to(pairs[0].board)}",
        f"#3 Hexeh vs bob, your move, {link_to(pairs[2].board)}",
        f"#4 Hexeh vs bob, bob to move; {runs_out(NOON + HOUR + DAY)}",
        f"#5 Hexeh vs bob, bob to move; {runs_out(NOON + HOUR + 2 * DAY)}",
        "#6 Hexeh, your challenge",
    ]


async def test_a_challenge_awaits_its_answer(discord_: Standin, referee: Referee) -> None:
    """Who is challenged finds the challenge among what awaits them, behind the games and wherever they ask."""
    pair = await Pair.seated(discord_)
    asked = await challenge(pair.blue, 2, opponent=pair.red)
    line = f"#2 Hexeh, challenge by bob; you are invited, {link_to(asked, 'challenge')}"
    assert await games(pair.red) == [f"#1 Hexeh vs bob, your move, {link_to(pair.board)}", line]
    await pair.move("Tbc3")
    assert await games(pair.red) == [line, "#1 Hexeh vs bob, bob to move"]
    abroad = discord_.channel("games", discord_.guild("Chess Club"))
    assert (await games(pair.red.at(abroad)))[1:] == ["In other servers:", line]
    assert (await games(pair.blue))[-1] == "#2 Hexeh, your challenge"
    assert referee.is_ready()


async def test_what_one_is_asked(discord_: Standin, referee: Referee, time: Time) -> None:
    """What waits for one's answer is listed before what waits for others, whoever is to move: offers, and claims."""
    first, second, third, late = [await Pair.seated(discord_, number, clock="3d/move soft") for number in range(1, 5)]
    alice, bob = first.red, first.blue
    await told(await alice.slash("game draw", action="offer", game="1"))
    await told(await alice.slash("game pause", action="offer", game="2"))
    await third.move("Tbc3")
    await told(await alice.slash("game takeback", game="3"))
    await late.move("Tbc3")
    await settled(referee)
    until = f"; time {runs_out(NOON + 3 * DAY).removeprefix('time ')}"
    assert await games(bob) == [
        f"#3 Hexeh vs alice, your move; a takeback is asked for; your {until[2:]}, {link_to(third.board)}",
        f"#4 Hexeh vs alice, your move; your {until[2:]}, {link_to(late.board)}",
        f"#1 Hexeh vs alice, alice to move; a draw is offered{until}, {link_to(first.board)}",
        f"#2 Hexeh vs alice, alice to move; a pause is offered{until}, {link_to(second.board)}",
    ]
    assert not [line for line in await games(alice) if "offered" in line or "asked" in line]
    time.go(3 * DAY)
    claim = f"#4 Hexeh vs bob, bob to move; time has run out, so you may claim, {link_to(late.board)}"
    assert claim in await games(alice)
    await referee.scheduler.meet()
    assert claim in await games(alice)


async def test_a_clock_that_stands_still(discord_: Standin, referee: Referee) -> None:
    """Where the clock stands still no time is told to run out."""
    pair = await Pair.seated(discord_, clock="3d/move")
    await told(await pair.red.slash("settings vacation", days=2))
    await referee.scheduler.meet()
    assert await games(pair.red) == [f"#1 Hexeh vs bob, your move, {link_to(pair.board)}"]


async def test_the_next_after_a_move(discord_: Standin, referee: Referee) -> None:
    """Behind a move stands how many games more await its player, and the way to the most urgent; none, nothing."""
    assert referee.is_ready()
    annex = discord_.channel("annex")
    first = await Pair.seated(discord_)
    second, third = await Pair.seated(discord_, 2, clock="3d/move", place=annex), await Pair.seated(discord_, 3)
    line = f"-# {{}} you. Next: {{}}, your move{{}}, {link_to(second.board)}"
    until = f" in {annex.mention}; your {runs_out(NOON + 3 * DAY)}"
    answer = (await first.move("Tbc3")).replace("\\", "").split("\n")
    assert answer[1:] == [line.format("2 more games await", "#2 Hexeh vs bob", until)]
    answer = (await third.move("Tbc3")).replace("\\", "").split("\n")
    assert answer[1:] == [line.format("1 more game awaits", "#2 Hexeh vs bob", until)]
    assert "\n" not in await second.move("Tbc3")


async def test_more_than_a_message_holds(discord_: Standin, referee: Referee) -> None:
    """Of more games than a message holds the most urgent are listed, and the others counted."""
    assert referee.is_ready()
    for number in range(1, 20):
        await Pair.seated(discord_, number)
    lines = await games(discord_.human("alice"))
    assert lines[-1] == f"… and {20 - len(lines)} more"
    assert len(lines) > 10
