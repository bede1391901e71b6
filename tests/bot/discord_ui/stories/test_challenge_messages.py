"""Challenges as the channel sees them: a picture and a few lines, what opens privately, and what becomes of them."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from bot.app import Referee
from engine.clocks.control import DAY
from engine.variants import GAMES
from tests.bot.support.parties import edited, fill, invite
from tests.bot.support.people import (
    button,
    challenge,
    games_of,
    is_board,
    labels,
    link_to,
    says,
    settled,
    shown,
    told,
    untouched,
)
from tests.bot.support.timed import PATIENT, Time, refereed
from tests.wire import NOBODY, Human, Message, Standin, running

CODE = "4/5/2G3/E2W2e/6/5/4 2"
COMMITMENT = "-# Dice commitment (SHA-256): "


@pytest.fixture
def alice(discord_: Standin) -> Human:
    """Name the challenger."""
    return discord_.human("alice")


@pytest.fixture
def bob(discord_: Standin) -> Human:
    """Name whoever answers."""
    return discord_.human("bob")


async def posted(by: Human, number: int = 1, **wishes: Any) -> Message:
    """Make a challenge as /play has it, and give it as the channel sees it."""
    assert await told(await by.slash("play", **wishes)) == f"You have made challenge #{number}."
    return await by.place.wait_for(lambda m: f"#{number} " in m.content and bool(m.buttons))


def lines(message: Message) -> list[str]:
    """The lines of a challenge but for its commitment, which comes last and is small."""
    *told_, last = message.content.splitlines()
    assert last.startswith(COMMITMENT)
    assert len(last) == len(COMMITMENT) + 64
    return told_


# ---- what it says


@pytest.mark.usefixtures("referee")
async def test_for_two(alice: Human, bob: Human) -> None:
    """A challenge is a picture of the start and three lines: who, which game, which clock."""
    message = await posted(alice, game="hexeh", opponent=bob)
    assert lines(message) == [
        f"**#1 Hexeh**: {alice.mention} challenges {bob.mention}.",
        f"{GAMES['hexeh'].sentence} A game takes 15–30 minutes at the board.",
        "3 days per move; time-outs have to be claimed. Rated.",
    ]
    (picture,) = message.attachments
    assert (picture.filename, message.embeds) == ("start.png", ())
    assert picture.data.startswith(b"\x89PNG")
    assert "empress d1" in (picture.description or "")
    assert labels(message) == ["Accept", "Rules", "How pieces move", "Accept with a word", "Decline", "Withdraw"]
    assert message.pinged.users == {bob.id}


@pytest.mark.usefixtures("referee")
async def test_with_all_that_can_be_said(alice: Human) -> None:
    """Options, a side, a position, fights, a thread and a comment are told in words."""
    own = "from a position of the challenger's own (Blue to move)"
    wishes: dict[str, Any] = {
        "options": "travelers=straight",
        "fights": "poly",
        "clock": "none",
        "rated": False,
        "thread": True,
    }
    message = await posted(alice, game="hexeh", side="Red", position=CODE, comment="Good luck!", **wishes)
    assert lines(message) == [
        f"**#1 Hexeh** (travelers: straight): {alice.mention} challenges anyone here, playing as Red, {own}.",
        f"{GAMES['hexeh'].sentence} A game takes 15–30 minutes at the board.",
        "No time limit. Unrated. With fights: dice decide captures (d6, d8 and d10). In a thread of its own.",
        "“Good luck!”",
    ]
    assert "wizard d4" in (message.attachments[0].description or "")


@pytest.mark.usefixtures("referee")
async def test_a_comment_is_harmless(alice: Human) -> None:
    """What a challenger says pings nobody, links nowhere and is no markup; one that shows nothing is left out."""
    comment = "@everyone **boo** <@1> [x](https://evil.example)"
    message = await posted(alice, game="hexeh", comment=comment)
    (said,) = [line for line in lines(message) if line.startswith("“")]
    assert message.pinged == NOBODY
    assert "**boo**" not in said.replace("\\*", "")
    assert "](" not in said
    unseen = await posted(alice, 2, game="hexeh", comment="\u200b\u200e")
    assert len(lines(unseen)) == 3


@pytest.mark.usefixtures("referee")
@pytest.mark.parametrize(("game", "players"), [("nd-wellisch-3", 3), ("nd-wellisch-4-mccooey", 4)])
async def test_for_three_and_four(alice: Human, discord_: Standin, game: str, players: int) -> None:
    """Below the three lines stand those who are in; the message keeps its picture as they come."""
    message = await posted(alice, game=game)
    first, second, third, *filling = lines(message)
    assert first.endswith(f"{alice.mention} invites players to a game for {players}.")
    assert second.startswith(GAMES[game].sentence)
    assert third == "3 days per move; time-outs have to be claimed. Rated."
    assert filling[0] == f"- Side to be drawn: {alice.mention}"
    assert labels(message) == ["Join", "Rules", "How pieces move", "Join with a word", "Withdraw"]
    await fill(message, [discord_.human(name) for name in ("bob", "carol", "dave")[: players - 1]])
    await edited(message, "starts the game")
    assert [each.filename for each in message.attachments] == ["start.png"]
    assert labels(message)[:3] == ["Start", "Rules", "How pieces move"]


# ---- what opens privately


async def test_rules_open_privately(alice: Human, bob: Human, discord_: Standin, referee: Referee) -> None:
    """The rules come in pages that only the presser sees, with the referee's rulings."""
    message = await invite(alice, variant="nd-wellisch-4-trios")
    async with untouched(discord_, referee):
        pressed = await bob.press(message, "Rules")
        card, last = await shown(pressed), await pressed.followup(1)
        assert card.embeds[0]["description"].startswith("**Nearlydouble Wellisch with Trios**")
        assert card.embeds[0]["footer"]["text"] == "Page 1 of 2"
        assert "Source" in last.embeds[0]["description"]
        assert last.embeds[0]["footer"]["text"] == "Page 2 of 2"


