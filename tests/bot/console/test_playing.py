"""The referee's sides at the terminal: how they are read, how games with them go on, and Ctrl-C while it thinks."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from unittest.mock import AsyncMock

import pytest

from bot.console.playing import seated
from bot.console.screens import Terminal
from bot.games import Opponent
from bot.store import referee
from engine.lookahead.search import Level, Thought
from engine.model.refusal import Refused
from engine.play.state import State
from engine.variants import variant_of
from tests.bot.console.conftest import Typed, after
from tests.bot.support.minds import Threads

THREE = variant_of("nd-wellisch-3")


@pytest.mark.parametrize(
    ("words", "mine"),
    [("3", {2: 3, 3: 3}), ("8 gold", {2: 8}), ("8 2", {2: 8}), ("1 1, 3", {1: 1, 3: 1}), ("", {}), ("off", {})],
)
def test_who_plays_is_read(words: str, mine: dict[int, int]) -> None:
    players = seated(THREE, words)
    assert {seat: held for seat, held in players.items() if held.is_bot} == {
        seat: referee(level, seat) for seat, level in mine.items()
    }
    assert all(players[seat].name == THREE.seat(seat).name for seat in {1, 2, 3} - {*mine})


@pytest.mark.parametrize(
    ("words", "why"),
    [("9", "no level “9”"), ("²", "no level “²”"), ("1 1 2 3", "I'd play all sides"), ("1 mauve", "The sides are")],
)
def test_what_cannot_be_wished(words: str, why: str) -> None:
    with pytest.raises(Refused, match=why):
        seated(THREE, words)


async def test_it_begins_where_its_side_does(typed: Typed) -> None:
    """Where the referee plays the first side it moves immediately; the record names it, and the board is turned."""
    text = await typed("record", variant="glinski", level="1", sides="white")
    record = after("record", text)
    assert '\n[White "Hexmarshal, level 1"]\n[Black "Black"]\n' in record
    assert record.count("\n1. ") == 1


async def test_it_goes_on_where_it_was(typed: Typed, monkeypatch: pytest.MonkeyPatch) -> None:
    """A game left when the referee was to move goes on with its move."""
    with monkeypatch.context() as left:
        left.setattr(Opponent, "turned", AsyncMock())
        await typed("Tbc3", level="1")
    text = await typed("moves", level="1")
    assert "Game 1: Hexeh, resumed." in text
    assert "Red can move from" in after("moves", text)


async def test_two_of_it_in_a_row(typed: Typed) -> None:
    """Of three sides it plays two, one after the other, and resigns both when the only person does."""
    text = await typed("Vd3", "resign", "yes", variant="nd-wellisch-3", level="0")
    assert "\nGold: " in after("Vd3", text)
    assert "\nBlue: " in after("Vd3", text)
    assert "wins" in after("resign", text)


async def test_it_asks_who_plays(typed: Typed, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where somebody sits at the terminal, the first game begins with the question who plays; once."""
    monkeypatch.setattr(Terminal, "asks", True)
    text = await typed("11", "1 pink", "1", "Tbc3")
    assert "There's no level “11”" in text
    assert "The sides are Red and Blue." in text
    assert "\nBlue: " in text
    assert "Play against me?" not in await typed("moves")


class Interrupted(Threads):
    """Thinks until somebody presses Ctrl-C, the first time: once the terminal waits, which takes Ctrl-C over."""

    before: object = None
    pressed = False

    async def think(self, state: State, level: Level, seed: int, game: int = 0) -> Thought:
        if not self.pressed:
            self.pressed = True
            while signal.getsignal(signal.SIGINT) == self.before:  # noqa: ASYNC110 - nobody tells
                await asyncio.sleep(0.01)
            os.kill(os.getpid(), signal.SIGINT)
            await asyncio.sleep(0.1)
        return await super().think(state, level._replace(nodes=100), seed, game)


@pytest.mark.skipif(sys.platform == "win32", reason="a process cannot press Ctrl-C on itself")
@pytest.mark.parametrize(("line", "told"), [("Tfe4", "It's Hexmarshal's move."), ("undo", "Red's Tbc3.")])
async def test_ctrl_c_interrupts_it(typed: Typed, monkeypatch: pytest.MonkeyPatch, line: str, told: str) -> None:
    """Ctrl-C while it thinks returns to the prompt, where no move is due, but one can be taken back."""
    monkeypatch.setattr(Interrupted, "before", signal.getsignal(signal.SIGINT))
    monkeypatch.setattr("bot.games.Thinkers", Interrupted)
    text = await typed("Tbc3", line, level="1")
    assert "Ctrl-C again leaves; the game is saved." in after("Tbc3", text)
    assert told in after(line, text)
