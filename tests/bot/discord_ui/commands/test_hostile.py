"""Hostile and odd input: refused in short, plain words, without an exception, a ping or a change."""

from __future__ import annotations

import logging
import re
from collections.abc import AsyncIterator
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.app import Referee
from bot.discord_ui.commands.autocomplete import offer_options, offer_sides, offer_variants, options_of
from bot.discord_ui.controller import game_number, numbered
from bot.text.harmless import quoted
from engine.model.refusal import Refused
from engine.variants import GAMES, variant_of
from tests.bot.support.people import Pair, challenge, games_of, is_board, moves_of, settled, shown, told, untouched
from tests.suites import first, spread
from tests.wire import NOBODY, Human, Standin

EVIL = "@everyone <@1> **x** `y`"
ODD = {
    "long": "x" * 6000,
    "long moves": "Tbc3" * 1500,
    "control": "\x00\x01\x07\x1b[31m\x7f",
    "lines": "Tbc3\n\n# Big\n> quote\n```code",
    "mentions": "@everyone @here <@&{bob}> <@{bob}> <#1>",
    "marked mentions": "`@everyone` ||<@{bob}>||",
    "link": "[click](https://example.com) **Tbc3**",
    "emoji": "🧙‍♂️♟️👑",
    "directions": "\u202eTbc3\u202c \u200f\u2066",
    "lookalikes": "Тbс3",
    "digits": "٣ Tbc３",
    "combining": "T" + "́" * 300 + "c3",
    "null": "null",
    "float": "3.14",
    "negative": "-1",
    "braces": "{{}}",
    "list": "['Tbc3']",
    "sql": "'; DROP TABLE games; --",
    "blank": " ",
    "letter": "x",
    "equals": "=",
    "at": "@",
    "number": "#1",
    "separators": "\u2028\u2029",
}
LONGEST = 400


@pytest.fixture
async def nothing_logged(referee: Referee, caplog: pytest.LogCaptureFixture) -> AsyncIterator[None]:
    """Fail a test in which the referee, or the library for it, has logged an error."""
    yield
    await settled(referee)
    assert [record.getMessage() for record in caplog.records if record.levelno >= logging.ERROR] == []


quietly = pytest.mark.usefixtures("nothing_logged")


def plain(answer: str, limit: int = LONGEST) -> None:
    """Check that an answer is short, apologises for nothing, and repeats nothing that could act on a reader."""
    assert 0 < len(answer) <= limit, answer[:200]
    assert "went wrong" not in answer
    assert all(character.isprintable() or character in "\n\u200b\u200d" for character in answer), ascii(answer)
    assert not re.search(r"@everyone|@here|<@[!&]?\d{17,20}>|(?<!\\)```", answer)


TOGETHER = {
    "explore outcome:won": "outcome: says how the fight over a move ends, so name the move with move:.",
    "game if text:Pxd4 cancel:all": "Choose either text: or cancel:.",
    "game takeback answer:accept moves:2": "Choose either answer: or moves:.",
    "puzzle move:Pd3 difficulty:easy": "Choose either move: for your open puzzle or game: and difficulty: for another.",
    "hint about:lesson game:1": "Choose either game: or about:lesson.",
}


@pytest.mark.parametrize("command", TOGETHER)
async def test_options_that_would_be_passed_over(pair: Pair, referee: Referee, command: str) -> None:
    """An option that says nothing beside another is refused, not passed over."""
    async with untouched(pair.discord, referee):
        assert await told(await pair.red.slash(command)) == TOGETHER[command]


@quietly
@pytest.mark.parametrize("odd", spread(12, ODD.values()), ids=ODD)
async def test_odd_moves(pair: Pair, referee: Referee, odd: str) -> None:
    """A notation that is none is refused by the command in private, whatever it holds."""
    text = odd.replace("{bob}", str(pair.blue.id))
    async with untouched(pair.discord, referee):
        plain(await told(await pair.red.slash("move", notation=text)))
        offered = await pair.red.autocomplete("move", notation=text)
        assert len(offered) <= 25


