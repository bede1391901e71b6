"""Reminders in Discord: where they come, whom they ping, what /reminders shows and changes, and places that refuse."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.app import Referee
from bot.schedule import RETRY
from engine.clocks.control import DAY, HOUR, MINUTE
from tests.bot.support.people import Pair, challenge, is_board, says, told, untouched
from tests.bot.support.timed import NOON, PATIENT, Time, refereed
from tests.wire import Channel, Human, Message, Standin, Typing, bits

HALF, LAST = 36 * HOUR, 64 * HOUR + 48 * MINUTE
USUAL = "I remind you when 1/2 and 1/10 of your time is left, in the channel of each game, but not in live games."


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
    """Seat alice as Red and bob as Blue at a game with three days a move."""
    assert referee.is_ready()
    return await Pair.seated(discord_, clock="3d/move")


async def reminders(by: Human, **options: object) -> str:
    """What somebody is told by /reminders."""
    return await told(await by.slash("settings reminders", **options))


def reminding(*places: Channel) -> list[Message]:
    """The reminders in some channels."""
    return [m for place in places for m in place.messages if "await" in m.content and m.nonce]


async def come(place: Channel, *words: str, after: Message | None = None) -> Message:
    """Wait for a reminder."""
    return await place.wait_for(says("await", *words), after=after)


async def looked(referee: Referee) -> None:
    """Let the scheduler do all there is to do now."""
    await referee.scheduler.meet()


def noon(later: int = 0) -> str:
    """A time stamp so many ms after noon."""
    return f"<t:{(NOON + later) // 1000}:R>"


# ---- what comes


async def test_a_reminder(pair: Pair, referee: Referee, time: Time) -> None:
    """At half of the time the player to move is pinged, and nobody else: the game, its channel, its board, how long."""
    time.go(HALF, referee)
    message = await come(pair.channel)
    guild = pair.channel.guild
    assert guild is not None
    link = f"https://discord.com/channels/{guild.id}/{pair.channel.id}/{pair.board.id}"
    assert message.content == (
        f"{pair.red.mention}, a game awaits you: **#1 Hexeh vs bob** in {pair.channel.mention}, [board]({link}); "
        f"your time runs out {noon(3 * DAY)}\n-# /settings reminders changes when and where reminders come."
    )
    assert message.pinged.users == {pair.red.id}
    assert not message.pinged.everyone
    time.go(LAST - HALF, referee)
    last = await come(pair.channel, after=message)
    assert last.pinged.users == {pair.red.id}
    time.go(8 * HOUR, referee)
    await looked(referee)
    assert [message, last] == reminding(pair.channel)


async def test_an_offer(pair: Pair, referee: Referee, time: Time) -> None:
    """Who has to answer an offer by the player to move is told so, and whose time runs out."""
    await told(await pair.red.slash("game pause", action="offer"))
    time.go(HALF, referee)
    await come(pair.channel, "your answer")
    await looked(referee)
    messages = {user: message for message in reminding(pair.channel) for user in message.pinged.users}
    assert {pair.red.id, pair.blue.id} == messages.keys()
    said = messages[pair.blue.id].content
    assert said.startswith(
        f"{pair.blue.mention}, a game awaits you: **#1 Hexeh vs alice, your answer to an offer** in "
    )
    assert f"; alice's time runs out {noon(3 * DAY)}\n" in said


async def test_a_challenge(discord_: Standin, referee: Referee, time: Time) -> None:
    """Who is invited is reminded of the challenge in half of the time before it lapses."""
    alice, bob = discord_.human("alice"), discord_.human("bob")
    message = await challenge(alice, opponent=bob)
    time.go(7 * DAY, referee)
    reminder = await come(discord_.channel())
    assert reminder.pinged.users == {bob.id}
    words = f"{bob.mention}, a game awaits you: **#1 Hexeh, challenge by alice: accept or decline** in "
    assert reminder.content.startswith(words)
    assert f"/{discord_.channel().id}/{message.id})" in reminder.content


async def test_after_a_move(pair: Pair, referee: Referee, time: Time) -> None:
    """Who has moved is not reminded any more; the other is, of the turn that has begun."""
    time.go(HALF - HOUR)
    await pair.move("Tbc3")
    time.go(2 * HOUR, referee)
    await looked(referee)
    assert reminding(pair.channel) == []
    time.go(HALF, referee)
    assert (await come(pair.channel)).pinged.users == {pair.blue.id}


async def test_several_games(discord_: Standin, referee: Referee, time: Time) -> None:
    """Several games due together come in one message, each with its board, the most urgent first."""
    pairs = []
    for number in (1, 2, 3):
        pairs.append(await Pair.seated(discord_, number, clock="3d/move"))
        time.go(MINUTE)
    time.go(HALF, referee)
    message = await come(discord_.channel())
    first, *games, foot = message.content.split("\n")
    assert first == f"{pairs[0].red.mention}, 3 games await you:"
    assert [f"- **#{number} Hexeh vs bob**" for number in (1, 2, 3)] == [line.split(" in ")[0] for line in games]
    for index, (line, pair) in enumerate(zip(games, pairs, strict=True)):
        assert f"/{pair.board.id})" in line
        assert noon(3 * DAY + index * MINUTE) in line
    assert "/settings reminders" in foot
    assert message.pinged.users == {pairs[0].red.id}
    time.go(10 * MINUTE, referee)
    await looked(referee)
    assert [message] == reminding(discord_.channel())


async def test_many_games(discord_: Standin, referee: Referee, time: Time) -> None:
    """A message names ten games and counts the rest, and stays within what a message holds."""
    for number in range(1, 13):
        await Pair.seated(discord_, number, clock="3d/move")
    time.go(HALF, referee)
    message = await come(discord_.channel())
    assert "12 games await you" in message.content
    assert "and 2 more; see /games" in message.content
    assert len(message.content) <= 2000


async def test_names_are_harmless(discord_: Standin, referee: Referee, time: Time) -> None:
    """A player's name in a reminder is neither markup nor a mention."""
    alice, other = discord_.human("alice"), discord_.human("**x** @everyone")
    made = await challenge(alice, opponent=other, side="1", clock="3d/move")
    await other.press(made, "Accept")
    await other.place.wait_for(is_board, after=made)
    assert referee.is_ready()
    time.go(HALF, referee)
    message = await come(other.place)
    assert "#1 Hexeh vs \\*\\*x\\*\\* @\u200beveryone**" in message.content
    assert message.pinged.users == {alice.id}
    assert not message.pinged.everyone


