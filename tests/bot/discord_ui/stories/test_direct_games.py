"""Games without a server: played in direct messages, begun from anywhere, and gone with their person."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import discord
import pytest

from bot.app import Referee
from bot.discord_ui.channel.messages import DirectMessagesClosed
from bot.games.lobby import IRollHere, OnlyMeHere
from engine.clocks.control import HOUR
from tests.bot.discord_ui.stories.test_privacy_story import exported, forgotten, holds, scrubbed
from tests.bot.support.minds import FirstMove
from tests.bot.support.people import (
    Pair,
    games_of,
    is_board,
    labels,
    mover_of,
    moves_of,
    says,
    settled,
    shown,
    told,
    untouched,
)
from tests.bot.support.timed import Time
from tests.wire import Human, Message, Standin, running


@pytest.fixture
def mind(referee: Referee) -> FirstMove:
    return FirstMove.of(referee)


@pytest.fixture
def alice(discord_: Standin) -> Human:
    """Let alice act in her direct messages."""
    someone = discord_.human("alice")
    return someone.at(someone.dm)


@pytest.fixture(params=["server", "group"])
def abroad(alice: Human, bob: Human, discord_: Standin, request: pytest.FixtureRequest) -> Human:
    """Let alice act where the bot can only answer: in a server that it isn't in, or among friends."""
    if request.param == "group":
        return alice.at(discord_.hub.group(alice.user, bob.user))
    guild = discord_.guild("Chess Club")
    channel = discord_.channel("elsewhere", guild)
    guild.remove(discord_.bot)
    return alice.at(channel)


async def begin(who: Human, number: int = 1, **wishes: object) -> Message:
    """Play the bot in direct messages; the first board, which is the one answer."""
    outcome = await who.slash("play", **{"game": "hexeh", "clock": "none", "side": "1", **wishes})
    board = await who.dm.wait_for(lambda m: f"#{number} " in m.content and is_board(m))
    await who.hub.pulse.until(lambda: outcome.original.deleted or None, "the private answer to go", 5)
    return board


async def turn_of(who: Human, board: Message) -> Message:
    return await who.dm.wait_for(lambda m: is_board(m) and mover_of(m) == who.mention, after=board, timeout=10)


# ---- in direct messages


async def test_a_whole_game(referee: Referee, mind: FirstMove, alice: Human, database: Path) -> None:
    """One plays by typed moves, buttons and commands, and after a restart goes on to the end and a rematch."""
    mind.script = ["f2f3", "g2g4"]
    outcome = await alice.slash("play", game="chess", side="black", clock="3d")
    board = await turn_of(alice, await alice.dm.wait_for(is_board))
    await alice.hub.pulse.until(lambda: outcome.original.deleted or None, "the private answer to go", 5)
    assert board.pinged.users == {alice.id}
    assert "Chess" in (await shown(await alice.slash("board"))).content
    assert "Which piece?" in (await shown(await alice.press(board, "Move"))).content
    await alice.say("Ke4")
    refused = await alice.dm.wait_for(lambda m: m.reference is not None, after=board)
    assert "e8" in refused.content
    await alice.say("e5")
    board = await turn_of(alice, board)
    assert not [m for m in alice.dm.messages if "You've moved" in m.content]
    (game,) = await games_of(referee)
    assert (game.guild, game.channel, game.rated) == (0, alice.dm.id, False)
    await settled(referee)
    await referee.close()
    async with running(Referee(database)) as again:
        FirstMove.of(again)
        listed = (await shown(await alice.slash("games"))).content
        assert f"discord.com/channels/@me/{alice.dm.id}/{board.id}" in listed
        assert "<#" not in listed
        await alice.say("Qh4", reply_to=board)
        end = await alice.dm.wait_for(lambda m: "Rematch" in labels(m), after=board)
        assert [move for move in await moves_of(again) if move.islower()] == ["f2f3", "e7e5", "g2g4", "d8h4"]
        assert (await shown(await alice.slash("record get"))).attachments
        await alice.press(end, "Rematch")
        await alice.dm.wait_for(lambda m: "#2 " in m.content and is_board(m))
        assert [(each.stage, each.guild) for each in await games_of(again)] == [("over", 0), ("playing", 0)]


