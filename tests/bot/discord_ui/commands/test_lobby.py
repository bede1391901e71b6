"""Challenges from positions, and words for the dice before a game begins."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from bot.app import Referee
from bot.text import lobby as wording
from engine.model.wording import say
from engine.notation.position_code import position_of
from engine.play.refusals import LateWord
from engine.records.scoresheet import read_scoresheet
from engine.variants import variant_of
from tests.bot.support.people import (
    Pair,
    challenge,
    games_of,
    is_board,
    labels,
    record_of,
    says,
    settled,
    shown,
    told,
    untimed,
    untouched,
)
from tests.wire import Human, Message, Standin, running

HEXEH = variant_of("hexeh")
CODE = "4/5/2G3/E2W2e/6/5/4 2 quiet=2,1 lost=,G"


@pytest.mark.usefixtures("referee")
async def test_a_challenge_from_a_fen(alice: Human, bob: Human, discord_: Standin) -> None:
    """A game begins from a FEN as other programs write it, and its record gives one."""
    fen = "b/qbk/n1b1n/r5r/ppp1ppppp/5p5/5P5/4P1P4/3P1B1P3/2P2B2P2/1PRNQBKNRP1 w - 0 1"
    message = await challenge(alice, game="glinski", position=f"`{fen}`", opponent=bob, side="White")
    await bob.press(message, "Accept")
    await discord_.channel().wait_for(is_board, after=message)
    assert f"For other programs (FEN): `{fen}`" in await told(await alice.slash("record get", game="1"))


async def test_the_position_survives_a_restart_and_stands_in_the_record(discord_: Standin, database: Path) -> None:
    """A game from a position is begun after a restart, and its record names the position and replays from it."""
    async with running(Referee(database)) as referee:
        alice, bob = discord_.human("alice"), discord_.human("bob")
        message = await challenge(alice, position=f"`{CODE}`", opponent=bob, side="1")
        await settled(referee)
    async with running(Referee(database)) as referee:
        await bob.press(message, "Accept")
        board = await discord_.channel().wait_for(is_board, after=message)
        await Pair(discord_, alice, bob, board).moves("Ed6 Gc4")
        text = await record_of(alice)
    assert f'[Position "{CODE}"]' in text
    assert "1. … Ed6 2. Gc4" in " ".join(untimed(text).split())
    assert read_scoresheet(text).state.line[0] == position_of(HEXEH, CODE)


async def test_a_wrong_position_is_refused_with_every_problem(discord_: Standin, referee: Referee) -> None:
    """A position that cannot be played is refused with all that stands against it, in a file if need be."""
    alice = discord_.human("alice")
    many = f"{'/'.join(['Q' * 8] * 8)} 1 {' '.join(f'field{n}=x' for n in range(150))}"
    async with untouched(discord_, referee):
        message = await shown(await alice.slash("play", game="imperial", position=many))
        assert message.content.startswith("A game can't start from that position:\n• ")
        assert len(message.content) <= 2000
        assert "field149" not in message.content
        (file,) = message.attachments
        assert file.filename == "problems.txt"
        assert "field149" in file.data.decode()


BAD_SALT = "A lucky word has 1 to 64 printable characters."


async def test_a_word_finds_its_challenge(alice: Human, discord_: Standin, referee: Referee) -> None:
    """Without a number a word is for the challenge here that its giver is in; of several one has to be named."""
    await challenge(alice, options="combat=poly", opponent=discord_.human("bob"))
    assert await told(await alice.slash("dice word", word="plum")) == say(wording.WORDED, number=1)
    await challenge(alice, 2, options="combat=poly")
    which = await shown(await alice.slash("dice word", word="fig"))
    await (await alice.press(which, labels(which)[0])).reply()
    assert which.content == say(wording.WORDED, number=2)
    assert [dict(game.words) for game in await games_of(referee)] == [{alice.id: "plum"}, {alice.id: "fig"}]


async def test_no_word(discord_: Standin, referee: Referee) -> None:
    """A word that is none is refused, and so is one for a game that has begun, or from a stranger to the challenge."""
    pair = await Pair.seated(discord_)
    await challenge(pair.red, 2, options="combat=poly")
    async with untouched(discord_, referee):
        for word in ("", "\t", "x" * 65, "\x00", "\u202eplum"):
            assert await told(await pair.red.slash("dice word", word=word, game="2")) == BAD_SALT
        assert await told(await pair.red.slash("dice word", word="plum", game="1")) == LateWord().text
        answer = await told(await discord_.human("carol").slash("dice word", word="plum", game="2"))
        assert answer == "You're not in game #2."


# ---- the panel of a bare /play


def chosen(panel: Message) -> list[str]:
    """What the menus of the panel say, from top to bottom."""
    return [option.label for select in panel.selects for option in select.options if option.default]


async def pick(who: Human, panel: Message, menu: str, *values: Any) -> Message:
    """Choose in one of the menus of the panel, which then shows the choice."""
    (custom_id,) = [s.custom_id for s in panel.selects if s.custom_id.split(":")[2] == menu]
    return await (await who.choose(panel, custom_id, *values)).reply()


async def test_a_game_from_the_panel(alice: Human, bob: Human, database: Path) -> None:
    """A bare /play opens menus that hold their choices over a restart, make a challenge and remember it."""
    async with running(Referee(database)):
        panel = await shown(await alice.slash("play"))
        assert chosen(panel) == ["Hexeh", "Anyone here", "Default clock"]
        assert labels(panel) == ["Challenge", "More options"]
        await pick(alice, panel, "game", "Chess")
        await pick(alice, panel, "who", "Someone in particular…")
        assert (await told(await alice.press(panel, "Challenge"))).startswith("Choose who you'd like to challenge.")
        await pick(alice, panel, "people", bob.user)
    async with running(Referee(database)):
        await pick(alice, panel, "clock", "7 days per move")
        await (await alice.press(panel, "More options")).reply()
        await pick(alice, panel, "combat", "poly")
        await pick(alice, panel, "rated", "Unrated")
        await pick(alice, panel, "rolls", "player")
        await pick(alice, panel, "below", "mover")
        terms = ["Any side", "Unrated", "Thread: default", "Goal: mate", "Polyhedral dice"]
        rolls, below = "Dice: the defender rolls, by replying to the attack", "At the bottom: the player to move"
        assert chosen(panel) == [*terms, rolls, below]
        assert await told(await alice.press(panel, "Challenge")) == ""
        message = await alice.place.wait_for(says("Chess #1 · 7 days per move · unrated\n"))
        assert "The defender rolls." in message.content
        assert f"{alice.mention} challenges {bob.mention}!" in message.content
        assert message.pinged.users == {bob.id}
        again = await shown(await alice.slash("play"))
        assert chosen(again) == ["Chess", "Someone in particular…", "7 days per move"]
        await pick(alice, again, "game", "hexeh")
        await (await alice.press(again, "More options")).reply()
        assert chosen(again)[1:3] == ["Rating: default", "Thread: default"], "for another game all is open"
        assert "someone" not in await told(await alice.slash("settings show"))


async def test_nobody_rolls_without_fights(alice: Human, referee: Referee) -> None:
    """Who rolls is asked only where there are fights; without them the choice made before counts for nothing."""
    panel = await shown(await alice.slash("play"))
    await (await alice.press(panel, "More options")).reply()
    assert chosen(panel)[-2:] == ["Fights: default", "At the bottom: default"]
    await pick(alice, panel, "combat", "d6")
    await pick(alice, panel, "rolls", "player")
    await pick(alice, panel, "below", "mover")
    await pick(alice, panel, "combat", "off")
    assert chosen(panel)[-2:] == ["No fights", "At the bottom: the player to move"]
    assert await told(await alice.press(panel, "Challenge")) == ""
    (game,) = await games_of(referee)
    assert (game.below, dict(game.options)) == ("mover", {})


@pytest.mark.usefixtures("referee")
async def test_the_panel_without_a_server(alice: Human) -> None:
    """In direct messages the panel offers nobody but the bot, from its easiest level on."""
    panel = await (await alice.at(alice.dm).slash("play")).reply()
    assert [option.value for option in panel.selects[1].options] == list("012345678")
    await (await alice.press(panel, "More options")).reply()
    assert len(panel.selects) == 4, "side, travelers, fights, below"
    await alice.press(panel, "Challenge")
    assert "Hexmarshal, level 0" in (await alice.dm.wait_for(is_board)).content
