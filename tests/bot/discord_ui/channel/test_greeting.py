"""The greeting: one message in a server that the referee joins, and never a second."""

from __future__ import annotations

from pathlib import Path

from bot.app import Referee
from bot.text.gamelist import PROFILE, WELCOME
from tests.bot.support.people import says, settled
from tests.wire import Channel, Standin, bits, running


def greetings(place: Channel) -> int:
    """How many greetings stand in a channel."""
    return sum(message.content == WELCOME for message in place.messages)


async def test_a_server_is_greeted_once(discord_: Standin, database: Path) -> None:
    """On joining a server the referee greets it in the first channel it may write in, and only then."""
    guild = discord_.guild("New Club")
    quiet, lobby = guild.channel("announcements"), guild.channel("lobby")
    quiet.deny(discord_.bot, bits.SEND_MESSAGES)
    guild.members.pop(discord_.bot.id)
    async with running(Referee(database)) as referee:
        guild.let_in()
        greeting = await lobby.wait_for(says(WELCOME))
        assert [button.label for button in greeting.buttons] == ["Play Hexeh", "Play against me", "How it works"]
        assert not greeting.pinged
        guild.remove(discord_.bot)
        guild.let_in()
        await settled(referee)
    async with running(Referee(database)) as referee:
        await settled(referee)
    assert (greetings(quiet), greetings(lobby)) == (0, 1)


async def test_the_system_channel(discord_: Standin, database: Path) -> None:
    """A server is greeted where Discord greets its members; one joined while nobody ran, at the start."""
    guild = discord_.guild("New Club")
    guild.channel("lobby")
    guild.system = guild.channel("hello")
    guild.let_in()
    async with running(Referee(database)):
        await guild.system.wait_for(says(WELCOME))


async def test_old_servers_are_left_alone(discord_: Standin, referee: Referee) -> None:
    """A server that was joined long ago is not greeted."""
    await settled(referee)
    assert greetings(discord_.channel()) == 0


async def test_play_at_once(discord_: Standin, database: Path) -> None:
    """One press on the greeting challenges anyone to the first game."""
    guild = discord_.guild("New Club")
    lobby = guild.channel("lobby")
    guild.let_in()
    alice, bob = discord_.human("alice").at(lobby), discord_.human("bob").at(lobby)
    async with running(Referee(database)):
        greeting = await lobby.wait_for(says(WELCOME))
        await alice.press(greeting, "Play Hexeh")
        challenge = await lobby.wait_for(says("#1", "Hexeh"), after=greeting)
        await bob.press(challenge, "Accept")
        await lobby.wait_for(lambda m: bool(m.attachments), after=challenge)
        assert greeting.buttons, "the greeting goes on greeting"


async def test_the_profile(discord_: Standin, database: Path) -> None:
    """An empty profile is filled in; a host's own text stays."""
    async with running(Referee(database)) as referee:
        await settled(referee)
        assert discord_.hub.profile == "It has a profile."
    discord_.hub.profile = ""
    async with running(Referee(database)) as referee:
        await discord_.wait_for_request("PATCH", "/applications/@me")
        assert discord_.hub.profile == PROFILE
        assert referee.activity is not None
