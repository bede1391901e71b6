"""What is sent once: shared rolls, greetings and reminders, whenever the referee stops and whatever Discord refuses."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import discord
import pytest

from bot.app import Referee
from bot.discord_ui.channel.boards import Poster
from bot.discord_ui.channel.calls import Calls
from bot.discord_ui.channel.outbox import GREETING, Outbox, is_member, open_channels, rolled_text
from bot.games import Games, Location, Table
from bot.games.dice import RollOutcome
from bot.games.reminders import NUDGE, WHERE, ReminderPlace
from bot.games.tables import ClosedPlaces
from bot.store import Database, Deadline, Ledger, Player
from bot.store.deadlines import DIRECT, REMIND
from bot.store.dice import GRACE, ROLL, SECRET, SharedRoll, Stream
from bot.store.lost import GATHER, LOSS
from bot.store.members import LEFT
from bot.store.outbox import BOARD, RETRY, SEND, Letter
from bot.store.study import PUZZLE
from bot.text.gamelist import WELCOME
from bot.text.harmless import MESSAGE_CHARS
from engine.clocks.control import DAY, HOUR
from engine.dice.expression import RollResult
from engine.play.commands import Resign
from engine.variants import variant_of
from tests.bot.support.parties import NAMES
from tests.bot.support.people import Pair, labels, link_to, linked, says, settled, told, untouched
from tests.bot.support.timed import NOON, PATIENT, Time, refereed
from tests.engine.support import control_of
from tests.wire import NOBODY, Channel, Human, Standin, bits, running
from tests.wire.interactions import COMMAND, REPLY, Interaction

HALF = 36 * HOUR
DEFAULT_TERMS = (
    "I remind you when 1/2 or 1/10 of your time is left, in the channel of each game, but not in live games."
)


@pytest.fixture
async def referee(discord_: Standin, database: Path, time: Time) -> AsyncIterator[Referee]:
    assert discord_.base_url
    async with refereed(database, time, PATIENT) as client:
        yield client


@pytest.fixture
async def pair(discord_: Standin, referee: Referee) -> Pair:
    """Seat alice as Red and bob as Blue at a game with three days a move."""
    assert referee.is_ready()
    return await Pair.seated(discord_, clock="3d/move")


# ---- letters, at the outbox's own level


@dataclass
class Office:
    """An outbox over a store, whose client has logged in alone."""

    standin: Standin
    client: discord.Client
    games: Games
    outbox: Outbox
    time: Time

    async def post(self, kind: str, key: object, **about: Any) -> None:
        await self.games.ledger.outbox.post(Letter(kind, str(key), self.time.now, self.time.now, **about))

    async def left(self, later: int = 0) -> dict[str, int]:
        """Send what is due after so many ms; the kinds that are left, boards aside, with how much later each is due."""
        self.time.go(later)
        await self.outbox.meet(Deadline(SEND, 0, 0, 0))
        letters = await self.games.ledger.outbox.due(1 << 62)
        deadlines = await self.games.ledger.deadlines.due([SEND], 1 << 62)
        assert [deadline.due for deadline in deadlines] == [letter.due for letter in letters][:1]
        return {letter.kind: letter.due - self.time.now for letter in letters if letter.kind != BOARD}

    async def begin(self, *humans: Human, channel: int = 0, guild: int = 0, clock: str = "none") -> Table:
        """Begin a game, in the channel `games` unless told otherwise."""
        here = self.here(channel or self.standin.channel().id, guild)
        seats = {seat: player(human) for seat, human in enumerate(humans, 1)}
        number = await self.games.lobby.set_up(here, variant_of("chess"), seats, time=control_of(clock))
        return await self.games.tables.find(number)

    async def roll(self, cause: int, token: str = "") -> RollOutcome:
        here, carol = self.here(self.standin.channel().id), player(self.standin.human("carol"))
        return await self.games.shared.roll(here, carol, "d6", cause, token=token)

    def here(self, channel: int, guild: int = 0) -> Location:
        return Location(guild or self.standin.guild().id, channel)

    def people(self, *names: str) -> list[Human]:
        return list(map(self.standin.human, names))


def player(human: Human) -> Player:
    return Player(human.id, human.name)


@pytest.fixture
async def office(discord_: Standin, database: Path, time: Time) -> AsyncIterator[Office]:
    store, client = await Database.open(database), discord.Client(intents=discord.Intents(guilds=True))
    games = Games(Ledger(store), time, lookup=partial(is_member, client))
    poster = Poster(client, games)
    async with running(client):
        yield Office(discord_, client, games, Outbox(client, games, poster, Calls(client, games, poster)), time)
    await store.close()


@pytest.mark.parametrize(
    ("status", "again"), [(403, {LEFT, SECRET}), (404, set()), (503, {LEFT, SECRET, ROLL, GREETING})]
)
async def test_what_is_tried_again(office: Office, status: int, again: set[str]) -> None:
    """What may still arrive is tried again, later each time; what a channel refuses only if it has to become known."""
    guild, channel, (alice, bob, carol) = office.standin.guild().id, office.standin.channel(), office.people(*NAMES[:3])
    await office.begin(alice, bob)
    await office.roll(1)
    await office.games.shared.reveal(office.here(channel.id), player(carol), moderates=True)
    await office.games.ledger.members.left(guild, alice.id, office.time.now)
    await office.post(GREETING, guild, guild=guild)
    office.standin.fail("POST", "/messages", status, times=4 + len(again))
    assert await office.left(GRACE) == dict.fromkeys(again, RETRY)
    assert await office.left(RETRY) == dict.fromkeys(again, 2 * RETRY)
    assert await office.left(2 * RETRY - 1) == dict.fromkeys(again, 1)
    assert await office.left(1) == {}
    assert len(channel.messages) == len(again)
    published = [message for message in channel.messages if "secret `" in message.content]
    files = [each.filename for message in published for each in message.attachments]
    assert files == ["dice-1.txt"] * (SECRET in again)


async def test_what_is_about_nothing_any_more(office: Office) -> None:
    """A letter whose game, roll, server or day is gone is settled unsent; one that fails holds up no other."""
    guild, channel, today = office.standin.guild().id, office.standin.channel().id, office.time.now // DAY
    alice, bob, carol, dave = office.people(*NAMES)
    for pair in ((alice, bob), (alice, bob), (carol, dave)):
        await office.begin(*pair)
    for human in (alice, bob, carol):
        await office.games.ledger.members.left(guild, human.id, office.time.now)
    await office.games.play.act(await office.games.tables.find(1), player(bob), Resign)
    await office.games.ledger.members.returned(guild, carol.id)
    for kind, key in ((ROLL, "unreadable"), (ROLL, "9:9"), (SECRET, 9), (LOSS, "9:9"), (LEFT, "9:9"), (PUZZLE, 9)):
        await office.post(kind, key, guild=guild, game=9, player=9, payload=str(today))
    await office.post(PUZZLE, channel, guild=guild, payload=str(today - 1))
    await office.post(LEFT, f"3:{bob.id}", guild=guild, game=3, player=bob.id)
    for kind in (GREETING, PUZZLE):
        await office.post(kind, 8, guild=8, payload=str(today))
    assert await office.left() == {ROLL: RETRY}
    assert office.standin.requests_to("POST", "/messages") == []


async def test_sent_right_away(office: Office) -> None:
    """A letter sent right away is sent once; where that fails it is told, and sent when it is due."""
    office.standin.fail("POST", "/messages", 403)
    refused, taken = [(await office.roll(cause)).letter for cause in (1, 2)]
    with pytest.raises(discord.Forbidden):
        await office.outbox.send(*refused)
    for letter in (taken, taken, (ROLL, "9:9")):
        await office.outbox.send(*letter)
    assert [request.status for request in office.standin.requests_to("POST", "/messages")] == [403, 200]
    assert await office.left(GRACE) == {}
    assert len(office.standin.requests_to("POST", "/messages")) == 3


@pytest.mark.parametrize("alive", [True, False])
async def test_a_roll_answers_its_command(office: Office, alive: bool) -> None:
    """A roll is the answer to its command as long as that takes one, else a message; it pings nobody."""
    (carol,), place = office.people("carol"), office.standin.channel()
    asked = Interaction(1, "token", COMMAND, carol.user, place, answer=REPLY if alive else None)
    office.standin.hub.interactions["token"] = asked
    outcome = await office.roll(1, "token")
    assert await office.left(GRACE) == {}
    (message,) = place.messages
    assert asked.followups == [message] * alive
    assert (message.content, message.pinged) == (f"{carol.mention} rolls {rolled_text(outcome)}", NOBODY)


@pytest.mark.parametrize("arrived", [False, True])
async def test_a_roll_on_its_way(office: Office, arrived: bool) -> None:
    """A roll that was on its way when the bot stopped comes once, had it arrived or not."""
    outcome, hold = await office.roll(1), office.standin.delay("POST", "/messages", effective=arrived)
    sending = asyncio.create_task(office.outbox.send(*outcome.letter))
    await hold.reached()
    sending.cancel()
    assert await office.left(GRACE) == {}
    hold.release()
    assert len(office.standin.channel().messages) == 1
    assert len(office.standin.requests_to("POST", "/messages")) == 2


TOTAL = " = **7**"


def in_words(*dice: str, label: str = "") -> list[str]:
    """The lines of a roll with these dice."""
    stream, roll = Stream(1, 2, "c" * 12 + "d" * 52, b""), SharedRoll(0, 0, Player(3, "carol"), "", hidden=False)
    text = rolled_text(RollOutcome(stream, roll, label, tuple(RollResult(7, each) for each in dice)))
    assert len(text) <= MESSAGE_CHARS
    *lines, foot = text.split("\n")
    assert foot == f"-# Roll 1 of `{'c' * 12}…`"
    return lines


def test_a_roll_in_words() -> None:
    """A roll has its dice, its total and what it is for, of several each in a line; dice that do not fit are cut."""
    assert in_words("d6") == [f"d6{TOTAL}"]
    assert in_words("d6", label="luck") == [f"d6{TOTAL} for luck"]
    assert in_words("d6", label="For luck") == [f"d6{TOTAL} For luck"]
    assert in_words("d6", "d4", label="luck") == ["2 times for luck:", f"d6{TOTAL}", f"d4{TOTAL}"]
    room = 1600 // 2 - len(TOTAL)
    fits = "1" * (room - 4) + ", 12"
    assert in_words(fits, f"{fits}3") == ["2 times:", f"{fits}{TOTAL}", f"{fits[:-3]} …{TOTAL}"]


# ---- where letters go


@pytest.fixture
def rooms(discord_: Standin) -> dict[str, Channel]:
    """Make channels, in one of which the bot may not write, another in which it may only in threads."""
    made = {name: discord_.channel(name) for name in ("games", "silent", "hello", "hall", "quiet")}
    made["thread"], discord_.guild().system = made["quiet"].thread("ours"), made["hello"]
    for name in ("silent", "quiet"):
        made[name].deny(discord_.bot, bits.SEND_MESSAGES)
    return made


async def test_channels_to_write_in(rooms: dict[str, Channel], office: Office) -> None:
    """Of the channels where the bot may write come first those named, then that of greetings, then all others."""
    guild = office.client.get_guild(office.standin.guild().id)
    assert guild is not None
    named = [rooms[name].id for name in ("silent", "hall", "thread", "quiet", "hall")]
    assert [*open_channels(guild, [9, *named])] == [rooms[name].id for name in ("hall", "thread", "hello", "games")]
    await office.post(GREETING, guild.id, guild=guild.id)
    assert await office.left() == {}
    assert [message.channel for message in office.standin.messages] == [rooms["hello"]]


async def test_where_losses_are_told(rooms: dict[str, Channel], office: Office) -> None:
    """Players are told of lost games where they like, in that server or directly, else in that of its newest game."""
    guild, hall, thread = office.standin.guild().id, rooms["hall"], rooms["thread"]
    people = alice, bob, carol, dave = office.people(*NAMES)
    await office.begin(carol, dave, channel=99)
    for channel in (99, rooms["games"].id, hall.id):
        await office.begin(alice, bob, channel=channel)
    spots = (
        ReminderPlace(direct=True),
        ReminderPlace(guild, thread.id),
        ReminderPlace(9, thread.id),
        ReminderPlace(direct=True),
    )
    for human, spot in zip(people, spots, strict=True):
        await office.games.reminders.choose(player(human), {WHERE: spot.text})
    dave.refuse_direct_messages()
    await office.games.ledger.lost.gone(99, office.time.now)
    office.standin.fail("POST", "/messages", 503)
    assert await office.left(GATHER) == {LOSS: RETRY}
    assert await office.left(RETRY) == {}
    told = [(each.channel, human) for human in people for each in office.standin.messages if human in each.pinged]
    assert told == [(alice.dm, alice), (thread, bob), (hall, carol), (hall, dave)]


@pytest.mark.parametrize("why", ["refused", "down", "left"])
async def test_a_loss_that_cannot_be_told(office: Office, why: str) -> None:
    """Where the bot may write nowhere, or cannot see the server, players are told of lost games later."""
    guild, people = office.standin.guild().id, office.people("alice", "bob")
    await office.begin(*people, channel=99, guild=9 if why == "left" else guild)
    await office.games.ledger.lost.gone(99, office.time.now)
    fault = office.standin.fail("POST", "/messages", 403, times=99)
    server = office.client.get_guild(guild)
    assert server is not None
    server.unavailable = why == "down"
    assert await office.left(GATHER) == {LOSS: ClosedPlaces.PAUSE}
    assert fault.hits == (1 if why == "refused" else 0), "a channel that refuses is left alone"


@pytest.mark.parametrize("status", [400, 403, 404])
@pytest.mark.parametrize("direct", [True, False])
async def test_a_place_that_refuses_is_left_alone(office: Office, status: int, direct: bool) -> None:
    """A place that refuses a message is not tried again for a while."""
    (alice, bob), place = office.people("alice", "bob"), office.standin.channel()
    told = partial(
        office.outbox.deliver, REMIND, alice.id, DIRECT if direct else place.id, [await office.begin(alice, bob)]
    )
    fault = office.standin.fail("POST", "/users/@me/channels" if direct else "/messages", status)
    assert [await told("") for _ in range(2)] == [False, False]
    assert office.games.closed.all() == [-alice.id if direct else place.id]
    office.time.go(ClosedPlaces.PAUSE)
    assert await told("")
    (message,) = (alice.dm if direct else place).messages
    assert ([*message.pinged.users], message.flags, fault.hits) == ([alice.id], bits.COMPONENTS_V2, 1)


async def test_games_in_one_message(office: Office) -> None:
    """A reminder names all games that are due, where a player still is, and comes after a failure; so does a nudge."""
    alice, bob = office.people("alice", "bob")
    tables = [await office.begin(alice, bob, clock="3d/move", guild=guild) for guild in (0, 0, 9)]
    office.games.membership.answers[9, alice.id] = False, 1 << 62
    office.time.go(HALF)
    office.standin.fail("POST", "/messages", 503)
    for _ in range(3):
        await office.outbox.remind(Deadline(REMIND, 0, alice.id, 0))
    assert await office.outbox.deliver(NUDGE, alice.id, office.standin.channel().id, tables[2:], "")
    await office.games.reminders.nudge(await office.games.tables.find(2), player(bob))
    assert await office.left() == {}
    reminded, nudged = office.standin.channel().messages
    assert reminded.content.startswith(f"{alice.mention}, it's your turn in 2 games:\n- **#1 Chess vs bob**")
    assert nudged.content.startswith(f"{alice.mention}, another player is waiting for your move: **#2 Chess vs bob**")
    assert "#3" not in reminded.content + nudged.content


async def test_membership(office: Office) -> None:
    """Discord says whether a player is in a server; any other answer of its leaves that open."""
    guild, (alice, bob) = office.standin.guild(), office.people("alice", "bob")
    guild.remove(bob)
    for status, code in ((503, 0), (404, 10013), (403, 50001)):
        office.standin.fail("GET", f"/members/{bob.id}", status, code=code)
        assert await is_member(office.client, guild.id, bob.id) is None
    asked = (guild.id, alice.id), (guild.id, bob.id), (9, alice.id)
    assert [await is_member(office.client, *each) for each in asked] == [True, False, None]


async def test_a_departure(office: Office) -> None:
    """The others who are still there are told and pinged, where the game is played; a day later where it is nowhere."""
    guild, (alice, bob, carol) = office.standin.guild().id, office.people("alice", "bob", "carol")
    await office.begin(alice, bob)
    await office.begin(carol, alice, channel=99)
    await office.games.ledger.lost.gone(99, office.time.now)
    await office.games.ledger.members.left(guild, alice.id, office.time.now)
    assert await office.left() == {LEFT: DAY, LOSS: GATHER}
    (message,) = office.standin.channel().messages
    assert message.content.startswith("**#1** alice (White) has left the server. ")
    assert message.pinged.users == {bob.id}


async def test_the_puzzle_of_the_day(office: Office) -> None:
    """The puzzle comes in a box with its picture, a button and yesterday's number of solvers, and pings nobody."""
    guild, channel = office.standin.guild().id, office.standin.channel()
    for player in (1, 2):
        await office.games.daily.store.finish_day(player, office.time.now // DAY - 1, solved=True)
    await office.post(PUZZLE, channel.id, guild=guild, payload=str(office.time.now // DAY))
    assert await office.left() == {}
    (message,) = channel.messages
    assert ([each.filename for each in message.attachments], labels(message)) == (["puzzle.png"], ["Solve it"])
    assert (message.content.startswith("### Puzzle of the day: "), message.pinged) == (True, NOBODY)
    assert message.content.endswith("2 players solved it yesterday.")
    assert message.components[0]["accent_color"]


# ---- greetings


async def test_a_server_is_greeted_once(discord_: Standin, database: Path) -> None:
    """On joining a server the referee greets it, and never again."""
    guild = discord_.guild("New Club")
    lobby = guild.channel("lobby")
    guild.members.pop(discord_.bot.id)
    async with running(Referee(database)) as referee:
        guild.let_in()
        greeting = await lobby.wait_for(says(linked(WELCOME)))
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
    greeted = [message.channel for message in discord_.messages if message.content == linked(WELCOME)]
    assert greeted == [lobby], "an old server is not"


async def test_greeted_while_away(discord_: Standin, database: Path) -> None:
    """A server joined while nobody ran is greeted at the start, where Discord greets its members."""
    guild = discord_.guild("New Club")
    guild.channel("lobby")
    guild.system = guild.channel("hello")
    guild.let_in()
    async with running(Referee(database)):
        await guild.system.wait_for(says(linked(WELCOME)))


# ---- reminders


async def reminders(by: Human, **options: object) -> str:
    return await told(await by.slash("settings reminders", **options))


def noon(later: int = 0) -> str:
    """A time stamp so many ms after noon."""
    return f"<t:{(NOON + later) // 1000}:R>"


async def test_a_reminder(pair: Pair, referee: Referee, time: Time) -> None:
    """At half of the time the player to move is pinged, and nobody else: the game, its channel, its board, how long."""
    time.go(HALF, referee)
    message = await pair.channel.wait_for(says("it's your turn"))
    assert message.content == (
        f"{pair.red.mention}, it's your turn: **#1 Hexeh vs bob** in {pair.channel.mention}, {link_to(pair.board)} – "
        f"your time runs out {noon(3 * DAY)}"
    )
    assert message.pinged.users == {pair.red.id}
    async with untouched(pair.discord, referee):
        for who, reminded in ((pair.red, True), (pair.discord.human("carol"), False)):
            own = await (await who.press(message, "Settings")).followup()
            assert own.ephemeral
            assert own.content.startswith("**Your settings**\n")
            assert ("Next: #1" in own.content) is reminded


async def test_settings(pair: Pair, referee: Referee) -> None:
    """Who asks is shown how reminders stand; what is chosen is kept and told, what cannot be is refused."""
    await referee.scheduler.meet()
    text = await reminders(pair.red)
    zone = "\nQuiet hours: none (UTC, now 12:00).\n"
    assert text.startswith(f"{DEFAULT_TERMS}{zone}Next: #1 {noon(HALF)}.")
    assert "Next" not in await reminders(pair.blue)
    silent = pair.discord.channel("silent")
    silent.deny(pair.discord.bot, bits.SEND_MESSAGES)
    async with untouched(pair.discord, referee):
        assert "I don't know the time zone “\\*@\u200beveryone\\*”." in await reminders(pair.red, zone="*@everyone*")
        assert "I can't write here" in await reminders(pair.red.at(silent), where="here")
    assert "3/4 or 1/4 of your time" in await reminders(pair.red, at="75%, 1/4", quiet="13:00-08:00")