# ---- /reminders


async def test_showing(pair: Pair, referee: Referee) -> None:
    """Without options /reminders shows, to the asker alone, how reminders stand and how to change them."""
    await looked(referee)
    text = await reminders(pair.red)
    assert text.startswith(
        f"{USUAL}\nNo quiet hours; your time zone is UTC, where it is 12:00.\nNext: #1 {noon(HALF)}."
    )
    assert "`quiet:22:00-08:00`" in text
    assert "Next" not in await reminders(pair.blue)


async def test_parts(pair: Pair, referee: Referee, time: Time) -> None:
    """The parts of the time are chosen with `at`, and what is to come changes at once."""
    assert (await reminders(pair.red, at="75%, 1/4")).startswith("I remind you when 3/4 and 1/4 of your time is left,")
    await looked(referee)
    assert f"Next: #1 {noon(18 * HOUR)}." in await reminders(pair.red)
    time.go(18 * HOUR, referee)
    await come(pair.channel)
    spans = "I remind you when 1/2 of your time, 1 day or 12 hours is left,"
    assert (await reminders(pair.red, at="50%, 12h, 24 hours")).startswith(spans)


async def test_off(pair: Pair, referee: Referee, time: Time) -> None:
    """With `at: off` no reminders come, and /reminders says so."""
    assert (await reminders(pair.red, at="off")).startswith("I send you no reminders.\n")
    time.go(3 * DAY - 1, referee)
    await looked(referee)
    assert reminding(pair.channel) == []


async def test_quiet_hours(pair: Pair, referee: Referee, time: Time) -> None:
    """With quiet hours in a time zone of one's own, what is due at night comes in the morning there."""
    text = await reminders(pair.red, quiet="22:00-08:00", zone="Asia/Kathmandu")
    assert "\nQuiet hours: 22:00-08:00 (Asia/Kathmandu, where it is 17:45).\n" in text
    await looked(referee)
    morning = 38 * HOUR + 15 * MINUTE
    assert f"Next: #1 {noon(morning)}." in await reminders(pair.red)
    time.go(HALF, referee)
    await looked(referee)
    assert reminding(pair.channel) == []
    time.go(morning - HALF, referee)
    await come(pair.channel)
    assert "No quiet hours; your time zone is Asia/Kathmandu" in await reminders(pair.red, quiet="off")


async def test_live_games(discord_: Standin, referee: Referee, time: Time) -> None:
    """Live games are reminded of once a player asks for it."""
    pair = await Pair.seated(discord_, clock="10+5")
    assert "in live games, too" in await reminders(pair.red, live=True)
    await looked(referee)
    time.go(5 * MINUTE, referee)
    await come(pair.channel)


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (
            {"at": "soon"},
            "Write how much of your time is left when I remind you, such as 1/2, 1/10, 50% or 12h (up to 5), or off.",
        ),
        ({"quiet": "at night"}, "Write quiet hours such as 22:00-08:00 (20 hours at most), or off."),
        ({"zone": "Europe/Berlni"}, "I know no time zone “Europe/Berlni”. Write a city (Berlin), a country"),
        ({"zone": "*@everyone*"}, "I know no time zone “\\*@\u200beveryone\\*”. Write a city (Berlin), a country"),
        ({"where": "nowhere"}, "Choose game (the game's own channel), here (this channel or thread) or dm"),
        ({"at": "1/3", "zone": "Atlantis"}, "I know no time zone “Atlantis”."),
    ],
)
async def test_refusals(pair: Pair, referee: Referee, options: dict[str, str], words: str) -> None:
    """What cannot be chosen is refused in private with a way on, and nothing is changed."""
    async with untouched(pair.discord, referee):
        assert (await reminders(pair.red, **options)).startswith(words)
    assert (await reminders(pair.red)).startswith(USUAL)


