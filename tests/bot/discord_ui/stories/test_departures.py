"""People and channels that go: noticed, told once, clocks stand still, and games go on or are closed."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from bot.app import Referee
from bot.store.lost import GATHER
from engine.clocks.control import DAY, HOUR
from tests.bot.support.people import Pair, challenge, games_of, moves_of, record_of, says, settled, shown, told
from tests.bot.support.timed import PATIENT, Time, refereed
from tests.wire import Channel, Message, Standin

LEFT = "has left the server"
GONE = "of this game in Hex Club was deleted"
HOW = "-# Any player can continue a game with /game move-here in another channel."


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
    return [message for message in discord_.channel().messages if words in message.content]


# ---- players who leave, or stay silent


async def test_an_opponent_leaves(discord_: Standin, referee: Referee, time: Time, pair: Pair) -> None:
    """When their turn begins it is noticed, told once without a ping for the one gone, and said what can be done."""
    discord_.guild().remove(pair.blue)
    await pair.move("b1c3")
    await idle(referee)
    (message,) = spoken(discord_, LEFT)
    assert message.content == (
        f"**#1** bob (Blue) has left the server. {pair.red.mention}, you can wait or find a"
        " replacement (/game replace). After 7 days on their move I'll close the game, unrated."
    )
    assert message.pinged.users == {pair.red.id}
    assert message.buttons == ()
    time.go(HOUR)
    await passes(time, referee, 5 * DAY)
    assert len(spoken(discord_, LEFT)) == 1
    await pair.red.slash("game resign", game="1")
    assert await moves_of(referee) == ["b1c3"]


async def test_noticed_when_somebody_looks(discord_: Standin, referee: Referee, pair: Pair) -> None:
    """Who leaves on their own turn is noticed when anybody looks at the game, and not pinged by its boards."""
    await pair.moves("b1c3 b5c4")
    await idle(referee)
    discord_.guild().remove(pair.blue)
    referee.controller.games.membership.answers.clear()
    for command in ("board", "games", "record get"):
        await shown(await pair.red.slash(command))
        await idle(referee)
    await pair.move("c3b1")
    assert pair.board.pinged.users == set()
    assert pair.blue.mention in pair.board.content
    await idle(referee)
    (message,) = spoken(discord_, LEFT)
    assert message.pinged.users == {pair.red.id}


# ---- servers


async def test_removed_and_back(discord_: Standin, referee: Referee, time: Time) -> None:
    """No time runs out while the bot is away from a server; after its return the game goes on with all its time."""
    pair, guild = await Pair.seated(discord_, clock="3d/move"), discord_.guild()
    guild.recover()
    await pair.moves("Tbc3 Tfe4")
    departed = referee.controller.games.departures.store.departed
    assert await departed() == {}, "a server that Discord cannot reach has not removed the bot"
    guild.remove(discord_.bot)
    async with asyncio.timeout(5):
        while guild.id not in await departed():  # noqa: ASYNC110 - no event tells
            await asyncio.sleep(0)
    time.go(10 * DAY, referee)
    await referee.scheduler.meet()
    guild.let_in()
    await pair.channel.wait_for(lambda m: m.id == pair.board.id and bool(m.edits))
    await pair.moves("Tfe3 Tbc4")
    assert "Flagged" not in await moves_of(referee)


# ---- channels


@pytest.fixture
def club(discord_: Standin) -> Channel:
    return discord_.channel("club")


async def lost(pair: Pair, referee: Referee) -> None:
    pair.channel.delete()
    while (await games_of(referee))[pair.number - 1].lost is None:
        await pair.discord.hub.pulse.until(lambda: True, "a while", 1)


async def noticed(referee: Referee, time: Time, place: Channel, *words: str) -> Message:
    """Let the time pass in which deletions are gathered, and wait for the message about them."""
    time.go(GATHER, referee)
    await referee.scheduler.meet()
    return await place.wait_for(says(*words))


async def test_a_deleted_channel(discord_: Standin, referee: Referee, time: Time, club: Channel) -> None:
    """All are told once where the server sees games; no time is lost, and a player moves the game on."""
    hall = discord_.channel()
    await Pair.seated(discord_, place=hall)
    pair = await Pair.seated(discord_, 2, place=club, clock="3d/move")
    time.go(DAY)
    await lost(pair, referee)
    for player in (pair.red, pair.blue):
        notice = await noticed(referee, time, hall, GONE, player.mention)
        assert notice.content == (
            "The channel of this game in Hex Club was deleted. The game is safe, and its clock is stopped:\n"
            f"- **#2 Hexeh**: {player.mention}\n{HOW}"
        )
        assert notice.pinged.users == {player.id}
    time.go(9 * DAY, referee)
    await referee.scheduler.meet()
    assert await moves_of(referee, 2) == ["ClockStarted"]
    assert spoken(discord_, "it's your turn") == []
    alice = pair.red.at(hall)
    listing = await told(await alice.slash("games"))
    assert "#2 Hexeh vs bob, your move; the channel was deleted: use /game move-here" in listing
    board = (await shown(await alice.slash("board", game="2"))).content
    assert board.endswith("· paused")
    stranger = await told(await discord_.human("carol").slash("game move-here", game="2"))
    assert stranger.startswith("You're not in game #2 – ")
    assert await told(await pair.blue.at(hall).slash("game move-here")) == ""
    pair.place = hall
    await pair.next_board()
    assert pair.board.pinged.users == {pair.red.id, pair.blue.id}
    assert await moves_of(referee, 2) == ["ClockStarted", "Credited"]
    deadlines = await referee.controller.games.ledger.deadlines.by_game("flag", [2])
    assert deadlines == {2: time.now + 2 * DAY}
    assert "the channel was gone" in await record_of(alice, 2)


async def test_by_direct_message(discord_: Standin, referee: Referee, time: Time, club: Channel) -> None:
    """Who wants direct messages is written to; one who takes none is pinged, also of a challenge that is closed."""
    pair = await Pair.seated(discord_, place=club)
    carol = discord_.human("carol").at(club)
    await challenge(carol, 2)
    for who in (pair.red, carol):
        await told(await who.slash("settings reminders", where="dm"))
    carol.refuse_direct_messages()
    await lost(pair, referee)
    assert (await noticed(referee, time, discord_.channel(), GONE)).pinged.users == {pair.blue.id}
    other = await discord_.channel().wait_for(says("your challenge **#2 Hexeh** was closed with its channel"))
    assert other.pinged.users == {carol.id}
    (letter,) = pair.red.dm.messages
    assert f"- **#1 Hexeh**: {pair.red.mention}\n{HOW}" in letter.content
    assert [game.stage for game in await games_of(referee)] == ["playing", "void"]


async def test_deleted_while_the_referee_is_away(discord_: Standin, database: Path, time: Time, club: Channel) -> None:
    """A channel that was deleted meanwhile is found at the start, though there is nothing to post; told once."""
    hall = discord_.channel()
    async with refereed(database, time, PATIENT) as referee:
        pair = await Pair.seated(discord_, place=club, clock="3d")
        await settled(referee)
    await discord_.wait_disconnected()
    club.delete()
    for _ in range(2):
        async with refereed(database, time, PATIENT) as referee:
            await referee.controller.poster.look_over()
            await noticed(referee, time, hall, GONE, pair.blue.mention)
        await discord_.wait_disconnected()
    assert len(spoken(discord_, GONE)) == 2
    asked = [r for r in discord_.requests if str(club.id) in r.path and r.status == 404]
    assert len(asked) == 1