@quietly
@pytest.mark.parametrize("odd", spread(12, ODD.values()), ids=ODD)
async def test_odd_messages(pair: Pair, referee: Referee, odd: str) -> None:
    """A mention-move that is none is refused in a reply that pings nobody, however long it is."""
    text = (odd + "!" * 10_000 if len(odd) > 1000 else odd).replace("{bob}", str(pair.blue.id))
    games = await games_of(referee)
    message = await pair.red.say(f"{pair.discord.bot.mention} {text}")
    reply = await pair.channel.wait_for(lambda m: m.reference is message)
    assert reply.pinged == NOBODY
    plain(reply.content)
    await settled(referee)
    assert [game.sequence for game in await games_of(referee)] == [game.sequence for game in games]


@quietly
@pytest.mark.parametrize("odd", spread(12, ODD.values()), ids=ODD)
async def test_odd_options(pair: Pair, referee: Referee, odd: str) -> None:
    """Whatever stands in the other options of the commands is refused or passed over, in private."""
    text = odd.replace("{bob}", str(pair.blue.id))
    alice = pair.red
    async with untouched(pair.discord, referee):
        plain(await told(await alice.slash("play", game=text)))
        if text.strip() not in {"", "random"}:
            plain(await told(await alice.slash("play", game="hexeh", side=text)))
        if text.split():
            plain(await told(await alice.slash("play", game="hexeh", options=text)))
        plain(await told(await alice.slash("play", game="hexeh", options=f"travelers={text.split(' ')[0]}=")))
        plain(await told(await alice.slash("play", game="hexeh", options=f"{text[:5000].replace(' ', '')}=x")))
        plain(await told(await alice.slash("rules", game=text)))
        plain(await told(await alice.slash("rules", game="hexeh", options=f"{text[:5000].replace(' ', '')}=x")))
        plain(await told(await alice.slash("board", piece=f"q{text}")))
        if text != "#1":
            for command in (
                "board",
                "board piece:all",
                "record get",
                "game resign",
                "game draw action:offer",
                "game draw action:claim",
            ):
                plain(await told(await alice.slash(command, game=text)))
            plain(await told(await alice.slash("move", notation="Tbc3", game=text)))
        for option in ("game", "options", "side"):
            typed = {"game": "hexeh", option: text}
            assert len(await alice.autocomplete("play", **typed)) <= 25
        assert len(await alice.autocomplete("game resign", game=text)) <= 25


@quietly
async def test_an_odd_name(discord_: Standin) -> None:
    """A name full of mentions and marks pings nobody and marks nothing up, wherever the referee repeats it."""
    evil, bob = discord_.human(EVIL), discord_.human("bob")
    message = await challenge(evil, opponent=bob, side="Red")
    assert message.pinged.users == {bob.id}
    assert not message.pinged.everyone
    outcome = await bob.press(message, "Accept")
    answer = await told(outcome)
    plain(answer)
    assert answer == f"Game #1 begins. {quoted(EVIL)} (Red) to move."
    board = await discord_.channel().wait_for(is_board, after=message)
    assert board.pinged.users == {evil.id, bob.id}
    await told(await evil.slash("game draw", action="offer"))
    news = await discord_.channel().wait_for(lambda m: "do you accept" in m.content)
    assert news.pinged.users == {bob.id}
    await challenge(evil, number=2)
    for text in [await told(await bob.slash("games")), await told(await evil.slash("games"))]:
        plain(text)
        assert "**x**" not in text
    (choice,) = await bob.autocomplete("game resign", game="")
    assert choice.name == f"#1 Hexeh vs {EVIL}, {EVIL} to move"
    sheet = await shown(await bob.slash("record get"))
    assert f'[Red "{EVIL}"]' in sheet.attachments[0].data.decode()
    second = await Pair.seated(discord_, number=3)
    plain(await told(await second.blue.slash("board")))
    assert not any(m.pinged.everyone or m.pinged.roles for m in discord_.messages)


