"""Draws that need everyone's consent: the tally, who is asked, who need not be, and who ends it."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from bot.app import Referee
from bot.store import Player
from engine.play.commands import MakeMove
from tests.bot.support.parties import Party
from tests.bot.support.people import games_of, labels, more, moves_of, says, settled, told, untouched
from tests.engine.proposing import offer_draw
from tests.wire import NOBODY, Message, Standin, running

pytestmark = pytest.mark.usefixtures("toys")

AGREED = "You have already agreed to that draw; not everybody has answered yet."
ANSWERS = ["Accept draw", "Decline draw"]


@pytest.fixture
async def party(discord_: Standin, referee: Referee) -> Party:
    """Seat alice as Red, bob as Gold and carol as Blue."""
    assert referee.is_ready()
    return await Party.seated(discord_)


async def offered(party: Party) -> Message:
    """Let Red offer a draw, and return the news of it."""
    tally = "1 of 3 agrees: Red; waiting for Gold and Blue."
    assert await told(await more(party.players[0], party.board, "Offer draw")) == ""
    return await party.channel.wait_for(says("do you accept?", tally), after=party.board)


async def news(party: Party, words: str, after: Message) -> Message:
    """Wait for news with these words."""
    return await party.channel.wait_for(says(words), after=after)


async def test_the_offer(party: Party) -> None:
    """An offer pings the others, shows who agrees and who is waited for, and carries its buttons."""
    alice, bob, carol = party.players
    offer = await offered(party)
    assert offer.content == (
        f"**#1** {alice.mention} offers a draw. 1 of 3 agrees: Red; waiting for Gold and Blue. "
        f"{bob.mention} {carol.mention}, do you accept?"
    )
    assert offer.pinged.users == {bob.id, carol.id}
    assert labels(offer) == ANSWERS


@pytest.mark.parametrize("by_button", [False, True])
async def test_all_agree(party: Party, referee: Referee, *, by_button: bool) -> None:
    """Each consent is counted for all to see, pinging nobody; with the last the game is drawn."""
    _, bob, carol = party.players
    offer = await offered(party)
    accept = carol.press(offer, "Accept draw") if by_button else carol.slash("game draw", action="accept")
    tally = "2 of 3 agree: Red and Blue; waiting for Gold."
    assert await told(await accept) == f"You accept the draw. {tally} alice (Red) to move."
    counted = await news(party, tally, offer)
    assert (counted.content, counted.pinged) == (f"**#1** {carol.mention} accepts the draw. {tally}", NOBODY)
    await settled(referee)
    assert labels(offer) == labels(counted) == ANSWERS
    answer = await told(await bob.press(offer, "Accept draw"))
    assert answer == "You accept the draw. Game over. Draw: by agreement."
    await party.next_board()
    assert "Game over. Draw: by agreement." in party.board.content
    assert party.board.pinged.users == {party.players[0].id, carol.id}
    assert await moves_of(referee) == ["DrawOffered", "DrawAccepted", "DrawAccepted", "Revealed"]


async def test_a_board_with_an_offer_keeps_its_tally(party: Party, referee: Referee) -> None:
    """A board that was shown while an offer was open tells how that stands, and no more of it once it is declined."""
    _, bob, carol = party.players
    offer = await offered(party)
    await party.move("c2c3")
    assert "1 of 3 agrees: Red; waiting for Gold and Blue." in party.board.content
    await told(await bob.press(offer, "Accept draw"))
    await settled(referee)
    assert "2 of 3 agree: Red and Gold; waiting for Blue." in party.board.content
    await told(await carol.press(offer, "Decline draw"))
    await settled(referee)
    assert "draw" not in party.board.content


async def test_the_buttons_of_the_tally(party: Party) -> None:
    """Whoever has not answered may do so under the news of another's consent."""
    _, bob, carol = party.players
    offer = await offered(party)
    await told(await bob.press(offer, "Accept draw"))
    counted = await news(party, "2 of 3 agree", offer)
    assert "Draw: by agreement." in await told(await carol.press(counted, "Accept draw"))
    await party.discord.hub.pulse.until(
        lambda: not counted.buttons or None, "the answered offer to lose its buttons", 5
    )


async def test_one_declines(party: Party, referee: Referee) -> None:
    """Anyone who declines ends the offer, whoever has agreed; all others are told."""
    alice, bob, carol = party.players
    offer = await offered(party)
    await told(await bob.press(offer, "Accept draw"))
    await news(party, "2 of 3 agree", offer)
    assert await told(await carol.press(offer, "Decline draw")) == "You decline the draw. alice (Red) to move."
    word = await news(party, "declines", offer)
    assert word.pinged.users == {alice.id, bob.id}
    assert not word.buttons
    await party.channel.wait_for(lambda m: m.id == offer.id and not m.buttons)
    async with untouched(party.discord, referee):
        assert (await told(await bob.slash("game draw", action="accept"))).startswith("No draw offer is open")
    assert await moves_of(referee) == ["DrawOffered", "DrawAccepted", "DrawDeclined"]


async def test_agreeing_twice(party: Party, referee: Referee) -> None:
    """Whoever agrees already, by offering or by accepting, is told so, and nothing is counted twice."""
    alice, bob, _ = party.players
    offer = await offered(party)
    await told(await bob.press(offer, "Accept draw"))
    await news(party, "2 of 3 agree", offer)
    async with untouched(party.discord, referee):
        for who in (alice, bob):
            assert await told(await who.press(offer, "Accept draw")) == AGREED
            assert await told(await who.press(offer, "Decline draw")) == AGREED
            assert await told(await who.slash("game draw", action="offer")) == AGREED