async def test_how_pieces_move(alice: Human, bob: Human, discord_: Standin, referee: Referee) -> None:
    """The diagrams of all pieces come as a picture that only the presser sees."""
    message = await challenge(alice)
    async with untouched(discord_, referee):
        diagrams = await shown(await bob.press(message, "How pieces move"))
        assert diagrams.content == "How the pieces of **Hexeh** move:"
        assert diagrams.attachments[0].filename == "pieces.png"
        assert "Prowler" in (diagrams.attachments[0].description or "")


# ---- what becomes of it


async def test_accepted(alice: Human, bob: Human, referee: Referee) -> None:
    """An accepted challenge no longer invites: it says that the game has begun and leads to the board."""
    message = await posted(alice, game="hexeh")
    await bob.press(message, "Accept")
    board = await message.channel.wait_for(is_board)
    await settled(referee)
    assert lines(message) == [f"**#1 Hexeh**: the game has begun; here is its {link_to(board)}."]
    assert (message.buttons, message.attachments, message.embeds) == ((), (), ())


@pytest.mark.parametrize("arrived", [False, True])
async def test_killed_before_the_challenge_says_so(
    alice: Human, bob: Human, discord_: Standin, database: Path, arrived: bool
) -> None:
    """A referee stopped between board and challenge lets the challenge lead to the board at the next start."""
    async with running(Referee(database)):
        message = await posted(alice, game="hexeh", clock="none")
        hold = discord_.delay("PATCH", f"/channels/{message.channel.id}/messages/{message.id}", effective=arrived)
        await bob.press(message, "Accept")
        await hold.reached()
    await discord_.wait_disconnected()
    async with running(Referee(database)) as referee:
        await referee.controller.poster.catch_up()
        await settled(referee)
        assert await referee.controller.games.ledger.lagging() == []
    hold.release()
    (board,) = [m for m in message.channel.messages if is_board(m)]
    assert lines(message) == [f"**#1 Hexeh**: the game has begun; here is its {link_to(board)}."]
    assert (message.buttons, message.attachments) == ((), ())


async def test_lapsed(alice: Human, bob: Human, discord_: Standin, database: Path) -> None:
    """A challenge that nobody answers says after 14 days that it has lapsed, and how to make it again; quietly."""
    time = Time()
    async with refereed(database, time, PATIENT) as referee:
        message = await posted(alice, game="hexeh", opponent=bob)
        lobby = await invite(alice, 2, "nd-wellisch-3")
        accept = button(message, "Accept")
        before = len(discord_.channel().messages)
        time.go(14 * DAY, referee)
        await edited(message, "lapsed")
        await edited(lobby, "lapsed")
        assert message.content == (
            f"**#1 Hexeh**: {alice.mention}'s challenge has lapsed, since nobody accepted it in time. "
            "`/play game:hexeh` makes it again."
        )
        assert "since its places were not taken in time. `/play game:nd-wellisch-3` makes it again." in lobby.content
        assert (message.buttons, message.attachments) == ((), ())
        await settled(referee)
        assert len(discord_.channel().messages) == before
        answer = await told(await bob.press(message, custom_id=accept))
        assert answer == "Challenge #1 is no longer open. Start a new one with /play."


