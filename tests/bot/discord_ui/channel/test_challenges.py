"""The messages of challenges: what they say, who may answer them, and what becomes of them."""

from __future__ import annotations

import hashlib
import re
from pathlib import Path
from typing import Any

import pytest

from bot.app import Referee
from bot.games.refusals import ChallengeGone, granted
from engine.clocks.control import read_control
from engine.dice import commitment as chain
from engine.play.events import Drawn, Opened, Revealed
from engine.variants import GAMES
from tests.bot.support.kept import events_of
from tests.bot.support.parties import edited
from tests.bot.support.people import (
    button,
    challenge,
    games_of,
    is_board,
    is_end,
    labels,
    link_to,
    settled,
    told,
    untouched,
)
from tests.wire import Human, Message, Standin, running

CLOSED = ChallengeGone(1).text
ELSES = "Challenge #1 is for another player. Start your own with /play."
COMMITMENT = r"-# Dice commitment \(SHA-256\): "
CONTAINER = 17


async def posted(by: Human, number: int = 1, **wishes: Any) -> Message:
    """Make a challenge as /play has it, and give it as the channel sees it."""
    assert await told(await by.slash("play", **wishes)) == ""
    return await by.place.wait_for(lambda m: f"#{number} " in m.content and bool(m.buttons))


# ---- what they say


@pytest.mark.usefixtures("referee")
async def test_for_two(alice: Human, bob: Human) -> None:
    """A challenge is a box with a picture of the start: who, which game, and in small print on which terms."""
    message = await posted(alice, game="hexeh", opponent=bob)
    assert message.content.splitlines() == [
        f"### {alice.mention} challenges {bob.mention}!",
        f"**Hexeh**: {GAMES['hexeh'].sentence} 15–30 minutes.",
        f"-# Hexeh #1 · {granted(read_control('3d/move soft')).words} · rated",
    ]
    assert [part["type"] for part in message.components] == [CONTAINER]
    (picture,) = message.attachments
    assert (picture.filename, message.embeds) == ("start.png", ())
    assert "empress d1" in (picture.description or "")
    assert labels(message) == ["Accept", "Rules", "How pieces move", "Decline", "Withdraw"]
    assert message.pinged.users == {bob.id}


@pytest.mark.usefixtures("referee")
async def test_with_all_that_can_be_said(alice: Human) -> None:
    """Options, a side, a position, fights, a thread and a comment are told in words."""
    wishes: dict[str, Any] = {"options": "travelers=straight", "fights": "poly", "clock": "none", "rated": False}
    place: dict[str, Any] = {"position": "4/5/2G3/E2W2e/6/5/4 2", "thread": True}
    message = await posted(alice, game="hexeh", side="Red", comment="Good luck!", **wishes, **place)
    *told_, committed = message.content.splitlines()
    assert told_ == [
        f"### {alice.mention} (Red) is looking for an opponent!",
        f"**Hexeh**: {GAMES['hexeh'].sentence} 15–30 minutes.",
        "Starting from a custom position, Blue to move.",
        "Captures are dice fights (d6, d8, d10).",
        "“Good luck!”",
        "-# Hexeh #1 (travelers: straight) · no time limit · unrated · in its own thread",
    ]
    assert re.fullmatch(COMMITMENT + "[0-9a-f]{64}", committed)
    assert "wizard d4" in (message.attachments[0].description or "")


# ---- who answers them


async def test_anyone_accepts_an_open_challenge(alice: Human, discord_: Standin, referee: Referee) -> None:
    """An open challenge pings nobody, has no Decline, and begins with whoever accepts it."""
    carol = discord_.human("carol")
    message = await challenge(alice, side="Red")
    assert not message.pinged
    assert f"{alice.mention} (Red) is looking for an opponent!" in message.content
    assert labels(message) == ["Accept", "Rules", "How pieces move", "Withdraw"]
    await carol.press(message, "Accept")
    board = await discord_.channel().wait_for(is_board, after=message)
    assert f"Game on, {alice.mention} and {carol.mention}!" in board.content
    assert board.pinged.users == {alice.id, carol.id}
    await settled(referee)
    assert labels(message) == []


async def test_strangers_and_stale_presses(alice: Human, bob: Human, discord_: Standin, referee: Referee) -> None:
    """Only the one invited answers, only the challenger withdraws; old buttons say that the challenge is gone."""
    carol = discord_.human("carol")
    message = await challenge(alice, opponent=bob)
    gone = {label: button(message, label) for label in labels(message)}
    async with untouched(discord_, referee):
        for who, label, answer in (
            (carol, "Accept", ELSES),
            (carol, "Decline", ELSES),
            (alice, "Accept", "That's your own challenge."),
            (alice, "Decline", ELSES),
            (bob, "Withdraw", "Only the challenger can withdraw the challenge."),
        ):
            assert (await told(await who.press(message, label))).startswith(answer)
        waits = await told(await alice.slash("move", notation="Tbc3", game="1"))
        assert waits == "Game #1 hasn't started: nobody has accepted its challenge yet."
    await alice.press(message, "Withdraw")
    await edited(message, "withdraws")
    assert message.content == f"-# Hexeh #1 · {alice.mention} withdraws the challenge."
    assert (message.buttons, message.attachments) == ((), ())
    async with untouched(discord_, referee):
        for who, label in ((bob, "Accept"), (bob, "Decline"), (alice, "Withdraw")):
            assert await told(await who.press(message, custom_id=gone[label])) == CLOSED
        for command in ("game resign", "board", "board piece:all", "record get"):
            assert "went wrong" not in await told(await alice.slash(command, game="1")), command


