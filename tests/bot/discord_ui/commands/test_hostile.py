"""Hostile and odd input: refused in short, plain words, without an exception, a ping or a change."""

from __future__ import annotations

import logging
import re
from collections.abc import AsyncIterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.app import Referee
from bot.discord_ui.controller import game_number, numbered
from bot.games import Location
from bot.store import Player
from engine.variants import variant_of
from tests.bot.support.people import Pair, challenge, games_of, is_board, reply_to, settled, shown, told, untouched
from tests.wire import Standin

EVIL = "@everyone <@1> **x** `y`"
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
    "study explore outcome:won": "outcome: needs a move: too – the one whose fight ends like that.",
    "game if text:Pxd4 cancel:all": "Choose either text: or cancel:.",
    "game takeback answer:accept moves:2": "Choose either answer: or moves:.",
    "study puzzle move:Pd3 difficulty:easy": "Choose either move: for your open puzzle or game: and",
    "study hint about:lesson game:1": "Choose either game: or about:lesson.",
}


async def test_options_that_would_be_passed_over(pair: Pair, referee: Referee) -> None:
    """An option that says nothing beside another is refused, not passed over."""
    async with untouched(pair.discord, referee):
        for command, answer in TOGETHER.items():
            assert (await told(await pair.red.slash(command))).startswith(answer)


ODD = {
    "long": "x" * 6000,
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
    "negative": "-1",
    "braces": "{{}}",
    "sql": "'; DROP TABLE games; --",
    "letter": "x",
    "equals": "=",
    "separators": "\u2028\u2029",
}
PLACES = {
    "move": "notation",
    "rules": "game",
    "record get": "game",
    "game resign": "game",
    "play": "game",
    "board": "piece",
    "play game:hexeh": "side",
    "rules game:hexeh": "options",
}
PAIRS = [(text, *list(PLACES.items())[number % len(PLACES)]) for number, text in enumerate(ODD.values())] + [
    (text, command, option)
    for text in (ODD["long"], ODD["control"], ODD["mentions"])
    for command, option in PLACES.items()
]
"""Each odd text in one place, and the oddest in all."""


@quietly
async def test_odd_options(pair: Pair, referee: Referee) -> None:
    """Whatever stands in the options of the commands is refused in private, and completed within limits."""
    async with untouched(pair.discord, referee):
        for odd, command, option in PAIRS:
            text = odd.replace("{bob}", str(pair.blue.id))
            plain(await told(await pair.red.slash(command, **{option: text})))
            assert len(await pair.red.autocomplete(command, **{option: text})) <= 25


@quietly
async def test_odd_messages(pair: Pair, referee: Referee) -> None:
    """A mention-move that is none is refused in a reply that pings nobody, however long it is."""
    await settled(referee)
    games = await games_of(referee)
    for odd in ODD.values():
        text = (odd + "!" * 10_000 if len(odd) > 1000 else odd).replace("{bob}", str(pair.blue.id))
        plain((await reply_to(await pair.red.say(f"{pair.discord.bot.mention} {text}"))).content)
    await settled(referee)
    assert [game.sequence for game in await games_of(referee)] == [game.sequence for game in games]


@quietly
async def test_an_odd_name(discord_: Standin) -> None:
    """A name full of mentions and marks pings nobody and marks nothing up, wherever the referee repeats it."""
    evil, bob = discord_.human(EVIL), discord_.human("bob")
    message = await challenge(evil, opponent=bob, side="Red")
    await bob.press(message, "Accept")
    board = await discord_.channel().wait_for(is_board, after=message)
    assert board.pinged.users == {evil.id, bob.id}
    for text in [await told(await who.slash("games")) for who in (evil, bob)]:
        plain(text)
        assert "**x**" not in text
    (choice,) = await bob.autocomplete("game resign", game="")
    assert choice.name == f"#1 Hexeh vs {EVIL}, {EVIL} to move"
    sheet = await shown(await bob.slash("record get"))
    assert f'[Red "{EVIL}"]' in sheet.attachments[0].data.decode()
    assert not any(m.pinged.everyone or m.pinged.roles for m in discord_.messages)


@quietly
async def test_many_games(discord_: Standin, referee: Referee) -> None:
    """With more games than fit into an answer or a completion, both stay within Discord's limits."""
    who, bob = discord_.human("w" * 32), discord_.human("\u0bf5" * 32)
    place, ledger = Location(discord_.guild().id, discord_.channel().id), referee.controller.games.ledger
    for _ in range(30):
        players = {1: Player(who.id, who.name), 2: Player(bob.id, bob.name)}
        number = await referee.controller.games.lobby.set_up(place, variant_of("hexeh"), players)
        await ledger.shown(number, 0, None)
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
