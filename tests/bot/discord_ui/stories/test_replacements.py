"""Seats that change hands: asked, agreed to, refused, on behalf of the server; rated once, and the game goes on."""

from __future__ import annotations

import asyncio
import logging
import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing
from pathlib import Path

import pytest

from bot.app import Referee
from bot.games.ratings import points
from bot.store import Player
from engine.clocks.control import DAY
from engine.play.events import Replaced
from engine.records.scoresheet import read_scoresheet
from tests.bot.support.parties import Party, edited
from tests.bot.support.people import Pair, games_of, labels, moves_of, record_of, shown, told, untouched
from tests.bot.support.timed import PATIENT, Time, refereed
from tests.wire import Human, Message, Standin, bits

OTHERS = "That question isn't waiting for your answer."


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
async def party(discord_: Standin, referee: Referee, toys: None) -> Party:
    """Seat alice, bob and carol at a game for three without a clock; none of them manages the server."""
    assert (toys, referee.is_ready()) == (None, True)
    for name in ("alice", "bob", "carol", "dave"):
        discord_.channel().deny(discord_.human(name), bits.MANAGE_GUILD)
    return await Party.seated(discord_, clock="none")


def side(party: Party, who: Human) -> str:
    """The side that somebody plays."""
    return next(line for line in party.board.content.split("**")[1].split(" – ") if who.mention in line).split()[-2]


async def asked(party: Party, by: Human, old: Human, new: Human) -> Message:
    """Ask that one player be replaced by another, and return the question as the channel sees it."""
    seat = side(party, old)
    said = await told(await by.slash("game replace", seat=seat, by=new, game=str(party.number)))
    assert said == f"You have asked {new.name}. Nothing changes until all have agreed."
    return await party.channel.wait_for(
        lambda m: f"{new.mention} to play {seat} in place of " in m.content and bool(m.buttons)
    )


async def play(party: Party, moves: int) -> None:
    """Make some moves, whatever they are."""
    for _ in range(moves):
        for _ in range(10):  # on a busy machine a list may come too late, and is empty then
            if choices := await party.mover.autocomplete("move", notation=""):
                break
        await party.move(str(choices[0].value))


def rows(database: Path, statement: str) -> list[tuple[object, ...]]:
    """What the store holds."""
    with closing(sqlite3.connect(database)) as store:
        return store.execute(statement).fetchall()


# ---- by agreement


async def test_by_agreement(discord_: Standin, database: Path, party: Party) -> None:
    """All who play and the one asked say yes; the seat goes over, the board is posted anew, the game is unrated."""
    alice, bob, carol = party.players
    dave = discord_.human("dave")
    await play(party, 6)
    question = await asked(party, alice, bob, dave)
    assert question.content == (
        f"**#1** {alice.mention} asks {dave.mention} to play {side(party, bob)} in place of {bob.mention}. From then on"
        f" the game is unrated. For the ratings, {bob.mention} leaves the game then and comes last.\n"
        f"Waiting for {dave.mention}, {bob.mention} and {carol.mention}."
    )
    assert question.pinged.users == {dave.id, bob.id, carol.id}
    assert labels(question) == ["Take over", "Agree", "Decline"]
    for who, label in ((carol, "Agree"), (dave, "Take over")):
        said = await shown(await who.press(question, label))
        assert said.content == "Thank you. I am waiting for the others to agree."
    await edited(question, f"Waiting for {bob.mention}.")
    said = await shown(await bob.press(question, "Agree"))
    assert said.content.startswith("Done. ")
    await party.next_board()
    assert f"{dave.mention} plays" in party.board.content
    assert party.board.content.splitlines()[0].endswith("unrated")
    assert "Ratings: " in party.board.content
    assert party.board.pinged.users == {alice.id, carol.id, dave.id}
    await edited(question, f"{dave.mention} plays", "in place of bob.")
    placings = rows(database, "SELECT name, place, result FROM placings ORDER BY place, name")
    assert placings == [("alice", 1, "drawn"), ("carol", 1, "drawn"), ("bob", 3, "lost")]
    assert rows(database, "SELECT rated, stage FROM games") == [(0, "playing")]


