"""Channels that have refused: told truthfully, tried again when there is hope, and never for a flood of presses."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import discord
import pytest

from bot.app import Referee
from bot.discord_ui.channel.access import FREE, MOST, PAUSE, WINDOW, ClosedChannels
from bot.discord_ui.components.cooldowns import Cooldowns
from tests.bot.people import Pair, games_of, says, settled, told
from tests.wire import Channel, Human, Standin, bits

FLOOD = 40


class Seconds:
    """A clock that stands still until it is told to go on."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        """The time (s)."""
        return self.now


@pytest.fixture
def seconds(referee: Referee, monkeypatch: pytest.MonkeyPatch) -> Seconds:
    """Let no time pass for channels that have refused."""
    clock = Seconds()
    monkeypatch.setattr(Cooldowns, "against", lambda *_: None)
    monkeypatch.setattr(referee.controller.poster._closed, "_clock", clock)
    return clock


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


async def quiet(referee: Referee) -> None:
    """Wait until nothing is tried any more."""
    while referee.controller.poster._tasks:
        await asyncio.wait(list(referee.controller.poster._tasks))
        await asyncio.sleep(0)
    await settled(referee)


async def flood(alice: Human, pair: Pair, referee: Referee) -> None:
    """Ask, press and act over and over."""
    for _ in range(FLOOD):
        await told(await alice.slash("games"))
        await alice.slash("board", game="1")
        await alice.press(pair.board, "Flip")
        await quiet(referee)


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
    await quiet(referee)
    assert posts(pair) == before
    den.allow(discord_.bot, bits.ATTACH_FILES)
    board = await den.wait_for(says("Red: Tbc3"))
    assert board.pinged.users == {pair.blue.id}


async def test_a_flood_of_presses(
    pair: Pair, referee: Referee, discord_: Standin, seconds: Seconds, den: Channel
) -> None:
    """A channel that refuses without a reason is tried a few times however often somebody asks, then once a minute."""
    alice = pair.red.at(discord_.channel())
    fault = discord_.fail("POST", f"/channels/{den.id}/messages", 403, times=10**6)
    before = posts(pair)
    outcome = await alice.slash("move", notation="Tbc3", game="1")
    await told(outcome)
    assert f"Discord does not let me write in {den.mention}, so game #1" in (await outcome.followup()).content
    await flood(alice, pair, referee)
    assert posts(pair) - before == 1 + FREE
    for _ in range(3):
        seconds.now += PAUSE
        await flood(alice, pair, referee)
    assert posts(pair) - before == 4 + FREE
    fault.times = 0
    seconds.now += PAUSE
    await alice.slash("board", game="1")
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


async def by_board(den: Channel) -> None:
    """Look at the game."""
    await den.hub.pulse.until(lambda: True, "nothing", 1)
    await Human(den.hub, next(u for u in den.hub.users.values() if u.name == "carol"), den).slash("board", game="1")


async def by_games(den: Channel) -> None:
    """List one's games elsewhere."""
    assert den.guild is not None
    hall = den.guild.channel("games")
    await Human(den.hub, next(u for u in den.hub.users.values() if u.name == "alice"), hall).slash("games")


async def by_mention(den: Channel) -> None:
    """Mention the bot with a move that is none."""
    assert den.guild is not None
    hall = den.guild.channel("games")
    bob = Human(den.hub, next(u for u in den.hub.users.values() if u.name == "bob"), hall)
    await bob.say(f"{den.hub.bot.mention} #1 nonsense")


@pytest.mark.parametrize("event", [by_role, by_member, by_channel, by_board, by_games, by_mention])
async def test_what_gives_hope(
    pair: Pair, discord_: Standin, den: Channel, event: Callable[[Channel], Awaitable[None]]
) -> None:
    """A change of permissions, and whoever asks, bring the board that was refused once."""
    discord_.human("carol")
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


def test_all_channels_together() -> None:
    """However many channels refuse, all together are tried so often at most in ten minutes."""
    clock = Seconds()
    closed = ClosedChannels(discord.Client(intents=discord.Intents.none()), clock)
    refused = 0
    for second in range(2 * int(WINDOW)):
        clock.now = float(second)
        for channel in range(200):
            if channel not in closed or closed.reopen(channel):
                closed.close(1, channel)
                refused += second >= WINDOW
    assert MOST / 2 < refused <= MOST
    assert len(closed.of_guild(1)) == 200


async def test_a_challenge_is_asked_for(discord_: Standin, referee: Referee) -> None:
    """A challenge that its channel has refused is shown there once somebody asks about it, though it has no board."""
    assert referee.is_ready()
    alice, channel = discord_.human("alice"), discord_.channel()
    discord_.fail("POST", f"/channels/{channel.id}/messages", 403)
    assert (
        "I try again when somebody"
        in (await (await alice.slash("play", game="hexeh", clock="none")).followup()).content
    )
    await told(await alice.slash("board", game="1"))
    await channel.wait_for(lambda message: message.nonce == "1:challenge")