async def test_two_accept_at_once(party: Party, referee: Referee) -> None:
    """Two who accept at the same moment both count, and the game is drawn."""
    _, bob, carol = party.players
    offer = await offered(party)
    outcomes = await asyncio.gather(bob.press(offer, "Accept draw"), carol.press(offer, "Accept draw"))
    answers = sorted([await told(outcome) for outcome in outcomes], key=len)
    assert "Draw: by agreement." in answers[0]
    assert "2 of 3 agree" in answers[1]
    await party.next_board()
    assert (await moves_of(referee))[-1] == "Revealed"


async def test_the_tally_on_a_board(party: Party) -> None:
    """An offer that outlives a move stands with its tally and buttons on the new board; a move by another ends it."""
    _, bob, _ = party.players
    offer = await offered(party)
    await told(await bob.press(offer, "Accept draw"))
    await party.move("c2c3")
    assert "offers a draw. 2 of 3 agree: Red and Gold; waiting for Blue." in party.board.content
    assert labels(party.board)[-2:] == ANSWERS
    await party.move("f3e3")
    assert "2 of 3 agree" in party.board.content
    await party.move("c5d5")
    assert "offers a draw" not in party.board.content


async def test_asked_before_the_board_is_shown(party: Party, referee: Referee) -> None:
    """All who are asked for a draw that comes with a board are pinged by it, whoever is to move."""
    act, (alice, bob, carol) = referee.controller.games.play.act, party.players
    await act(1, Player(alice.id, "alice"), lambda seat: MakeMove(seat, move="c2c3"))
    await act(1, Player(alice.id, "alice"), offer_draw)
    assert await referee.controller.show((await games_of(referee))[0])
    board = await party.channel.wait_for(says("offers a draw"), after=party.board)
    assert board.pinged.users == {bob.id, carol.id}
    assert labels(board)[-2:] == ANSWERS


async def test_who_has_left_need_not_agree(party: Party, referee: Referee) -> None:
    """Whoever has resigned is neither asked nor counted, and has no say."""
    alice, bob, carol = party.players
    await party.resign(bob)
    answer = await told(await alice.slash("game draw", action="offer"))
    assert answer.startswith("You offer a draw. 1 of 2 agrees: Red; waiting for Blue.")
    offer = await party.channel.wait_for(says("do you accept?"), after=party.board)
    assert offer.pinged.users == {carol.id}
    async with untouched(party.discord, referee):
        assert await told(await bob.press(offer, "Accept draw")) == "You are no longer in this game."
    assert "Draw: by agreement." in await told(await carol.press(offer, "Accept draw"))


async def test_a_restart_between_answers(discord_: Standin, database: Path) -> None:
    """A consent that was not shown when the referee stopped is shown at the next start, once, and counts."""
    async with running(Referee(database)) as referee:
        party = await Party.seated(discord_)
        offer = await offered(party)
        await settled(referee)
        hold = discord_.delay("POST", "/messages")
        await told(await party.players[1].press(offer, "Accept draw"))
        await hold.reached()
    await discord_.wait_disconnected()
    async with running(Referee(database)) as referee:
        counted = await news(party, "2 of 3 agree: Red and Gold; waiting for Blue.", offer)
        await told(await party.players[2].press(offer, "Accept draw"))
        await party.next_board()
        await settled(referee)
    assert labels(counted) == ANSWERS
    assert len([m for m in party.channel.messages if "2 of 3 agree" in m.content]) == 1


async def test_a_pause_with_its_tally(discord_: Standin, referee: Referee) -> None:
    """A pause that all have to agree to is told with who agrees and who is waited for; with the last it begins."""
    party = await Party.seated(discord_, number=1, clock="3d/move")
    alice, bob, carol = party.players
    tally = "1 of 3 agrees: Red; waiting for Gold and Blue."
    assert (
        await told(await alice.slash("game pause", action="offer"))
        == f"You offer a pause. {tally} It is your move (Red)."
    )
    offer = await news(party, "offers a pause", party.board)
    assert offer.content == (
        f"**#1** {alice.mention} offers a pause. {tally} {bob.mention} {carol.mention}, do you accept?"
    )
    await told(await bob.press(offer, "Accept pause"))
    agreed = await news(party, "agrees to the pause", offer)
    assert agreed.content == f"**#1** {bob.mention} agrees to the pause. 2 of 3 agree: Red and Gold; waiting for Blue."
    assert (await told(await carol.press(agreed, "Accept pause"))).startswith("You agree: the game is paused.")
    assert referee.is_ready()


async def test_who_is_out_is_told_so(party: Party) -> None:
    """`/games` tells a player who has left a game that others play it on, and that nothing awaits them there."""
    alice, bob, _ = party.players
    sure = await (await bob.slash("game resign")).reply()
    await told(await bob.press(sure, "Yes, resign"))
    await party.next_board()
    listed = (await told(await bob.slash("games"))).replace("\\", "")
    assert listed == "#1 Three vs alice and carol, alice to move; you are out; others play on"
    assert "you are out" not in await told(await alice.slash("games"))