@pytest.mark.parametrize("answer", ["Agree", "Decline"])
async def test_a_question_that_stays(
    discord_: Standin, party: Party, caplog: pytest.LogCaptureFixture, answer: str
) -> None:
    """What is answered holds and is shown though Discord does not let the question be changed."""
    alice, bob, carol = party.players
    dave = discord_.human("dave")
    await play(party, 6)
    question = await asked(party, alice, bob, dave)
    stays = discord_.fail("PATCH", "/webhooks/", 404, times=3)
    for who, label in ((carol, "Agree"), (dave, "Take over")):
        said = await shown(await who.press(question, label))
        assert said.content == "Thank you. I am waiting for the others to agree."
    said = await shown(await bob.press(question, answer))
    if answer == "Agree":
        assert said.content.startswith("Done. ")
        await party.next_board()
        assert f"{dave.mention} plays" in party.board.content
    else:
        assert said.content == "You have said no, and nothing changes."
    assert stays.hits == 3
    assert [record for record in caplog.records if record.levelno >= logging.ERROR] == []


async def test_the_new_player_plays(discord_: Standin, party: Party) -> None:
    """The new player moves, is listed the game, and the one before is a stranger to it; what they kept is gone."""
    alice = party.players[0]
    dave = discord_.human("dave")
    await play(party, 1)
    old = party.mover
    await told(await old.slash("game note", text="mind the corner", game="1"))
    first = (await old.autocomplete("move", notation=""))[0].value
    question = await asked(party, alice, old, dave)
    await agreed(question, dave, [each for each in party.players if each != alice])
    await party.next_board()
    assert party.board.content.count(dave.mention) >= 2
    assert "#1" in await told(await dave.slash("games"))
    assert "#1" not in await told(await old.slash("games"))
    assert "mind the corner" not in (await shown(await dave.slash("game note", game="1"))).content
    assert await told(await dave.slash("move", notation=first))
    await party.next_board()
    said = await told(await old.slash("game resign", game="1"))
    assert said.startswith("You do not play in game #1.")
    state = read_scoresheet(await record_of(dave)).state
    assert [event.what for event in state.events if isinstance(event.what, Replaced)]


async def agreed(question: Message, new: Human, others: list[Human]) -> None:
    """Let all agree who are asked, the new player first."""
    await shown(await new.press(question, "Take over"))
    for each in others:
        if "Agree" in labels(question):
            await shown(await each.press(question, "Agree"))


async def test_a_veto(discord_: Standin, referee: Referee, party: Party) -> None:
    """One who is still there keeps their seat by saying no; the question is closed, nothing changes."""
    alice, bob, _ = party.players
    dave = discord_.human("dave")
    question = await asked(party, alice, bob, dave)
    taking = question.buttons[0].custom_id
    said = await shown(await bob.press(question, "Decline"))
    assert said.content == "You have said no, and nothing changes."
    await edited(question, f"{bob.mention} says no: bob still plays")
    assert labels(question) == []
    assert not [each for each in await moves_of(referee) if each == "Replaced"]
    async with untouched(discord_, referee):
        said = await shown(await dave.press(question, custom_id=taking))
        assert said.content.startswith("That question is settled")


async def test_who_is_gone_is_not_asked(discord_: Standin, referee: Referee, party: Party) -> None:
    """One who has left the server need not agree; the others and the new player do."""
    alice, bob, carol = party.players
    dave = discord_.human("dave")
    discord_.guild().remove(bob)
    referee.controller.games.membership.answers.clear()
    await referee.controller.games.membership.present(discord_.guild().id, bob.id)
    question = await asked(party, alice, bob, dave)
    assert question.content.endswith(f"Waiting for {dave.mention} and {carol.mention}.")
    await agreed(question, dave, [carol])
    await party.next_board()
    assert dave.mention in party.board.content