@quietly
@pytest.mark.parametrize("name", ['"] [Red "x', "\u202eevil\u202c", "ä" * 32, "👑" * 16, "\\", "*", "||", "#", "-# x"])
async def test_other_odd_names(discord_: Standin, referee: Referee, name: str) -> None:
    """Names with quotes, other directions of writing, emoji or marks play a game like any other."""
    odd, bob = discord_.human(name), discord_.human("bob")
    message = await challenge(odd, opponent=bob, side="Red")
    plain(await told(await bob.press(message, "Accept")))
    board = await discord_.channel().wait_for(is_board, after=message)
    await told(await odd.slash("move", notation="Tbc3"))
    await discord_.channel().wait_for(is_board, after=board)
    await told(await bob.slash("games"))
    sheet = (await shown(await bob.slash("record get"))).attachments[0].data.decode()
    assert sheet.count("\n[Red ") == 1
    assert await moves_of(referee) == ["b1c3"]


@quietly
async def test_many_games(discord_: Standin, monkeypatch: pytest.MonkeyPatch) -> None:
    """With more games than fit into an answer or a completion, both stay within Discord's limits."""
    monkeypatch.setattr("bot.games.lobby.MOST_GAMES", 40)
    who: Human = discord_.human("w" * 32)
    bob = discord_.human("\u0bf5" * 32)
    for number in range(1, 31):
        message = await challenge(who, number=number, opponent=bob, side="Red")
        await told(await bob.press(message, "Accept"))
    plain(await told(await who.slash("games")), 2000)
    asked = await shown(await who.slash("move", notation="Tbc3"))
    plain(asked.content, 2000)
    assert len(asked.buttons) == 25
    assert len(await who.autocomplete("move", notation="", game="")) == 25


@given(st.text())
def test_game_numbers(text: str) -> None:
    """A game's number is read from plain digits alone, at most fifteen, so that the store can look for it."""
    number = numbered(text)
    assert number is None or 0 <= number < 10**15


@given(st.integers(0, 10**15 - 1), st.text())
def test_game_numbers_in_labels(number: int, rest: str) -> None:
    """A number is read with or without its sign, and with whatever follows in a label."""
    assert game_number(str(number)) == game_number(f" #{number} {rest}") == number


@given(st.sampled_from(["hexeh", "chess", "", None]), st.text())
def test_completions_fit(variant: str | None, typed: str) -> None:
    """Whatever is typed, completions keep to 25 choices of 1 to 100 characters."""
    for found in (offer_variants(typed), offer_options(variant, typed), offer_sides(variant, typed)):
        assert len(found) <= 25
        assert all(1 <= len(choice.name) <= 100 and 1 <= len(choice.value) <= 100 for choice in found)


@given(st.text())
def test_completed_options_are_options(before: str) -> None:
    """A completed option is one that the command reads, if what stood before it was."""
    for choice in offer_options("hexeh", f"{before} tr"):
        with suppress(Refused):
            options_of(before)
            assert "travelers" in options_of(choice.value)


@pytest.mark.parametrize("key", first(6, GAMES))
def test_completed_options_go_together(key: str) -> None:
    """Whatever options are offered behind others, one after the other, the referee takes them all together."""
    for fights in (None, "off", "poly", "d6"):
        waiting = [""]
        while waiting:
            typed = waiting.pop()
            for choice in offer_options(key, typed, fights):
                variant_of(key, options_of(choice.value, fights))
                waiting.append(f"{choice.value} ")


def test_an_option_is_not_offered_behind_what_excludes_it() -> None:
    """A goal that makes another game is not offered behind fights, nor behind fights that are chosen elsewhere."""
    goals = [choice.value for choice in offer_options("chess", "combat=poly go")]
    assert goals == ["combat=poly goal=mate"]
    assert [choice.value for choice in offer_options("chess", "", "poly")] == ["goal=mate"]
    assert len(offer_options("chess", "", "off")) == len(offer_options("chess", "")) == 3


async def test_options_are_completed_behind_the_fights_chosen(discord_: Standin, referee: Referee) -> None:
    """What is chosen for fights decides what else the command offers."""
    assert referee.is_ready()
    alice = discord_.human("alice")
    for fights, count in (("poly", 1), ("off", 3)):
        offered = await alice.autocomplete("play", game="chess", fights=fights, options="")
        assert len(offered) == count


@given(st.text())
def test_options_are_read_or_not(text: str) -> None:
    """A text is read as options word by word, or not at all."""
    with suppress(Refused):
        assert all(name and value and "=" not in name for name, value in options_of(text).items())
