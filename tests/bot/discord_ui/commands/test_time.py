"""Time controls in Discord: challenged with, shown, flagged, claimed, paused, restarted."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.app import Referee
from bot.games import Games
from bot.store import Database, Ledger
from engine.clocks.control import DAY, HOUR, MINUTE
from engine.records.scoresheet import read_scoresheet
from engine.rules.protocols import Result
from tests.bot.support.people import (
    END_BUTTONS,
    Pair,
    challenge,
    labels,
    moves_of,
    record_of,
    says,
    settled,
    told,
    untouched,
)
from tests.bot.support.timed import NOON, PATIENT, Time, refereed
from tests.wire import Standin, Typing


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


# ---- challenges


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ("3 days/move", "\n3 days per move. Rated."),
        ("7d+1d max 10d", "\n7 days + 1 day, at most 10. Rated."),
        ("10+5", "\n10 minutes + 5 seconds (live). Rated."),
        ("3d weekends off europe/berlin", "\n3 days per move; weekends off (Europe/Berlin). Rated."),
    ],
)
async def test_a_challenge_tells_its_time(discord_: Standin, referee: Referee, typed: str, words: str) -> None:
    """The time chosen with a challenge is shown there as people say it."""
    assert referee.is_ready()
    assert words in (await challenge(discord_.human("alice"), clock=typed)).content


async def test_no_time(pair: Pair) -> None:
    """Without a time there is none: the boards do not speak of it, and commands about it are refused."""
    assert not [m for m in pair.channel.messages if "Time:" in m.content]
    refusal = "This game has no clock. Choose a clock with your next challenge, such as 3 days/move or 10+5."
    for command in (
        "game claim-time",
        "game pause action:offer",
        "game pause action:accept",
        "game pause action:decline",
        "game pause action:resume",
    ):
        assert await told(await pair.red.slash(command)) == refusal


async def test_a_bad_time(discord_: Standin, referee: Referee) -> None:
    """A time that cannot be read is refused in private, with the ways to write one, and nothing is posted."""
    async with untouched(discord_, referee):
        answer = await told(await discord_.human("alice").slash("play", game="hexeh", clock="*soon* @everyone"))
        assert answer.startswith("I can't read “\\*soon\\* @\u200beveryone” as a time control. Write none, 3 days/move")


async def test_completion(discord_: Standin, referee: Referee) -> None:
    """What is typed as a time is completed with its soft form and its weekends, and the usual ones are offered."""
    assert referee.is_ready()
    alice = discord_.human("alice")
    usual = await alice.autocomplete("play", game="hexeh", clock=Typing(""))
    assert ("no time limit", "none") == (usual[0].name, usual[0].value)
    typed = await alice.autocomplete("play", game="hexeh", clock=Typing("5d"))
    assert [choice.value for choice in typed] == ["5d/move", "5d/move soft", "5d/move weekends off UTC"]
    assert [c.value for c in await alice.autocomplete("play", game="hexeh", clock=Typing("soft"))] == ["3d/move soft"]
    assert [c.value for c in await alice.autocomplete("play", game="hexeh", clock=Typing("zebra"))] == []


# ---- boards


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


# ---- flags


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


async def test_a_move_too_late(discord_: Standin, referee: Referee, time: Time) -> None:
    """A move that comes after the deadline, before the flag was seen to, is not made: its player is told of the end."""
    pair = await Pair.seated(discord_, clock="3d/move")
    for loop in referee._loops:
        loop.cancel()
    time.go(3 * DAY)
    answer = await told(await pair.red.slash("move", notation="Tbc3"))
    assert answer.startswith("alice has run out of time. Game over. Blue wins: time ran out.")
    await pair.next_board()
    assert await moves_of(referee) == ["ClockStarted", "Flagged", "Revealed"]


async def test_moves_move_the_deadline(discord_: Standin, referee: Referee, time: Time) -> None:
    """The deadline in the store is always that of the clock that runs; a game that is over has none."""
    pair = await Pair.seated(discord_, clock="3d/move")
    deadlines = referee.controller.games.ledger.deadlines
    assert [deadline.due for deadline in await deadlines.due(["flag"], 1 << 62)] == [NOON + 3 * DAY]
    time.go(DAY)
    await pair.move("Tbc3")
    assert [deadline.due for deadline in await deadlines.due(["flag"], 1 << 62)] == [NOON + 4 * DAY]
    assert "You offer a draw" in await told(await pair.blue.slash("game draw", action="offer"))
    assert "You accept" in await told(await pair.red.slash("game draw", action="accept"))
    assert await deadlines.due(["flag"], 1 << 62) == []


# ---- soft games


@pytest.mark.parametrize("by_button", [False, True])
async def test_claiming(discord_: Standin, referee: Referee, time: Time, by_button: bool) -> None:
    """In a soft game the others are told that time has run out, and may claim the win by command or button."""
    pair = await Pair.seated(discord_, clock="3d/move soft")
    assert await told(await pair.blue.slash("game claim-time")) == "Red has 3 days left."
    time.go(3 * DAY, referee)
    news = await pair.channel.wait_for(says("has run out of time"), after=pair.board)
    out = f"{pair.red.mention} has run out of time; /game claim-time claims the win. {pair.blue.mention}"
    assert news.content == f"**#1** {out}"
    assert news.pinged.users == {pair.red.id, pair.blue.id}
    assert labels(news) == ["Claim time"]
    assert "Red has run out of time; Blue has 3 days." in pair.board.content
    own = "It is your own clock that is running: make your move."
    assert await told(await pair.red.press(news, "Claim time")) == own
    claim = pair.blue.press(news, "Claim time") if by_button else pair.blue.slash("game claim-time")
    assert (await told(await claim)).startswith("You claim that alice has run out of time. Game over. Blue wins: time")
    await pair.next_board()
    assert await moves_of(referee) == ["ClockStarted", "Flagged", "TimeClaimed", "Revealed"]


async def test_a_soft_game_goes_on(discord_: Standin, referee: Referee, time: Time) -> None:
    """In a soft game the late player may still move, and then there is nothing to claim."""
    pair = await Pair.seated(discord_, clock="3d/move soft")
    time.go(4 * DAY, referee)
    news = await pair.channel.wait_for(says("has run out of time"), after=pair.board)
    await pair.move("Tbc3")
    assert await told(await pair.red.press(news, "Claim time")) == "Blue has 3 days left."
    assert await moves_of(referee) == ["ClockStarted", "Flagged", "b1c3"]


async def test_no_vacation_from_a_claim(discord_: Standin, referee: Referee, time: Time) -> None:
    """A vacation begun when time had run out already takes nothing from the others: it is told, and claimed."""
    pair = await Pair.seated(discord_, clock="3d/move soft")
    time.go(3 * DAY, referee)
    news = await pair.channel.wait_for(says("has run out of time"), after=pair.board)
    assert (await told(await pair.red.slash("settings vacation", days=5))).startswith("Enjoy your vacation")
    await referee.scheduler.meet()
    await settled(referee)
    assert "Red has run out of time, on vacation; Blue has 3 days." in pair.board.content
    assert "Game over. Blue wins: time ran out." in await told(await pair.blue.press(news, "Claim time"))


# ---- pauses


@pytest.mark.parametrize("by_button", [False, True])
async def test_a_pause(discord_: Standin, referee: Referee, time: Time, by_button: bool) -> None:
    """A pause is offered and accepted, by command or button; the board says so; either resumes, and time goes on."""
    pair = await Pair.seated(discord_, clock="3d/move")
    assert (await told(await pair.red.slash("game pause", action="offer"))).startswith("You offer a pause.")
    news = await pair.channel.wait_for(says("offers a pause"), after=pair.board)
    assert news.content == f"**#1** {pair.red.mention} offers a pause. {pair.blue.mention}, do you accept?"
    assert labels(news) == ["Accept pause", "Decline pause"]
    assert news.pinged.users == {pair.blue.id}
    time.go(DAY)
    accept = pair.blue.press(news, "Accept pause") if by_button else pair.blue.slash("game pause", action="accept")
    assert (await told(await accept)).startswith("You agree: the game is paused.")
    paused = await pair.channel.wait_for(says("the game is paused"), after=news)
    await settled(referee)
    assert "Paused. Red has 2 days; Blue has 3 days." in pair.board.content
    time.go(90 * DAY, referee)
    refusal = "The game is paused. Any player may take it up again with /game pause action:resume."
    assert await told(await pair.red.slash("move", notation="Tbc3")) == refusal
    resume = pair.red.press(paused, "Resume") if by_button else pair.red.slash("game pause", action="resume")
    assert (await told(await resume)).startswith("You resume the game.")
    await pair.channel.wait_for(says("resumes the game"), after=paused)
    await settled(referee)
    assert f"Red runs out of time {stamp(time.now + 2 * DAY)}" in pair.board.content
    await pair.move("Tbc3")


@pytest.mark.parametrize("by_button", [False, True])
async def test_a_pause_declined(discord_: Standin, referee: Referee, by_button: bool) -> None:
    """A pause that is declined is none, and the clock has run on."""
    pair = await Pair.seated(discord_, clock="3d/move")
    await pair.red.slash("game pause", action="offer")
    news = await pair.channel.wait_for(says("offers a pause"), after=pair.board)
    decline = pair.blue.press(news, "Decline pause") if by_button else pair.blue.slash("game pause", action="decline")
    assert (await told(await decline)).startswith("You decline the pause.")
    await pair.channel.wait_for(says("declines the pause"), after=news)
    gone = "No pause offer is open: none was made, or it was declined, or it lapsed with the last move."
    assert await told(await pair.blue.slash("game pause", action="accept")) == gone
    assert await moves_of(referee) == ["ClockStarted", "PauseOffered", "PauseDeclined"]


# ---- restarts and absences


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


async def test_a_flag_that_was_not_shown(discord_: Standin, database: Path) -> None:
    """A flag that was committed when the referee died is shown at the next start, to both, once."""
    time = Time()
    async with refereed(database, time) as referee:
        pair = await Pair.seated(discord_, clock="3d/move")
        await settled(referee)
    await discord_.wait_disconnected()
    store = await Database.open(database)
    ledger = Ledger(store)
    time.go(3 * DAY)
    (deadline,) = await ledger.deadlines.due(["flag"], 1 << 62)
    assert await Games(ledger, time).play.flag(deadline)
    await store.close()
    for _ in range(2):
        async with refereed(database, time) as referee:
            await referee.controller.poster.catch_up()
            await settled(referee)
        await discord_.wait_disconnected()
    (board,) = [m for m in pair.channel.messages if "time ran out" in m.content]
    assert board.pinged.users == {pair.red.id, pair.blue.id}


async def test_time_is_given_back_after_a_long_absence(discord_: Standin, database: Path) -> None:
    """What a clock lost while the referee was away for longer is given back: no flag, and the board is told anew."""
    time = Time()
    async with refereed(database, time) as referee:
        pair = await Pair.seated(discord_, clock="3d/move")
        await settled(referee)
    await discord_.wait_disconnected()
    time.go(9 * DAY)
    before = len(pair.channel.messages)
    async with refereed(database, time) as referee:
        await referee.scheduler.meet()
        assert await moves_of(referee) == ["ClockStarted", "Credited"]
        await referee.controller.poster.catch_up()
        await settled(referee)
        assert f"Red runs out of time {stamp(time.now + 3 * DAY)}" in pair.board.content
        assert len(pair.channel.messages) == before
        assert await referee.controller.games.ledger.lagging() == []
        await pair.move("Tbc3")


async def test_a_machine_that_slept(discord_: Standin, database: Path) -> None:
    """When the machine has slept for longer than the grace, clocks get that time back instead of flags falling."""
    time = Time()
    async with refereed(database, time) as referee:
        pair = await Pair.seated(discord_, clock="10+5")
        await referee.scheduler.meet()
        time.go(9 * HOUR, referee)
        await referee.scheduler.meet()
        await settled(referee)
        assert await moves_of(referee) == ["ClockStarted", "Credited"]
        assert f"Red runs out of time {stamp(time.now + 10 * MINUTE)}" in pair.board.content


async def test_a_move_right_after_a_sleep(discord_: Standin, database: Path) -> None:
    """A move that comes before the heart beats again finds the lost time given back; the board tells of it then."""
    time = Time()
    async with refereed(database, time) as referee:
        pair, other = await Pair.seated(discord_, clock="10+5"), await Pair.seated(discord_, 2, clock="10+5")
        await settled(referee)
        time.go(9 * HOUR)
        await pair.move("Tbc3")
        assert await moves_of(referee) == ["ClockStarted", "Credited", "b1c3"]
        assert await moves_of(referee, 2) == ["ClockStarted", "Credited"]
        await referee.scheduler.meet()
        await settled(referee)
        assert f"Red runs out of time {stamp(time.now + 10 * MINUTE)}" in other.board.content


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


async def test_a_connection_that_was_away_for_a_moment(discord_: Standin, database: Path) -> None:
    """A connection that breaks and comes back changes nothing: time goes on, and flags fall."""
    time = Time()
    async with refereed(database, time) as referee:
        pair = await Pair.seated(discord_, clock="4m")
        await settled(referee)
        discord_.gateway.cut()
        await discord_.wait_disconnected()
        await discord_.wait_for_resume()
        time.go(4 * MINUTE, referee)
        await pair.next_board()
        assert "Blue wins: time ran out." in pair.board.content


async def test_leaving_while_discord_is_away(discord_: Standin, database: Path) -> None:
    """Who leaves while Discord cannot be reached does not say that time was kept; the next start gives it back."""
    time = Time()
    async with refereed(database, time) as referee:
        await Pair.seated(discord_, clock="10+5")
        await settled(referee)
        referee.dispatch("shard_disconnect", 0)
        await beaten(referee)
        time.go(9 * HOUR)
    await discord_.wait_disconnected()
    async with refereed(database, time) as referee:
        assert await moves_of(referee) == ["ClockStarted", "Credited"]


# ---- vacations


async def test_a_vacation(discord_: Standin, referee: Referee, time: Time) -> None:
    """On vacation one's clocks stand still in all games but live ones, nobody is pinged; it ends by itself."""
    pair = await Pair.seated(discord_, clock="3d/move")
    live = await Pair.seated(discord_, 2, clock="10+5")
    await settled(referee)
    before = len(pair.channel.messages)
    answer = await told(await pair.red.slash("settings vacation", days=20))
    ends = stamp(NOON + 20 * DAY)
    assert answer == f"Enjoy your vacation: your clock stands still in 1 game. It ends {ends}."
    await referee.scheduler.meet()
    await settled(referee)
    assert "Red has 3 days, on vacation; Blue has 3 days." in pair.board.content
    assert "vacation" not in live.board.content
    assert len(pair.channel.messages) == before
    again = "You are already on vacation; /settings vacation end:True ends it."
    assert await told(await pair.red.slash("settings vacation", days=1)) == again
    time.go(5 * DAY, referee)
    left = await told(await pair.red.slash("settings vacation"))
    assert left == f"You are on vacation; it ends {ends}. You have 25 days of vacation left this year."
    await referee.scheduler.meet()
    assert await moves_of(referee) == ["ClockStarted", "WentAway"]
    time.go(15 * DAY, referee)
    await referee.scheduler.meet()
    await settled(referee)
    assert await moves_of(referee) == ["ClockStarted", "WentAway", "CameBack"]
    assert f"Red runs out of time {stamp(time.now + 3 * DAY)}" in pair.board.content
    too_long = "You have only 10 days of vacation left this year."
    assert await told(await pair.red.slash("settings vacation", days=11)) == too_long


