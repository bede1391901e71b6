"""The referee's sides at the terminal: who plays is asked for, and Ctrl-C ends its thinking."""

from __future__ import annotations

import asyncio
import os
import sys

import pytest

from bot.console.hotseat import NO_OPPOSITION, Opposition
from bot.console.playing import opposition
from bot.console.screens import Terminal
from engine.lookahead.search import Level, Thought
from engine.model.refusal import Refused
from engine.play.state import State
from engine.variants import variant_of
from tests.bot.console.conftest import Typed, after
from tests.bot.support.minds import Threads

THREE = variant_of("nd-wellisch-3")


@pytest.mark.parametrize(
    ("words", "wished"),
    [
        ("3", Opposition(frozenset({2, 3}), 3)),
        ("8 gold", Opposition(frozenset({2}), 8)),
        ("8 2", Opposition(frozenset({2}), 8)),
        ("1 1, 3", Opposition(frozenset({1, 3}), 1)),
        ("", NO_OPPOSITION),
        ("off", NO_OPPOSITION),
    ],
)
def test_what_is_wished_is_read(words: str, wished: Opposition) -> None:
    assert opposition(THREE, words) == wished


@pytest.mark.parametrize(
    ("words", "why"),
    [("9", "no level “9”"), ("²", "no level “²”"), ("1 1 2 3", "I'd play all sides"), ("1 mauve", "The sides are")],
)
def test_what_cannot_be_wished(words: str, why: str) -> None:
    with pytest.raises(Refused, match=why):
        opposition(THREE, words)


async def test_it_begins_where_its_side_does(typed: Typed) -> None:
    """Where the referee plays the first side it moves immediately; the record names it."""
    text = await typed("record", variant="glinski", level="1", sides="white")
    record = after("record", text)
    assert '\n[White "Hexmarshal, level 1"]\n[Black "Black"]\n' in record
    assert record.count("\n1. ") == 1


async def test_it_asks_who_plays(typed: Typed, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where somebody sits at the terminal, a new game begins with the question who plays; once."""
    monkeypatch.setattr(Terminal, "asks", True)
    text = await typed("levels", "11", "1", "pink", "1", "", "Tbc3")
    assert "There's no level “11”" in text
    assert "Which sides do I play: Red or Blue? Enter: Blue." in text
    assert "\nBlue: " in text
    assert "Do you want to play against me?" not in await typed("moves")


class Interrupted(Threads):
    """Thinks until somebody presses Ctrl-C, the first time."""

    pressed = False

    async def think(self, state: State, level: Level, seed: int, game: int = 0) -> Thought:
        if not self.pressed:
            self.pressed = True
            os.kill(os.getpid(), 2)
            await asyncio.Event().wait()
        return await super().think(state, level._replace(nodes=100), seed, game)


@pytest.mark.skipif(sys.platform == "win32", reason="a process cannot press Ctrl-C on itself")
async def test_ctrl_c_interrupts_it(typed: Typed, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ctrl-C while it thinks returns to the prompt of its side; the player goes on as they like."""
    monkeypatch.setattr("bot.games.Thinkers", Interrupted)
    text = await typed("Tbc3", "moves", "go", level="1")
    assert "I've stopped thinking." in after("Tbc3", text)
    assert "Blue> moves" in text
    assert "\nBlue: " in after("go", text)