async def test_only_against_the_bot(discord_: Standin, referee: Referee, mind: FirstMove, alice: Human) -> None:
    """Other opponents, players' rolls and threads are refused; the terms of servers don't hold."""
    assert mind.asked == []
    bob = discord_.human("bob")
    async with untouched(discord_, referee):
        for wishes, refusal in (
            ({"opponent": bob.user}, OnlyMeHere.words),
            ({"standing": True}, OnlyMeHere.words),
            ({"rolls": "player", "fights": "six-sided dice"}, IRollHere.words),
        ):
            assert await told(await alice.slash("play", game="hexeh", **wishes)) == refusal
    await begin(alice, level=0)
    assert "only you and me" in await told(await alice.slash("game replace", seat="Red", by=bob.user, game="1"))
    assert "text channels" in await told(await alice.slash("game thread"))
    (game,) = await games_of(referee)
    assert game.seats[2].level == 0


async def test_typed_moves_mean_the_game_here(pair: Pair, mind: FirstMove, alice: Human, referee: Referee) -> None:
    """A typed move is for the game here, by a reply for that of the board; for others one gives the number."""
    first = await begin(alice, 2)
    second = await begin(alice, 3)
    await alice.say("Tbc3", reply_to=first)
    await turn_of(alice, second)
    await referee.controller.games.opponent.idle()
    assert [len(await moves_of(referee, number)) for number in (1, 2, 3)] == [0, 2, 0]
    await alice.say("#1 Tbc3")
    await pair.next_board()
    assert mind.asked[0].game == 2


async def test_what_others_see(pair: Pair, mind: FirstMove, alice: Human, referee: Referee) -> None:
    """Nobody else's screen shows the game, and its person's own only private ones; it never counts as abandoned."""
    await begin(alice, 2)
    own, bob = await told(await pair.red.slash("games")), pair.blue
    assert "Elsewhere:" in own
    assert "#2 Hexeh" in own.replace("\\", "")
    assert "#2" not in await told(await bob.slash("games"))
    for who in (bob, bob.at(bob.dm)):
        assert "There's no game #2" in await told(await who.slash("board", game="2"))
    profile = (await shown(await bob.slash("players profile", player=pair.red.user))).content
    assert "#2" not in profile
    assert await referee.controller.games.ledger.members.running_after(0, 5) == [1]
    assert mind.asked == []


async def test_it_goes_with_its_person(
    discord_: Standin, referee: Referee, mind: FirstMove, alice: Human, database: Path
) -> None:
    """The game is among what is given out, and is deleted with its person, while the bot thinks, too."""
    board = await begin(alice)
    mind.let.clear()
    await alice.say("Tbc3")
    await alice.dm.wait_for(says("thinking"), after=board)
    assert {"games/1.txt", "seats.json"} <= set(await exported(alice))
    await settled(referee)
    await forgotten(alice)
    assert await games_of(referee) == []
    mind.let.set()
    await referee.controller.games.opponent.idle()
    await scrubbed(referee)
    assert not holds(database, alice)
    assert discord_.violations == []


async def test_servers_do_not_concern_it(referee: Referee, mind: FirstMove, alice: Human) -> None:
    """A start takes no direct messages for a server that has removed the bot."""
    await begin(alice)
    departures = referee.controller.games.departures
    await departures.start([])
    assert await departures.store.departed() == {}
    assert await referee.controller.games.membership.present(0, alice.id) is True
    assert mind.asked == []


async def test_a_reminder(discord_: Standin, referee: Referee, mind: FirstMove, alice: Human, time: Time) -> None:
    """A reminder comes into the direct messages and links to the board."""
    board = await begin(alice, clock="1d")
    time.go(13 * HOUR, referee)
    reminder = await alice.dm.wait_for(says("in our direct messages"), after=board)
    assert f"@me/{alice.dm.id}/{board.id}" in reminder.content
    assert [m for m in discord_.messages if "direct messages" in m.content] == [reminder]
    assert mind.asked == []


