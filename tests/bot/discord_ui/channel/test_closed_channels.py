"""Channels that have refused: told truthfully, tried again when there is hope, and never for a flood of presses."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path

import pytest

from bot.app import Referee
from bot.games.tables import ClosedPlaces
from tests.bot.support.people import Pair, games_of, says, settled, told
from tests.bot.support.timed import PATIENT, Time, refereed
from tests.wire import Channel, Human, Standin, bits

FLOOD = 40


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
def den(discord_: Standin) -> Channel:
    """Make the channel that is to refuse."""
    return discord_.channel("den")


@pytest.fixture
async def pair(discord_: Standin, referee: Referee, den: Channel) -> Pair:
    """Seat alice and bob at a game in a channel of their own."""
    assert referee.is_ready()
    return await Pair.seated(discord_, place=den)


def posts(pair: Pair) -> int:
    """How many posts have been tried in the channel of the game."""
    return len(pair.discord.requests_to("POST", f"/channels/{pair.channel.id}/messages"))


async def flood(alice: Human, pair: Pair, referee: Referee) -> None:
    """Ask, press and act over and over."""
    for _ in range(FLOOD):
        await told(await alice.slash("games"))
        await alice.slash("board", game="1")
        await alice.press(pair.board, "Flip")
        await settled(referee)


async def test_a_permission_that_is_missing(pair: Pair, referee: Referee, discord_: Standin, den: Channel) -> None:
    """Who acts is told what is missing; nothing is asked of Discord until it is back, then the board comes."""
    hall = discord_.channel()
    alice = pair.red.at(hall)
    den.deny(discord_.bot, bits.SEND_MESSAGES | bits.ATTACH_FILES)
    outcome = await alice.slash("move", notation="Tbc3", game="1")
    await told(outcome)
    assert (await outcome.followup()).content == (
        f"I cannot show game #1 in {den.mention} until a moderator gives me Send Messages and Attach Files there. "
        "Nothing is lost: then I show it by myself. Or any of its players may use /game move-here in another channel."
    )
    before = posts(pair)
    await flood(alice, pair, referee)
    assert posts(pair) == before
    den.allow(discord_.bot, bits.SEND_MESSAGES)
    assert den.guild is not None
    den.guild.touch_role(den.guild.bot_role)
    await settled(referee)
    assert posts(pair) == before
    den.allow(discord_.bot, bits.ATTACH_FILES)
    board = await den.wait_for(says("Red: Tbc3"))
    assert board.pinged.users == {pair.blue.id}


async def test_a_flood_of_presses(pair: Pair, referee: Referee, discord_: Standin, time: Time, den: Channel) -> None:
    """A channel that refuses without a reason is tried once in ten minutes however often somebody asks."""
    alice = pair.red.at(discord_.channel())
    fault = discord_.fail("POST", f"/channels/{den.id}/messages", 403, times=10**6)
    before = posts(pair)
    outcome = await alice.slash("move", notation="Tbc3", game="1")
    await told(outcome)
    assert f"Discord does not let me write in {den.mention}, so game #1" in (await outcome.followup()).content
    await flood(alice, pair, referee)
    assert posts(pair) - before == 1
    fault.times = 0
    time.go(ClosedPlaces.PAUSE)
    await referee.controller.poster.catch_up()
    await den.wait_for(says("Red: Tbc3"))


async def by_role(den: Channel) -> None:
    """Change a role."""
    assert den.guild is not None
    den.guild.touch_role(den.guild.bot_role)


async def by_member(den: Channel) -> None:
    """Change the bot's own roles."""
    assert den.guild is not None
    den.guild.touch_member(den.hub.bot)


async def by_channel(den: Channel) -> None:
    """Change the channel."""
    den.announce("CHANNEL_UPDATE")


@pytest.mark.parametrize("event", [by_role, by_member, by_channel])
async def test_what_gives_hope(
    pair: Pair, discord_: Standin, den: Channel, event: Callable[[Channel], Awaitable[None]]
) -> None:
    """A change of permissions brings the board that was refused once."""
    discord_.fail("POST", f"/channels/{den.id}/messages", 403)
    outcome = await pair.red.slash("move", notation="Tbc3", game="1")
    await told(outcome)
    await outcome.followup()
    await event(den)
    await den.wait_for(says("Red: Tbc3"))


async def test_a_game_is_moved_out_of_a_closed_channel(pair: Pair, referee: Referee, discord_: Standin) -> None:
    """A game that is shown nowhere goes on where a player wishes; one whose channel is open stays."""
    hall, den = discord_.channel(), pair.channel
    alice, carol = pair.red.at(hall), discord_.human("carol")
    assert await told(await alice.slash("game move-here", game="1")) == (
        f"Game #1 is played in {den.mention}. I can write there, so it stays there."
    )
    assert await told(await pair.red.slash("game move-here", game="1")) == "Game #1 is played here already."
    assert await told(await alice.slash("game move-here")) == (
        "All your games in this server have their channels. Add a game's number if I cannot write in its channel."
    )
    den.deny(discord_.bot, bits.SEND_MESSAGES)
    outcome = await alice.slash("move", notation="Tbc3", game="1")
    await outcome.followup()
    stranger = "There is no game #1 here. /games lists yours."
    assert await told(await carol.slash("game move-here", game="1")) == stranger
    assert await told(await alice.slash("game move-here", game="9")) == "There is no game #9 here. /games lists yours."
    assert await told(await alice.slash("game move-here", game="x")) == "“x” is no game's number. /games lists yours."
    assert await told(await alice.slash("game move-here", game="1")) == "Game #1 goes on here."
    board = await hall.wait_for(says("#1 Hexeh"))
    assert board.pinged.users == {pair.red.id, pair.blue.id}
    assert [game.channel for game in await games_of(referee)] == [hall.id]


async def test_a_server_that_plays_elsewhere(pair: Pair, referee: Referee, discord_: Standin, den: Channel) -> None:
    """A game goes on only where its server plays."""
    assert den.guild is not None
    hall = discord_.channel()
    await referee.controller.games.servers.choose(den.guild.id, "channels", frozenset({hall.id}))
    den.deny(discord_.bot, bits.SEND_MESSAGES)
    alice = pair.red.at(discord_.channel("lobby"))
    outcome = await alice.slash("move", notation="Tbc3", game="1")
    await outcome.followup()
    answer = f"In this server games are played in {hall.mention}. Use /game move-here there."
    assert await told(await alice.slash("game move-here", game="1")) == answer
    assert await told(await alice.at(hall).slash("game move-here", game="1")) == "Game #1 goes on here."
