"""Stories of channels that are deleted: players are told elsewhere, clocks stand still, and the games go on there."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.app import Referee
from bot.store import Database, Ledger
from bot.store.lost import GATHER
from engine.clocks.control import DAY, HOUR
from engine.command_line import main
from tests.bot.support.people import Pair, challenge, games_of, moves_of, record_of, says, settled, shown, told
from tests.bot.support.timed import PATIENT, Time, refereed
from tests.wire import Channel, Message, Standin, bits

GONE = "of this game in Hex Club is gone"
HOW = "-# Any player can go on with a game: use /game move-here in the channel where it is to go on."


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
def club(discord_: Standin) -> Channel:
    """Make the channel that is to be deleted."""
    return discord_.channel("club")


async def lost(pair: Pair, referee: Referee) -> None:
    """Delete the channel of a game, and wait until the referee knows."""
    pair.channel.delete()

    async def known() -> bool:
        game = await referee.controller.games.ledger.game(pair.number)
        return game is not None and (game.lost is not None or game.stage == "void")

    while not await known():
        await pair.discord.hub.pulse.until(lambda: True, "a while", 1)


async def noticed(referee: Referee, time: Time, place: Channel, *words: str) -> Message:
    """Let the time pass in which deletions are gathered, and wait for the message about them."""
    time.go(GATHER, referee)
    await referee.scheduler.meet()
    return await place.wait_for(says(*words))


async def test_a_deleted_channel(
    discord_: Standin, referee: Referee, time: Time, club: Channel, tmp_path: Path
) -> None:
    """The whole story: told once where the server sees games, no time lost, moved by a button, played on, verified."""
    hall = discord_.channel()
    await Pair.seated(discord_, place=hall)
    pair = await Pair.seated(discord_, 2, place=club, clock="3d/move")
    time.go(DAY)
    await lost(pair, referee)
    await noticed(referee, time, hall, GONE, pair.red.mention)
    await noticed(referee, time, hall, GONE, pair.blue.mention)
    notices = [message for message in hall.messages if GONE in message.content]
    for notice, player in zip(notices, (pair.red, pair.blue), strict=True):
        assert notice.content == (
            "The channel of this game in Hex Club is gone. Nothing else is lost, and its clock stands still:\n"
            f"- **#2 Hexeh**: {player.mention}\n{HOW}"
        )
        assert notice.pinged.users == {player.id}

    time.go(9 * DAY, referee)
    await referee.scheduler.meet()
    assert await moves_of(referee, 2) == ["ClockStarted"]
    assert [m for m in hall.messages if "awaits you" in m.content] == []
    alice, carol = pair.red.at(hall), discord_.human("carol")
    listing = await told(await alice.slash("games"))
    assert "#2 Hexeh vs bob, your move; its channel is gone: use /game move-here" in listing
    assert club.mention not in listing
    assert "runs out" not in listing
    board = (await shown(await alice.slash("board", game="2"))).content
    assert "The clock stands still while the channel of the game is gone. Red has 2 days" in board

    stranger = "You do not play in game #2. You are welcome to watch: /board shows it from any side."
    assert await told(await carol.slash("game move-here", game="2")) == stranger
    assert await told(await pair.blue.at(hall).slash("game move-here")) == "Game #2 goes on here."
    pair.place = hall
    await pair.next_board()
    assert pair.board.pinged.users == {pair.red.id, pair.blue.id}
    assert await moves_of(referee, 2) == ["ClockStarted", "Credited"]
    (_, game) = await games_of(referee)
    deadline = (await referee.controller.games.ledger.deadlines.by_game("flag", [2]))[2]
    assert (game.lost, deadline) == (None, time.now + 2 * DAY)
    pair.red, pair.blue = pair.red.at(hall), pair.blue.at(hall)
    await pair.moves("Tbc3 Tbc4")
    question = await pair.red.slash("game resign", game="2")
    await told(await pair.red.press(await shown(question), "Yes, resign"))
    sheet = tmp_path / "record.txt"
    sheet.write_text(await record_of(pair.red, 2), encoding="utf-8")
    assert "the channel was gone" in sheet.read_text(encoding="utf-8")
    assert main(["verify", str(sheet)]) == 0


async def test_acting_in_a_lost_game(discord_: Standin, referee: Referee, time: Time, club: Channel) -> None:
    """Who acts in a lost game is told that nobody sees it; time that was lost is given back before that."""
    hall = discord_.channel()
    pair = await Pair.seated(discord_, place=club, clock="3d")
    await lost(pair, referee)
    time.go(9 * DAY)
    outcome = await pair.red.at(hall).slash("move", notation="Tbc3", game="1")
    assert "Tbc3" in await told(outcome)
    assert (await outcome.followup()).content == (
        "The channel of game #1 is gone, so nobody else sees this yet. Nothing is lost, and its clock stands still. Use"
        " /game move-here in the channel where the game is to go on."
    )
    time.go(9 * DAY)
    await told(await pair.blue.at(hall).slash("move", notation="Tbc4", game="1"))
    assert await moves_of(referee) == ["ClockStarted", "Credited", "b1c3", "Credited", "b5c4"]
    time.go(9 * DAY)
    await noticed(referee, time, hall, GONE)
    await told(await pair.red.at(hall).slash("game move-here"))
    board = await hall.wait_for(lambda m: bool(m.attachments))
    for side in ("Red", "Blue"):
        assert f"{side} {'runs out of time' if side == 'Red' else 'has 3 days'}" in board.content
    assert await moves_of(referee) == ["ClockStarted", "Credited", "b1c3", "Credited", "b5c4", "Credited"]


async def test_a_challenge_in_a_deleted_channel(discord_: Standin, referee: Referee, time: Time, club: Channel) -> None:
    """A challenge whose channel is deleted is closed, and its challenger told with the games of the same server."""
    hall = discord_.channel()
    pair = await Pair.seated(discord_, place=club)
    await challenge(discord_.human("carol").at(club), 2)
    await lost(pair, referee)
    notice = await noticed(referee, time, hall, GONE)
    gone = "The channel of this game in Hex Club is gone. Nothing else is lost:"
    assert notice.content == f"{gone}\n- **#1 Hexeh**: {pair.red.mention}\n{HOW}"
    carol = discord_.human("carol")
    notice = await noticed(referee, time, hall, "your challenge")
    said = "your challenge **#2 Hexeh** is closed with its channel. /play makes a new one."
    assert notice.content == f"- {carol.mention}, {said}"
    assert notice.pinged.users == {carol.id}
    assert [game.stage for game in await games_of(referee)] == ["playing", "void"]
    assert "#2" not in await told(await carol.at(hall).slash("games"))


async def test_whoever_asked_for_direct_messages(
    discord_: Standin, referee: Referee, time: Time, club: Channel
) -> None:
    """Who wants direct messages is written to instead of pinged; one who does not take them is pinged after all."""
    pair = await Pair.seated(discord_, place=club, clock="3d")
    carol = discord_.human("carol").at(club)
    await challenge(carol, 2)
    for who in (pair.red, carol):
        await told(await who.slash("settings reminders", where="dm"))
    carol.refuse_direct_messages()
    await lost(pair, referee)
    notice = await noticed(referee, time, discord_.channel(), GONE)
    assert notice.pinged.users == {pair.blue.id}
    other = await discord_.channel().wait_for(says("your challenge **#2 Hexeh** is closed with its channel"))
    assert other.pinged.users == {carol.id}
    (letter,) = pair.red.dm.messages
    assert letter.content == (
        "The channel of this game in Hex Club is gone. Nothing else is lost, and its clock stands still:\n"
        f"- **#1 Hexeh**: {pair.red.mention}\n{HOW}"
    )


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
    assert len([m for m in hall.messages if GONE in m.content]) == 2
    async with refereed(database, time, PATIENT) as referee:
        await told(await pair.blue.at(hall).slash("game move-here"))
        await hall.wait_for(lambda m: bool(m.attachments))
    asked = [r for r in discord_.requests if str(club.id) in r.path and r.status == 404]
    assert len(asked) == 1


@pytest.mark.parametrize("effective", [True, False])
async def test_a_death_while_they_are_told(
    discord_: Standin, database: Path, time: Time, club: Channel, effective: bool
) -> None:
    """When the referee ends while the message is on its way, the next start sends it: nobody remains untold."""
    hall = discord_.channel()
    async with refereed(database, time, PATIENT) as referee:
        pair = await Pair.seated(discord_, place=club)
        await told(await pair.red.slash("settings reminders", where="dm"))
        await lost(pair, referee)
        hold = discord_.delay("POST", f"/channels/{hall.id}/messages", effective=effective)
        time.go(GATHER, referee)
        await hold.reached(5)
    await discord_.wait_disconnected()
    time.go(HOUR)
    async with refereed(database, time, PATIENT) as referee:
        await referee.scheduler.meet()
        await hall.wait_for(says(GONE))
        assert await told(await pair.red.at(hall).slash("game move-here")) == "Game #1 goes on here."
    assert len([m for m in hall.messages if GONE in m.content]) == 1
    assert len(pair.red.dm.messages) == 1


async def test_a_death_after_the_move(discord_: Standin, database: Path, time: Time, club: Channel) -> None:
    """When the referee ends between moving a game and posting its board, the next start posts it: there is one."""
    hall = discord_.channel()
    async with refereed(database, time, PATIENT) as referee:
        pair = await Pair.seated(discord_, place=club)
        await lost(pair, referee)
        await noticed(referee, time, hall, GONE)
        hold = discord_.delay("POST", f"/channels/{hall.id}/messages")
        await pair.red.at(hall).hurried().slash("game move-here")
        await hold.reached(5)
    await discord_.wait_disconnected()
    async with refereed(database, time, PATIENT) as referee:
        await referee.controller.poster.catch_up()
        pair.board, pair.place = await hall.wait_for(lambda m: bool(m.attachments)), hall
        pair.red, pair.blue = pair.red.at(hall), pair.blue.at(hall)
        await pair.move("Tbc3")
    assert len([m for m in hall.messages if m.attachments]) == 2


async def test_nowhere_to_tell(discord_: Standin, referee: Referee, time: Time, club: Channel) -> None:
    """Where the bot may write nowhere else, nothing is asked of Discord; the message comes once it may."""
    hall = discord_.channel()
    pair = await Pair.seated(discord_, place=club)
    hall.deny(discord_.bot, bits.SEND_MESSAGES)
    await lost(pair, referee)
    time.go(GATHER, referee)
    await referee.scheduler.meet()
    before = len(discord_.requests_to("POST", "/messages"))
    for _ in range(20):
        time.go(HOUR, referee)
        await referee.scheduler.meet()
    assert len(discord_.requests_to("POST", "/messages")) == before
    hall.allow(discord_.bot, bits.SEND_MESSAGES)
    time.go(HOUR)
    await noticed(referee, time, hall, GONE)


async def test_the_end_of_a_game_that_is_shown_nowhere(
    discord_: Standin, database: Path, time: Time, club: Channel
) -> None:
    """The channel of a game that has ended is asked for once when it is gone, and never again."""
    async with refereed(database, time, PATIENT) as referee:
        pair = await Pair.seated(discord_, place=club)
        club.deny(discord_.bot, bits.SEND_MESSAGES)
        await told(await pair.red.at(discord_.channel()).slash("move", notation="Tbc3", game="1"))
        outcome = await pair.blue.at(discord_.channel()).slash("game resign", game="1")
        await pair.blue.at(discord_.channel()).press(await shown(outcome), "Yes, resign")
    await discord_.wait_disconnected()
    club.delete()
    for _ in range(2):
        async with refereed(database, time, PATIENT) as referee:
            await referee.controller.poster.catch_up()
        await discord_.wait_disconnected()
    assert len([r for r in discord_.requests if str(club.id) in r.path and r.status == 404]) == 1
    store = await Database.open(database)
    assert await Ledger(store).lagging() == []
    await store.close()