async def test_declining(alice: Human, bob: Human, referee: Referee) -> None:
    """The one invited declines; the challenge says so, and loses its buttons and picture."""
    message = await challenge(alice, opponent=bob)
    await bob.press(message, "Decline")
    await edited(message, "declines")
    assert message.content == f"-# Hexeh #1 · {bob.mention} declines {alice.mention}'s challenge."
    assert (message.buttons, message.attachments) == ((), ())
    assert [game.stage for game in await games_of(referee)] == ["void"]


# ---- their dice


@pytest.mark.parametrize("label", ["Accept", "Decline"])
async def test_the_commitment_stays(alice: Human, bob: Human, referee: Referee, label: str) -> None:
    """In a game with dice the challenge commits to them, however it ends."""
    message = await challenge(alice, opponent=bob, options="combat=poly")
    secret = await referee.controller.games.ledger.secret(1)
    committed = f"\n-# Dice commitment (SHA-256): {hashlib.sha256(secret).hexdigest()}"
    assert message.content.endswith(committed)
    await bob.press(message, label)
    await edited(message, "Game on! [Jump to the board](" if label == "Accept" else "declines")
    await settled(referee)
    assert message.content.endswith(committed)
    assert len(message.content.splitlines()) == 2


async def test_drawn_sides_follow_from_the_secret(
    alice: Human, bob: Human, discord_: Standin, referee: Referee
) -> None:
    """A drawn side is what the secret gives that the challenge is committed to, and that is revealed at the end."""
    for number in range(1, 4):
        message = await challenge(alice, number=number, opponent=bob)
        secret = await referee.controller.games.ledger.secret(number)
        assert "ommitment" not in message.content, "no die is rolled"
        await bob.press(message, "Accept")
        await discord_.channel().wait_for(is_board, after=message)
        sure = await (await bob.slash("game resign", game=str(number))).reply()
        await bob.press(sure, "Yes, resign")
        await discord_.channel().wait_for(is_end, after=message)
        game = (await games_of(referee))[number - 1]
        what = [event.what for event in await events_of(referee.controller.games.ledger, number)]
        began = chain.extend_chain(chain.new_chain("dice 2\nhexeh@1\n\n\nnone"), f"message {message.id}")
        (seat,) = chain.linked_roll(secret, f"game {number}", began, 0, (2,))
        assert [*what[:2], what[-1]] == [Opened(message.id), Drawn("seats", 2, seat), Revealed(secret.hex())]
        assert (alice.id, bob.id) == (game.seats[seat].id, game.seats[3 - seat].id)


async def test_accepted_before_it_is_noted(alice: Human, bob: Human, discord_: Standin, referee: Referee) -> None:
    """A challenge accepted before its posting is noted begins with a board all the same, and loses its buttons."""
    hold = discord_.delay("POST", "/messages", effective=True)
    await alice.slash("play", game="hexeh", opponent=bob, side="Red")
    await hold.reached()
    message = await discord_.channel().wait_for(lambda m: bool(m.buttons))
    await bob.press(message, "Accept")
    hold.release()
    board = await discord_.channel().wait_for(is_board, after=message)
    await settled(referee)
    assert board.pinged.users == {alice.id, bob.id}
    assert labels(message) == []


@pytest.mark.parametrize("arrived", [False, True])
async def test_stopped_before_the_challenge_says_so(
    alice: Human, bob: Human, discord_: Standin, database: Path, arrived: bool
) -> None:
    """Between board and challenge the one edit that leads to the board is tried once, whatever comes between."""
    async with running(Referee(database)):
        message = await posted(alice, game="hexeh", clock="none")
        hold = discord_.delay("PATCH", f"/channels/{message.channel.id}/messages/{message.id}", effective=arrived)
        await bob.press(message, "Accept")
        await hold.reached()
    await discord_.wait_disconnected()
    async with running(Referee(database)) as referee:
        await referee.controller.poster.catch_up()
        await settled(referee)
        assert await referee.controller.games.ledger.outbox.boards() == []
    hold.release()
    (board,) = [m for m in message.channel.messages if is_board(m)]
    assert (link_to(board, "Jump to the board") in message.content, labels(message) == []) == (arrived, arrived)