# ---- from where the bot can only answer


async def test_begun_from_elsewhere(
    discord_: Standin, referee: Referee, mind: FirstMove, abroad: Human, database: Path
) -> None:
    """A game begun elsewhere opens in the direct messages, and the answer leads there; no such server is recorded."""
    outcome = await abroad.slash("play", game="hexeh", side="1")
    board = await abroad.dm.wait_for(is_board)
    link = f"[board](https://discord.com/channels/@me/{abroad.dm.id}/{board.id})"
    assert await told(outcome) == f"Your game is in our direct messages: {link}"
    assert await told(await abroad.slash("move", notation="Tbc3")) != ""
    await turn_of(abroad, board)
    for command, options in (("games", {}), ("rules", {"game": "hexeh"}), ("help", {}), ("board", {})):
        await shown(await abroad.slash(command, **options))
    await shown(await abroad.slash("roll", expression="2d6"))
    assert (await shown(await abroad.slash("board", share=True))).attachments
    front = await shown(await abroad.slash("help"))
    second = await (await abroad.press(front, "Play against me")).followup()
    assert "Your game is in our direct messages" in second.content
    assert abroad.place.messages == []
    assert all(len(each.followups) <= 5 for each in discord_.hub.interactions.values())
    await settled(referee)
    if abroad.place.guild is not None:
        assert not _mentions(database, abroad.place.guild.id)
    assert mind.asked


async def test_direct_messages_closed(discord_: Standin, referee: Referee, mind: FirstMove, abroad: Human) -> None:
    """Where Discord refuses direct messages the answer says what helps, and no game is begun; then it works at once."""
    abroad.refuse_direct_messages()
    assert await told(await abroad.slash("play", game="hexeh", side="1")) == DirectMessagesClosed().text
    assert await games_of(referee) == []
    discord_.hub.no_direct_messages.clear()
    assert "direct messages" in await told(await abroad.slash("play", game="hexeh", side="1"))
    await abroad.dm.wait_for(is_board)
    abroad.refuse_direct_messages()
    assert "allow direct messages" in await told(await abroad.slash("move", notation="Tbc3"))
    await referee.controller.games.opponent.idle()
    assert len(await moves_of(referee, 2)) >= 2
    assert len(mind.asked) == 1


async def test_a_dead_token(
    discord_: Standin, mind: FirstMove, abroad: Human, caplog: pytest.LogCaptureFixture
) -> None:
    """After the token's 15 minutes the game is in the direct messages all the same, and the answer is dropped."""
    hold = discord_.delay("POST", f"/channels/{abroad.dm.id}/messages")
    await abroad.slash("play", game="hexeh", side="1")
    await hold.reached()
    discord_.hub.token_life = 0.0
    hold.release()
    await abroad.dm.wait_for(is_board)
    await discord_.wait_for_request("PATCH", "/messages/@original")
    assert not [record for record in caplog.records if record.levelname == "ERROR"]
    assert mind.asked == []


async def test_at_most_five_followups(referee: Referee, abroad: Human) -> None:
    """Discord takes no sixth further message there; the longest answers, those of rules, need fewer."""
    outcome = await abroad.slash("rules", game="nd-wellisch-4-trios")
    await shown(outcome)
    await settled(referee)
    assert referee.application_id is not None
    reply = discord.Webhook.partial(referee.application_id, outcome.interaction.token, client=referee)
    for _ in range(5 - len(outcome.followups)):
        await reply.send("more")
    with pytest.raises(discord.HTTPException, match="maximum number of follow up messages"):
        await reply.send("one more")


def _mentions(database: Path, number: int) -> bool:
    """Whether any column of any table holds a number."""
    with closing(sqlite3.connect(database)) as connection:
        tables = [name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        rows = [row for table in tables for row in connection.execute(f"SELECT * FROM {table}")]  # noqa: S608
    return any(str(number) in str(value) for row in rows for value in row)