async def test_who_has_left_unnoticed_is_not_asked(discord_: Standin, party: Party, time: Time) -> None:
    """Whether the players are still there is asked with the question, so that it waits for nobody who is gone."""
    alice, bob, carol = party.players
    discord_.guild().remove(bob.user)
    time.go(DAY)
    question = await asked(party, alice, bob, discord_.human("dave"))
    assert question.content.endswith(f"Waiting for {discord_.human('dave').mention} and {carol.mention}.")
    assert bob not in question.pinged


async def test_nobody_waits_for_others_who_are_gone(discord_: Standin, referee: Referee, party: Party) -> None:
    """Nor does anybody else who has left the server have to agree."""
    alice, bob, carol = party.players
    discord_.guild().remove(carol)
    referee.controller.games.membership.answers.clear()
    await referee.controller.games.membership.present(discord_.guild().id, carol.id)
    question = await asked(party, alice, bob, discord_.human("dave"))
    assert carol.mention not in question.content
    assert bob.mention in question.content


async def test_on_behalf_of_the_server(discord_: Standin, referee: Referee, party: Party) -> None:
    """Who manages the server needs nobody but the new player."""
    _, bob, _ = party.players
    dave, erin = discord_.human("dave"), discord_.human("erin")
    question = await asked(party, erin, bob, dave)
    assert question.content.startswith(f"**#1** A moderator asks {dave.mention} to play")
    assert question.content.endswith(f"Waiting for {dave.mention}.")
    async with untouched(discord_, referee):
        said = await shown(await bob.press(question, "Decline"))
        assert said.content == OTHERS
    await shown(await dave.press(question, "Take over"))
    await party.next_board()
    assert dave.mention in party.board.content
    assert "ated:" not in party.board.content


async def test_refusals(discord_: Standin, referee: Referee, party: Party) -> None:
    """What cannot be is refused with its reason, and nobody is asked."""
    alice, bob, carol = party.players
    dave, erin = discord_.human("dave"), discord_.human("erin")
    seat = side(party, bob)
    discord_.channel().deny(erin, bits.MANAGE_GUILD)
    async with untouched(discord_, referee):
        for by, new, where, words in (
            (alice, carol, seat, "Name somebody else: carol already plays in this game."),
            (alice, dave, "purple", "The sides are"),
            (erin, dave, seat, "Only the players of game #1, or members who may manage this server"),
        ):
            said = await told(await by.slash("game replace", seat=where, by=new, game="1"))
            assert said.startswith(words), said
    question = await asked(party, alice, bob, dave)
    async with untouched(discord_, referee):
        assert (await shown(await erin.press(question, "Take over"))).content == OTHERS
        assert (await shown(await alice.press(question, "Agree"))).content == OTHERS


async def test_sides_are_offered(party: Party) -> None:
    """The sides are completed with their players."""
    names = [choice.name for choice in await party.players[0].autocomplete("game replace", seat="")]
    assert len(names) == 3
    assert any(name.endswith("(bob)") for name in names)


async def test_for_two(discord_: Standin, referee: Referee, database: Path, time: Time) -> None:
    """Of two, the one who stays asks; the one who has left has lost for the ratings, and only once."""
    pair = await Pair.seated(discord_, clock="3 days/move soft")
    for name in ("alice", "bob", "dave"):
        discord_.channel().deny(discord_.human(name), bits.MANAGE_GUILD)
    await pair.moves("b1c3 b5c4 c3b1 c4b5 b1c3")
    time.go(2 * DAY)
    discord_.guild().remove(pair.blue)
    referee.controller.games.membership.answers.clear()
    await referee.controller.games.membership.present(discord_.guild().id, pair.blue.id)
    dave = discord_.human("dave")
    await told(await pair.red.slash("game replace", seat="Blue", by=dave))
    question = await discord_.channel().wait_for(lambda m: "Take over" in labels(m))
    assert labels(question) == ["Take over", "Decline"]
    await shown(await dave.press(question, "Take over"))
    await pair.next_board()
    assert f"{dave.mention} plays Blue from now on." in pair.board.content
    assert f"Blue runs out of time <t:{(time.now + 3 * DAY) // 1000}" in pair.board.content
    leaders = await referee.controller.games.standings.leaders(discord_.guild().id, "hexeh")
    assert [(each.player.name, points(each.skill) > 1500) for each in leaders] == [("alice", True), ("bob", False)]
    sure = await shown_with_buttons(await dave.slash("game resign"))
    await dave.press(sure, "Yes, resign")
    await pair.next_board()
    assert "Red wins: resignation" in pair.board.content
    assert "Ratings" not in pair.board.content
    assert rows(database, "SELECT count(*) FROM outcomes") == [(1,)]
    assert rows(database, "SELECT count(*) FROM ratings") == [(2,)]
    record = await record_of(dave)
    assert "* The referee lets somebody else play Blue" in record
    assert '[Blue "dave"]' in record