async def test_completion(pair: Pair) -> None:
    """Every option is completed while it is typed: the usual parts and hours, places, and all zones by any part."""

    async def offered(**options: object) -> list[str]:
        return [str(choice.value) for choice in await pair.red.autocomplete("settings reminders", **options)]

    assert await offered(at=Typing("")) == ["1/2 1/10", "1/10", "1 day", "12h", "off"]
    assert await offered(where=Typing("direct")) == ["dm"]
    assert await offered(quiet=Typing("22")) == ["22:00-08:00"]
    assert "Europe/Berlin" in await offered(zone=Typing(""))
    assert (await offered(zone=Typing("new york")))[0] == "America/New_York"
    assert len(await offered(zone=Typing("a"))) == 25
    assert await offered(zone=Typing("xyzzy")) == []


# ---- where


async def test_direct_messages(pair: Pair, referee: Referee, time: Time) -> None:
    """By direct message reminders come to the player alone."""
    assert "by direct message" in await reminders(pair.red, where="dm")
    time.go(HALF, referee)
    await come(pair.red.dm, "#1 Hexeh vs bob", pair.channel.mention)
    assert reminding(pair.channel) == []


async def test_direct_messages_closed(pair: Pair, referee: Referee, time: Time) -> None:
    """Who takes no direct messages is reminded in the game's channel; /reminders says so until they choose again."""
    await reminders(pair.red, where="dm")
    pair.red.refuse_direct_messages()
    time.go(HALF, referee)
    assert (await come(pair.channel)).pinged.users == {pair.red.id}
    assert f"You have not accepted direct messages from me since {noon(HALF)}" in await reminders(pair.red)
    assert "You have not accepted direct messages" not in await reminders(pair.blue)
    pair.red.refuse_direct_messages(refused=False)
    assert "You have not accepted direct messages" not in await reminders(pair.red, where="dm")
    time.go(LAST - HALF, referee)
    await come(pair.red.dm)
    assert len(reminding(pair.channel)) == 1


async def test_a_thread_of_ones_own(pair: Pair, referee: Referee, time: Time) -> None:
    """With `where: here` in a thread, reminders of the server's games come there."""
    thread = pair.channel.thread("my games")
    assert f"in {thread.mention}" in await reminders(pair.red.at(thread), where="here")
    time.go(HALF, referee)
    assert (await come(thread)).pinged.users == {pair.red.id}
    assert reminding(pair.channel) == []


async def test_a_place_that_is_gone(pair: Pair, referee: Referee, time: Time) -> None:
    """When the chosen thread is deleted, reminders come in the game's channel."""
    thread = pair.channel.thread("my games")
    await reminders(pair.red.at(thread), where="here")
    thread.delete()
    time.go(HALF, referee)
    assert (await come(pair.channel)).pinged.users == {pair.red.id}
    assert f"I have not been allowed to write in {thread.mention} since {noon(HALF)}" in await reminders(pair.red)


async def test_here_where_the_bot_may_not_write(pair: Pair, referee: Referee) -> None:
    """A channel in which the bot may not write cannot be chosen."""
    silent = pair.discord.channel("silent")
    silent.deny(pair.discord.bot, bits.SEND_MESSAGES)
    assert "I may not write here" in await reminders(pair.red.at(silent), where="here")
    assert (await reminders(pair.red)).startswith(USUAL)
    assert referee.is_ready()


# ---- troubles


async def test_an_answer_that_is_lost(pair: Pair, referee: Referee, time: Time) -> None:
    """A reminder whose answer is lost is sent again by its nonce, and stands once."""
    pair.discord.lose_reply("POST", "/messages", times=9)
    time.go(HALF, referee)
    message = await come(pair.channel)
    await looked(referee)
    pair.discord.hub.faults.clear()
    time.go(2 * RETRY, referee)
    await looked(referee)
    assert [message] == reminding(pair.channel)
    posted = [r.body["nonce"] for r in pair.discord.requests_to("POST", "/messages") if "reminder" in str(r.body)]
    assert len(posted) > 1
    assert len(set(posted)) == 1


async def test_a_restart(discord_: Standin, database: Path, time: Time) -> None:
    """A reminder that came due while the referee was down comes when it is back, if it still concerns the player."""
    async with refereed(database, time, PATIENT):
        pair = await Pair.seated(discord_, clock="3d/move")
    time.go(HALF - MINUTE)
    async with refereed(database, time, PATIENT) as referee:
        await looked(referee)
        assert reminding(pair.channel) == []
        time.go(HALF, referee)
        await come(pair.channel)
