"""Seats that change hands: asked, agreed to, refused, on behalf of the server; rated once, and the game goes on."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from bot.app import Referee
from engine.clocks.control import DAY
from tests.bot.support.parties import Party, edited
from tests.bot.support.people import labels, moves_of, shown, told, untouched
from tests.bot.support.timed import PATIENT, Time, refereed
from tests.wire import Human, Message, Standin, bits

OTHERS = "You're not the one being asked."


@pytest.fixture(autouse=True)
def members(discord_: Standin, toys: None) -> None:
    """Let none of those who play manage the server; erin does."""
    assert toys is None
    for name in ("alice", "bob", "carol", "dave"):
        discord_.channel().deny(discord_.human(name), bits.MANAGE_GUILD)


@pytest.fixture
def dave(discord_: Standin) -> Human:
    return discord_.human("dave")


@pytest.fixture
async def party(discord_: Standin, referee: Referee) -> Party:
    """Seat alice, bob and carol at a game for three without a clock."""
    assert referee.is_ready()
    return await Party.seated(discord_, clock="none")


def side(party: Party, who: Human) -> str:
    return ("Red", "Gold", "Blue")[party.players.index(who)]


async def asked(party: Party, by: Human, old: Human, new: Human) -> Message:
    """Ask that one player be replaced by another, and return the question as the channel sees it."""
    seat = side(party, old)
    said = await told(await by.slash("game replace", seat=seat, by=new, game="1"))
    assert said == ""
    return await party.channel.wait_for(
        lambda m: f"{new.mention} to play {seat} in place of " in m.content and bool(m.buttons)
    )


async def says(who: Human, question: Message, label: str) -> str:
    return (await shown(await who.press(question, label))).content


def rows(database: Path, statement: str) -> list[tuple[object, ...]]:
    with closing(sqlite3.connect(database)) as store:
        return store.execute(statement).fetchall()


async def test_by_agreement(database: Path, party: Party, dave: Human) -> None:
    """All who play and the one asked say yes; the seat goes over, the board is posted anew, the game is unrated."""
    alice, bob, carol = party.players
    for _ in range(6):
        await party.move(str((await party.mover.autocomplete("move", notation=""))[0].value))
    await told(await bob.slash("game note", text="mind the corner", game="1"))
    question = await asked(party, alice, bob, dave)
    assert question.content.endswith(f"{dave.mention}, {bob.mention} and {carol.mention} have to agree.")
    assert question.pinged.users == {dave.id, bob.id, carol.id}
    assert labels(question) == ["Take over", "Agree", "Decline"]
    for who, label in ((carol, "Agree"), (dave, "Take over")):
        await who.press(question, label)
    await edited(question, f"{bob.mention} has to agree.")
    await bob.press(question, "Agree")
    await party.next_board()
    assert f"{dave.mention} takes over" in party.board.content
    assert "unrated" not in party.board.content
    assert party.board.pinged.users == {alice.id, carol.id, dave.id}
    await edited(question, f"{dave.mention} plays", "now, for bob.")
    placings = rows(database, "SELECT name, place, result FROM placings ORDER BY place, name")
    assert placings == [("alice", 1, "drawn"), ("carol", 1, "drawn"), ("bob", 3, "lost")]
    assert "mind the corner" not in await told(await dave.slash("game note", game="1"))
    assert (await told(await bob.slash("game resign", game="1"))).startswith("You're not in game #1 – ")


async def test_refusals(discord_: Standin, referee: Referee, party: Party, dave: Human) -> None:
    """What cannot be is refused; one who is still there keeps their seat by saying no, and nothing changes."""
    alice, bob, carol = party.players
    zoe, seat = discord_.human("zoe"), side(party, bob)
    discord_.channel().deny(zoe, bits.MANAGE_GUILD)
    async with untouched(discord_, referee):
        for by, new, where, words in (
            (alice, carol, seat, "Carol already plays in this game."),
            (alice, dave, "purple", "The sides are"),
            (zoe, dave, seat, "Only the players of game #1, or moderators"),
        ):
            assert (await told(await by.slash("game replace", seat=where, by=new, game="1"))).startswith(words)
    question = await asked(party, alice, bob, dave)
    taking = question.buttons[0].custom_id
    async with untouched(discord_, referee):
        assert await says(zoe, question, "Take over") == await says(alice, question, "Agree") == OTHERS
    await bob.press(question, "Decline")
    await edited(question, f"{bob.mention} says no: bob still plays")
    assert labels(question) == []
    assert "Replaced" not in await moves_of(referee)
    async with untouched(discord_, referee):
        said = await shown(await dave.press(question, custom_id=taking))
        assert said.content.startswith("That question is settled")


async def test_on_behalf_of_the_server(discord_: Standin, party: Party, dave: Human) -> None:
    """Who manages the server needs nobody but the new player."""
    bob = party.players[1]
    question = await asked(party, discord_.human("erin"), bob, dave)
    assert question.content.startswith(f"**#1** A moderator asks {dave.mention} to play")
    assert question.content.endswith(f"{dave.mention} has to agree.")
    assert await says(bob, question, "Decline") == OTHERS
    await dave.press(question, "Take over")
    assert dave.mention in (await party.next_board()).content


async def test_a_question_from_before_a_restart(discord_: Standin, database: Path, time: Time, dave: Human) -> None:
    """Who has said yes has done so after a restart, too."""
    async with refereed(database, time, PATIENT):
        party = await Party.seated(discord_, clock="none")
        alice, bob, carol = party.players
        question = await asked(party, alice, bob, dave)
        await dave.press(question, "Take over")
        await edited(question, f"\n{bob.mention} and {carol.mention} have to agree.")
    time.go(DAY)
    async with refereed(database, time, PATIENT):
        for who in (bob, carol):
            await who.press(question, "Agree")
        assert dave.mention in (await party.next_board()).content
