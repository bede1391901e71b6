"""What is sent once: shared rolls, greetings and reminders, whenever the referee stops and whatever Discord refuses."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing
from pathlib import Path

import pytest

from bot.app import Referee
from bot.text.gamelist import WELCOME
from engine.clocks.control import DAY, HOUR, MINUTE
from tests.bot.support.people import Pair, says, settled, told, untouched
from tests.bot.support.timed import NOON, PATIENT, Time, refereed
from tests.wire import NOBODY, Channel, Human, Message, Standin, bits, running

HALF, LAST = 36 * HOUR, 64 * HOUR + 48 * MINUTE
DEFAULT_TERMS = (
    "I remind you when 1/2 and 1/10 of your time is left, in the channel of each game, but not in live games."
)


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


# ---- shared rolls


def rolls(standin: Standin) -> list[Message]:
    """The rolls that the channel sees."""
    return [m for m in standin.channel().messages if " rolls " in m.content]


def unshown(database: Path) -> int:
    """How many rolls the store takes for not shown."""
    with closing(sqlite3.connect(database)) as connection:
        return int(connection.execute("SELECT count(*) FROM outbox WHERE sent IS NULL").fetchone()[0])


async def come_in(referee: Referee) -> None:
    """Wait until what the start shows is shown, so that it does not find what is rolled afterwards."""
    while not referee._begun:  # noqa: ASYNC110 - nothing tells that
        await asyncio.sleep(0.01)
    async with referee._arriving:
        pass


async def restarted(standin: Standin, database: Path) -> None:
    """Start the referee once more, and let it catch up."""
    await standin.wait_disconnected()
    with closing(sqlite3.connect(database)) as connection, connection:
        connection.execute("UPDATE outbox SET due = 1")
        connection.execute("UPDATE deadlines SET due = 1 WHERE kind = 'send'")
    async with running(Referee(database)) as referee:
        await referee.scheduler.meet()
    await standin.wait_disconnected()


@pytest.mark.parametrize("arrived", [False, True])
async def test_a_roll_on_its_way(discord_: Standin, database: Path, arrived: bool) -> None:
    """A roll on its way when the referee stops is there once after the next start, as its asker was told it."""
    carol = discord_.human("carol")
    async with running(Referee(database)) as referee:
        await come_in(referee)
        hold = discord_.delay("POST", f"/channels/{discord_.channel().id}/messages", effective=arrived)
        answer = await told(await carol.slash("roll", expression="3d6 luck"))
        await hold.reached()
    assert unshown(database) == 1
    for _ in range(2):
        await restarted(discord_, database)
    hold.release()
    (message,) = rolls(discord_)
    assert (message.content, message.pinged) == (f"{carol.mention} rolls {answer}", NOBODY)
    assert unshown(database) == 0


async def test_a_roll_that_is_refused_later(discord_: Standin, database: Path) -> None:
    """A roll whose channel does not take it any more at the next start is given up; a private one is never shown."""
    async with running(Referee(database)):
        discord_.fail("POST", f"/channels/{discord_.channel().id}/messages", 500, times=9)
        await discord_.human("carol").slash("roll", expression="3d6")
        await told(await discord_.human("carol").slash("roll", expression="d20", private=True))
    discord_.hub.faults.clear()
    discord_.channel().deny(discord_.bot, bits.SEND_MESSAGES)
    await restarted(discord_, database)
    assert (rolls(discord_), unshown(database)) == ([], 0)


# ---- greetings


def greetings(place: Channel) -> int:
    """How many greetings stand in a channel."""
    return sum(message.content == WELCOME for message in place.messages)


async def test_a_server_is_greeted_once(discord_: Standin, database: Path) -> None:
    """On joining a server the referee greets it in the first channel it may write in, and never again."""
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
        alice = discord_.human("alice").at(lobby)
        await alice.press(greeting, "Play Hexeh")
        await lobby.wait_for(says("#1", "Hexeh"), after=greeting)
    async with running(Referee(database)) as referee:
        await settled(referee)
    assert (greetings(quiet), greetings(lobby), greetings(discord_.channel())) == (0, 1, 0), "an old server has none"


async def test_greeted_while_away(discord_: Standin, database: Path) -> None:
    """A server joined while nobody ran is greeted at the start, where Discord greets its members."""
    guild = discord_.guild("New Club")
    guild.channel("lobby")
    guild.system = guild.channel("hello")
    guild.let_in()
    async with running(Referee(database)):
        await guild.system.wait_for(says(WELCOME))


# ---- reminders


async def reminders(by: Human, **options: object) -> str:
    """What somebody is told by /settings reminders."""
    return await told(await by.slash("settings reminders", **options))


def reminding(*places: Channel) -> list[Message]:
    """The reminders in some channels."""
    return [m for place in places for m in place.messages if "await" in m.content and m.nonce]


async def come(place: Channel, *words: str, after: Message | None = None) -> Message:
    """Wait for a reminder."""
    return await place.wait_for(says("await", *words), after=after)


def noon(later: int = 0) -> str:
    """A time stamp so many ms after noon."""
    return f"<t:{(NOON + later) // 1000}:R>"


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
    time.go(LAST - HALF, referee)
    last = await come(pair.channel, after=message)
    time.go(8 * HOUR, referee)
    await referee.scheduler.meet()
    assert [message, last] == reminding(pair.channel)


async def test_settings(pair: Pair, referee: Referee) -> None:
    """Who asks is shown how reminders stand; what is chosen is kept and told, what cannot be is refused."""
    await referee.scheduler.meet()
    text = await reminders(pair.red)
    zone = "\nNo quiet hours; your time zone is UTC, where it is 12:00.\n"
    assert text.startswith(f"{DEFAULT_TERMS}{zone}Next: #1 {noon(HALF)}.")
    assert "Next" not in await reminders(pair.blue)
    silent = pair.discord.channel("silent")
    silent.deny(pair.discord.bot, bits.SEND_MESSAGES)
    async with untouched(pair.discord, referee):
        assert "I know no time zone “\\*@\u200beveryone\\*”." in await reminders(pair.red, zone="*@everyone*")
        assert "I may not write here" in await reminders(pair.red.at(silent), where="here")
    assert "3/4 and 1/4 of your time" in await reminders(pair.red, at="75%, 1/4", quiet="13:00-08:00")


async def test_a_place_that_refuses_a_reminder_is_left_alone(pair: Pair, referee: Referee, time: Time) -> None:
    """Where direct messages are refused the reminder comes in the game's channel, and the refusal is remembered."""
    await reminders(pair.red, where="dm")
    pair.discord.fail("POST", "/users/@me/channels", 403, times=9)
    time.go(HALF, referee)
    await come(pair.channel)
    assert -pair.red.id in referee.controller.games.closed