async def test_lapsed_while_the_referee_was_away(alice: Human, discord_: Standin, database: Path) -> None:
    """A challenge whose time comes while the referee is away lapses at the next start."""
    time = Time()
    async with refereed(database, time, PATIENT):
        message = await posted(alice, game="hexeh")
    await discord_.wait_disconnected()
    time.go(15 * DAY)
    async with refereed(database, time, PATIENT):
        await edited(message, "lapsed")


async def test_the_challenger_has_left(alice: Human, bob: Human, discord_: Standin, referee: Referee) -> None:
    """A challenge whose challenger has left is closed when somebody answers, and says so."""

    async def present(guild: int, player: int) -> bool | None:
        return player != alice.id or guild == 0

    message = await posted(alice, game="hexeh")
    referee.controller.games.lobby.is_here = present
    answer = await told(await bob.press(message, "Accept"))
    assert answer == "Whoever made challenge #1 has left this server, so it is closed. Make your own with /play."
    await edited(message, "closed")
    assert message.content == f"**#1 Hexeh**: the challenge is closed, since {alice.mention} has left this server."
    assert discord_.channel() is message.channel


async def test_a_challenge_of_before(alice: Human, bob: Human, discord_: Standin, database: Path) -> None:
    """An open challenge of an older version has lost its message's id of a challenge, and begins all the same."""
    async with running(Referee(database)):
        message = await posted(alice, game="hexeh", clock="none")
    await discord_.wait_disconnected()
    with closing(sqlite3.connect(database)) as store, store:
        store.execute("UPDATE games SET posted = NULL")
    async with running(Referee(database)) as referee:
        await bob.press(message, "Accept")
        await message.channel.wait_for(is_board)
        await settled(referee)
    assert labels(message) == []


# ---- standing


async def test_standing(
    alice: Human, bob: Human, discord_: Standin, referee: Referee, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each acceptance of a standing challenge begins a game, and another challenge follows below its board."""
    monkeypatch.setattr("bot.games.lobby.MOST_GAMES", 1)
    first = await posted(alice, game="hexeh", standing=True, side="Red")
    assert lines(first)[-1] == "This challenge stays open for more games."
    await bob.press(first, "Accept")
    second = await discord_.channel().wait_for(says("#2 ", "Paused"))
    await settled(referee)
    assert "the game has begun" in first.content
    assert lines(second)[-1] == f"Paused: {alice.mention} has as many games as one person may, until one of them ends."
    assert [is_board(message) for message in discord_.channel().messages] == [False, True, False]
    carol = discord_.human("carol")
    async with untouched(discord_, referee):
        answer = await told(await carol.press(second, "Accept"))
        assert answer.startswith("Challenge #2 is paused: its challenger has as many games as one person may.")
    sure = await shown(await bob.slash("game resign", game="1"))
    await bob.press(sure, "Yes, resign")
    await edited(second, "stays open for more games")
    await carol.press(second, "Accept")
    await discord_.channel().wait_for(says("#3 ", "Paused"))
    assert [game.stage for game in await games_of(referee)] == ["over", "playing", "open"]


async def test_a_standing_challenge_is_withdrawn(alice: Human, referee: Referee) -> None:
    """A standing challenge ends like any other when it is withdrawn."""
    message = await posted(alice, game="hexeh", standing=True)
    await alice.press(message, "Withdraw")
    await edited(message, "withdraws the challenge")
    assert [game.stage for game in await games_of(referee)] == ["void"]


# ---- limits


async def test_the_servers_limits(alice: Human, bob: Human, discord_: Standin, referee: Referee) -> None:
    """A role and channels that the server asks for are told in private, with ways to them that ping nobody."""
    channel, servers = discord_.channel(), referee.controller.games.servers
    assert channel.guild is not None
    guild, role = channel.guild, channel.guild.role("Players")
    await servers.choose(guild.id, "challengers", role.id)
    await servers.choose(guild.id, "channels", frozenset({channel.id}))
    async with untouched(discord_, referee):
        answer = await told(await alice.slash("play", game="hexeh"))
        assert answer.startswith(f"In this server only members with the role <@&{role.id}> make challenges.")
    guild.give_role(alice, role)
    message = await posted(alice, game="hexeh")
    await bob.press(message, "Accept")
    await channel.wait_for(is_board)
    annex = discord_.channel("annex")
    async with untouched(discord_, referee):
        answer = await told(await alice.at(annex).slash("play", game="hexeh"))
        assert answer == f"In this server games are played in <#{channel.id}>. Make your challenge there."
        assert await told(await alice.slash("play")) == (
            "Choose a game for /play; the first in its list are good to start with."
        )