async def test_coming_back_early(discord_: Standin, referee: Referee, time: Time) -> None:
    """Who comes back early has only used the days that have passed."""
    pair = await Pair.seated(discord_, clock="3d/move")
    assert await told(await pair.red.slash("settings vacation", end=True)) == "You are not on vacation."
    await told(await pair.red.slash("settings vacation", days=20))
    await referee.scheduler.meet()
    time.go(2 * DAY)
    answer = await told(await pair.red.slash("settings vacation", end=True))
    assert answer == "Welcome back: your clocks run again. You have 28 days of vacation left this year."
    await referee.scheduler.meet()
    assert await moves_of(referee) == ["ClockStarted", "WentAway", "CameBack"]


async def test_a_game_begun_on_vacation(discord_: Standin, referee: Referee, time: Time) -> None:
    """Who is on vacation is so in games that begin meanwhile, too."""
    await told(await discord_.human("alice").slash("settings vacation", days=3))
    pair = await Pair.seated(discord_, clock="1d/move")
    await referee.scheduler.meet()
    assert await moves_of(referee) == ["ClockStarted", "WentAway"]
    time.go(3 * DAY, referee)
    await referee.scheduler.meet()
    assert await moves_of(referee) == ["ClockStarted", "WentAway", "CameBack"]
    await settled(referee)
    await asyncio.sleep(0)
    await pair.move("Tbc3")
