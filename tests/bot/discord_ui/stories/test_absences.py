"""Players who leave the server, or stay silent: noticed, told once, and their games closed."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from unittest.mock import AsyncMock

import pytest

from bot.app import Referee
from bot.games import members
from bot.store import Player
from engine.clocks.control import DAY, HOUR
from engine.records.scoresheet import read_scoresheet
from engine.rules.protocols import Result
from tests.bot.support.people import Pair, moves_of, record_of, says, settled, shown
from tests.bot.support.timed import PATIENT, Time, refereed
from tests.wire import Human, Message, Standin

LEFT = "has left this server"
CLOSED = "Game over. No result: the game was closed."


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


@pytest.fixture
async def pair(discord_: Standin, referee: Referee) -> Pair:
    """Seat alice as Red and bob as Blue at a game without a clock."""
    assert referee.is_ready()
    return await Pair.seated(discord_, clock="none")


async def idle(referee: Referee) -> None:
    """Wait until whoever is to be looked after has been."""
    await settled(referee)
    for task in list(referee.controller.poster._looking):
        await task
    await referee.scheduler.meet()


async def passes(time: Time, referee: Referee, milliseconds: int) -> None:
    """Let time pass, a day at a time, all deadlines being met."""
    while milliseconds > 0:
        time.go(min(DAY, milliseconds))
        milliseconds -= DAY
        await referee.scheduler.meet()


def spoken(discord_: Standin, words: str) -> list[Message]:
    """The messages of the channel that have these words."""
    return [message for message in discord_.channel().messages if words in message.content]


def leave(discord_: Standin, *who: Human) -> None:
    """Let people leave the server."""
    for human in who:
        discord_.guild().remove(human)


def looked_after(discord_: Standin, who: Human) -> int:
    """How often Discord was asked after a member."""
    return len(discord_.requests_to("GET", f"/members/{who.id}"))


# ---- who has left


async def test_an_opponent_leaves(discord_: Standin, referee: Referee, time: Time, pair: Pair) -> None:
    """When their turn begins it is noticed, told once without a ping for the one gone, and said what can be done."""
    leave(discord_, pair.blue)
    await pair.move("b1c3")
    await idle(referee)
    (message,) = spoken(discord_, LEFT)
    assert message.content == (
        f"**#1** bob (Blue) has left this server. {pair.red.mention}, you can wait: if they come back, the game"
        f" goes on. /game replace lets somebody else play Blue. Once it has been their move for"
        " 7 days, the game is closed, unrated."
    )
    assert message.pinged.users == {pair.red.id}
    assert not message.buttons
    time.go(HOUR)
    await passes(time, referee, 5 * DAY)
    assert len(spoken(discord_, LEFT)) == 1
    assert await moves_of(referee) == ["b1c3"]


def forget_answers(referee: Referee) -> None:
    """Let an hour seem to have passed since anybody was asked after."""
    referee.controller.games.membership.answers.clear()


@pytest.mark.parametrize("command", ["board", "games", "record get"])
async def test_noticed_when_somebody_looks(discord_: Standin, referee: Referee, pair: Pair, command: str) -> None:
    """Who leaves on their own turn is noticed when anybody looks at the game, and fetched once in an hour."""
    await idle(referee)
    leave(discord_, pair.red)
    forget_answers(referee)
    before = looked_after(discord_, pair.red)
    for _ in range(3):
        await shown(await pair.blue.slash(command))
        await idle(referee)
    (message,) = spoken(discord_, LEFT)
    assert message.content.startswith(f"**#1** alice (Red) has left this server. {pair.blue.mention}, you can wait")
    assert message.pinged.users == {pair.blue.id}
    assert looked_after(discord_, pair.red) == before + 1


async def test_noticed_within_a_day(discord_: Standin, referee: Referee, time: Time) -> None:
    """Where nobody does anything, all running games are looked at once a day."""
    pairs = [await Pair.seated(discord_, number, clock="30 days/move") for number in range(1, 8)]
    await idle(referee)
    leave(discord_, pairs[0].red)
    before = looked_after(discord_, pairs[0].red)
    await passes(time, referee, DAY)
    for _ in range(3):
        time.go(members.PAUSE)
        await referee.scheduler.meet()
    assert len(spoken(discord_, LEFT)) == 7
    assert looked_after(discord_, pairs[0].red) == before + 1
    assert 1 == len(await referee.controller.games.ledger.deadlines.due(["check"], 1 << 62))


async def test_who_has_left_is_not_pinged(discord_: Standin, referee: Referee, pair: Pair) -> None:
    """A board for somebody who is known to have left pings the others alone."""
    await pair.moves("b1c3 b5c4")
    leave(discord_, pair.blue)
    forget_answers(referee)
    games = referee.controller.games
    await games.membership.ask_after(await games.tables.find(1))
    await pair.move("c3b1")
    assert pair.board.pinged.users == set()
    assert pair.blue.mention in pair.board.content


async def test_nobody_is_asked_after_twice_in_some_hours(discord_: Standin, referee: Referee, time: Time) -> None:
    """One look serves all games of some hours, and who acts is there without being looked after."""
    pair = await Pair.seated(discord_, clock="none")
    await idle(referee)
    before = looked_after(discord_, pair.blue), looked_after(discord_, pair.red)
    await pair.moves("b1c3 b5c4 c3b1 c4b5")
    await idle(referee)
    assert (before[0] + 1, before[1]) >= (looked_after(discord_, pair.blue), looked_after(discord_, pair.red))
    time.go(7 * HOUR)
    await pair.move("b1c3")
    await idle(referee)
    assert before[0] + 2 >= looked_after(discord_, pair.blue) > before[0]


async def test_somebody_comes_back(discord_: Standin, referee: Referee, time: Time, pair: Pair) -> None:
    """Who comes back and moves goes on with the game, and counts as there; a second absence is told again."""
    leave(discord_, pair.blue)
    await pair.move("b1c3")
    await idle(referee)
    discord_.guild().members[pair.blue.id] = set()
    await pair.move("b5c4")
    await idle(referee)
    assert await referee.controller.games.ledger.members.absent(discord_.guild().id, pair.blue.id) == {}
    leave(discord_, pair.blue)
    time.go(7 * HOUR)
    await pair.move("c3b1")
    await idle(referee)
    async with asyncio.timeout(5):
        while len(spoken(discord_, LEFT)) < 2:  # noqa: ASYNC110 - the look may begin after the move was told
            await asyncio.sleep(0.01)
    assert len(spoken(discord_, LEFT)) == 2


async def test_a_later_look_finds_them_back(discord_: Standin, referee: Referee, time: Time, pair: Pair) -> None:
    """Who has come back without a word is found there by a later look."""
    leave(discord_, pair.blue)
    await pair.move("b1c3")
    await idle(referee)
    discord_.guild().members[pair.blue.id] = set()
    await passes(time, referee, 8 * DAY)
    assert await referee.controller.games.ledger.members.absent(discord_.guild().id, pair.blue.id) == {}
    assert spoken(discord_, CLOSED) == []


@pytest.mark.parametrize(("status", "code"), [(500, None), (403, 50001), (404, 10004), (404, 10013)])
async def test_no_answer_is_no_absence(
    discord_: Standin, referee: Referee, pair: Pair, status: int, code: int | None
) -> None:
    """Whatever else Discord answers, nobody is said to have left, and the game goes on."""
    discord_.fail("GET", f"/members/{pair.blue.id}", status, code=code, times=50, message="no")
    await pair.move("b1c3")
    await settled(referee)
    guild = discord_.guild().id
    if status != 500:
        await idle(referee)
        assert await referee.controller.games.membership.present(guild, pair.blue.id) is None
    assert await referee.controller.games.ledger.members.absent(guild, pair.blue.id) == {}
    assert spoken(discord_, LEFT) == []


async def test_answers_are_bounded(referee: Referee, monkeypatch: pytest.MonkeyPatch) -> None:
    """However many people are asked after, only so many answers are remembered."""
    monkeypatch.setattr(members, "KEPT", 3)
    membership = referee.controller.games.membership
    for player in range(9):
        await membership.present(1, player)
    assert len(membership.answers) <= 3


async def test_all_games_of_a_server_are_told(discord_: Standin, referee: Referee, pair: Pair) -> None:
    """Each running game of the one gone is told of it, and those of other servers are not."""
    second = await Pair.seated(discord_, 2, clock="none")
    leave(discord_, second.blue)
    forget_answers(referee)
    await pair.move("b1c3")
    await idle(referee)
    first, other = spoken(discord_, LEFT)
    assert {first.content.split()[0], other.content.split()[0]} == {"**#1**", "**#2**"}
    assert "Once it has been their move for 7 days, the game is closed, unrated." in (first.content + other.content)


@pytest.mark.parametrize(
    ("clock", "words"),
    [
        ("3 days/move", "Their clock goes on running on their turn."),
        ("3 days/move soft", "Once their time has run out, /game claim-time claims that."),
    ],
)
async def test_beside_a_clock(discord_: Standin, referee: Referee, clock: str, words: str) -> None:
    """Where there is a clock, it decides, and the message says so."""
    assert referee.is_ready()
    pair = await Pair.seated(discord_, clock=clock)
    leave(discord_, pair.blue)
    await pair.move("b1c3")
    await idle(referee)
    (message,) = spoken(discord_, LEFT)
    assert message.content.endswith(words)


async def test_nobody_gone_is_reminded(discord_: Standin, referee: Referee, time: Time) -> None:
    """Before a reminder goes out its player is looked after; one who has left gets none."""
    pair = await Pair.seated(discord_, clock="3 days/move")
    await pair.move("b1c3")
    await idle(referee)
    leave(discord_, pair.blue)
    await passes(time, referee, 2 * DAY)
    assert spoken(discord_, "a game awaits you") == []
    assert len(spoken(discord_, LEFT)) == 1


async def test_a_channel_that_refuses(discord_: Standin, referee: Referee, time: Time, pair: Pair) -> None:
    """What a channel does not take is told another day."""
    await pair.move("b1c3")
    await idle(referee)
    leave(discord_, pair.blue)
    discord_.fail("POST", "/messages", 403, code=50013, message="Missing Permissions")
    referee.controller.games.membership.answers.clear()
    await referee.controller.games.membership.present(discord_.guild().id, pair.blue.id)
    await referee.scheduler.meet()
    assert spoken(discord_, LEFT) == []
    await passes(time, referee, 2 * DAY)
    assert len(spoken(discord_, LEFT)) == 1


# ---- who stays silent


async def test_silence_closes_a_game(discord_: Standin, referee: Referee, time: Time, pair: Pair) -> None:
    """After four weeks, no sooner, the game is closed and its last board says why: it is not rated, for nobody."""
    await pair.moves("b1c3 b5c4 c3b1 c4b5 b1c3")
    await passes(time, referee, 28 * DAY - HOUR)
    assert spoken(discord_, CLOSED) == []
    await passes(time, referee, DAY + HOUR)
    await pair.next_board()
    assert f"{pair.blue.mention} has abandoned the game, which is closed: it counts for nobody." in pair.board.content
    assert CLOSED in pair.board.content
    assert pair.board.pinged.users == {pair.red.id, pair.blue.id}
    assert "rated" not in pair.board.content.partition("\n")[2]
    await passes(time, referee, 60 * DAY)
    assert len(spoken(discord_, CLOSED)) == 1
    standings, guild = referee.controller.games.standings, discord_.guild().id
    await standings.settle()
    assert await standings.leaders(guild, "hexeh") == []
    assert (await standings.profile(guild, Player(pair.red.id, "alice"))).tallies == []
    assert read_scoresheet(await record_of(pair.blue)).state.result == Result(None, "closed")


async def test_the_first_move_is_waited_for(discord_: Standin, referee: Referee, time: Time, pair: Pair) -> None:
    """Who never makes a first move is waited for from the beginning of the game."""
    await passes(time, referee, 29 * DAY)
    assert f"{pair.red.mention} has abandoned the game" in spoken(discord_, CLOSED)[0].content


async def test_the_server_chooses_how_long(discord_: Standin, referee: Referee, time: Time, pair: Pair) -> None:
    """A server says after how many days a game counts as abandoned; 0 means never."""
    servers, guild = referee.controller.games.servers, discord_.guild().id
    await servers.choose(guild, "abandoned_days", 0)
    await pair.move("b1c3")
    await passes(time, referee, 40 * DAY)
    assert spoken(discord_, CLOSED) == []
    await servers.choose(guild, "abandoned_days", 10)
    await passes(time, referee, DAY)
    assert len(spoken(discord_, CLOSED)) == 1


async def test_gone_for_a_week(discord_: Standin, referee: Referee, time: Time, pair: Pair) -> None:
    """Who has left the server has abandoned the game after a week."""
    leave(discord_, pair.blue)
    await pair.move("b1c3")
    await idle(referee)
    await passes(time, referee, 7 * DAY - HOUR)
    assert spoken(discord_, CLOSED) == []
    await passes(time, referee, DAY + HOUR)
    (board,) = spoken(discord_, CLOSED)
    assert board.pinged.users == {pair.red.id}


# ---- told, whatever happens


async def test_killed_before_the_board(
    discord_: Standin, database: Path, time: Time, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A process that dies before it shows a closed game is followed by one that does."""
    async with refereed(database, time, PATIENT) as first:
        pair = await Pair.seated(discord_, clock="none")
        await pair.move("b1c3")
        await idle(first)
        await passes(time, first, 27 * DAY)
        monkeypatch.setattr(first.controller.poster, "_show", AsyncMock(return_value=None))
        await passes(time, first, 2 * DAY)
        assert spoken(discord_, CLOSED) == []
    async with refereed(database, time, PATIENT) as second:
        await discord_.channel().wait_for(says(CLOSED))
        await second.scheduler.meet()
        assert len(spoken(discord_, CLOSED)) == 1