async def shown_with_buttons(outcome: object) -> Message:
    """The private message in answer to a command, with its buttons."""
    return await outcome.reply()  # type: ignore[attr-defined,no-any-return]


async def test_a_question_from_before_a_restart(discord_: Standin, database: Path, time: Time, toys: None) -> None:
    """Who has said yes has done so after a restart, too."""
    assert toys is None
    async with refereed(database, time, PATIENT):
        for name in ("alice", "bob", "carol", "dave"):
            discord_.channel().deny(discord_.human(name), bits.MANAGE_GUILD)
        party = await Party.seated(discord_, clock="none")
        alice, bob, carol = party.players
        dave = discord_.human("dave")
        question = await asked(party, alice, bob, dave)
        await shown(await dave.press(question, "Take over"))
    time.go(DAY)
    async with refereed(database, time, PATIENT):
        for who in (bob, carol):
            await shown(await who.press(question, "Agree"))
        await party.next_board()
        assert dave.mention in party.board.content


async def test_two_who_agree_at_once(discord_: Standin, referee: Referee, database: Path, party: Party) -> None:
    """Two who are the last to agree, at the same time, hand the seat over once."""
    alice, bob, carol = party.players
    dave = discord_.human("dave")
    question = await asked(party, alice, bob, dave)
    await shown(await dave.press(question, "Take over"))
    await asyncio.gather(bob.press(question, "Agree"), carol.press(question, "Agree"))
    await party.next_board()
    assert rows(database, "SELECT count(*) FROM events WHERE kind = 'replaced'") == [(1,)]
    assert rows(database, "SELECT player FROM predecessors") == [(bob.id,)]
    (game,) = await games_of(referee)
    assert Player(dave.id, "dave") in game.seats.values()


async def test_what_was_kept_for_the_seat_is_gone(discord_: Standin, referee: Referee, database: Path) -> None:
    """The old player's conditional moves go with the seat, and the game is rated, once."""
    pair = await Pair.seated(discord_, clock="none")
    await pair.moves("b1c3 b5c4 c3b1 c4b5")
    await told(await pair.blue.slash("game if", text="b1c3 then b5c4", game="1"))
    assert rows(database, "SELECT player FROM conditions") == [(pair.blue.id,)]
    erin, dave = discord_.human("erin"), discord_.human("dave")
    await told(await erin.slash("game replace", seat="Blue", by=dave, game="1"))
    question = await discord_.channel().wait_for(lambda m: "Take over" in labels(m))
    await shown(await dave.press(question, "Take over"))
    await pair.next_board()
    assert rows(database, "SELECT count(*) FROM conditions") == [(0,)]
    assert rows(database, "SELECT verdict FROM outcomes") == [("rated",)]
    await referee.controller.games.standings.settle()
    assert rows(database, "SELECT count(*) FROM ratings") == [(2,)]
    await pair.red.slash("move", notation="b1c3", game="1")
    await pair.next_board()
    assert await moves_of(referee) == ["b1c3", "b5c4", "c3b1", "c4b5", "Replaced", "b1c3"]
