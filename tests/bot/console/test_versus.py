"""The referee as an opponent at the terminal."""

from __future__ import annotations

import asyncio
import os
import re
import sys
from pathlib import Path
from typing import Any

import pytest

from bot.console.hotseat import NO_OPPOSITION, Opposition
from bot.console.playing import opposition
from bot.console.screens import Screen
from engine.lookahead.search import LEVELS, Level, Thought
from engine.model.refusal import Refused
from engine.play.state import State
from engine.variants import variant_of
from tests.bot.console.conftest import Typed, after
from tests.bot.support.minds import Threads
from tests.wire import ROOT


def played(text: str, side: str) -> list[str]:
    """The moves that a side is told to have made, in order."""
    return re.findall(rf"^{side}: (\S+) ", text, re.MULTILINE)


async def test_it_moves_by_itself(typed: Typed) -> None:
    """The referee answers every move of the player's, and tells what it has played."""
    text = await typed("Tbc3", "Ga2", "record", level="2")
    assert "I play Blue at level 2 (beginner)." in text
    assert len(played(text, "Red")) == len(played(text, "Blue")) == 2
    assert [line.split(">")[0] for line in text.splitlines() if "> " in line] == ["Red"] * 3


async def test_it_begins_where_its_side_does(typed: Typed) -> None:
    """Where the referee plays the first side it moves at once; sides are named by name or number."""
    text = await typed("record", variant="glinski", level="1", sides="white")
    assert '\n[White "the referee, level 1"]\n[Black "Black"]\n' in after("record", text)
    assert len(played(text, "White")) == 1
    assert after("record", text).count("\n1. ") == 1
    assert "I play White at level 1" in await typed("record", variant="chess", level="1", sides="1")


async def test_several_sides(typed: Typed) -> None:
    """In a game of three it plays both others, or the side named."""
    text = await typed("moves", "new nd-wellisch-3 referee 1 Blue", "moves", variant="nd-wellisch-3", level="1")
    assert "I play Gold and Blue at level 1" in text
    assert "I play Blue at level 1" in text


async def test_fights_are_rolled(typed: Typed) -> None:
    """In a game with fights the dice of an attack are rolled and told, and the referee goes on."""
    text = await typed("Tbxc6", "record", level="1", options=("combat=poly",))
    assert " rolls " in after("Tbxc6", text)
    assert len(played(text, "Blue")) == 1


async def test_undo_takes_back_both_moves(typed: Typed) -> None:
    """Undo goes back to before the player's own last move; the referee agrees unasked."""
    text = await typed("Tbc3", "undo", "Gc3", "undo", "undo", level="1")
    assert "agree? (yes/no)" not in text
    assert re.search(r"Blue agrees. Taken back: Blue's \S+ and Red's Tbc3\.", after("undo", text))
    assert played(text, "Red") == ["Tbc3", "Gc3"]
    assert text.endswith("You have made no move that could be taken back.\n")


async def test_its_own_move_alone_is_undone(typed: Typed) -> None:
    """After `undo 1` it waits until it is told to go on, so that its move can be made by hand."""
    text = await typed("Tbc3", "undo 1", "go", level="1")
    assert "Taken back: Blue's" in after("undo 1", text)
    assert "Blue> go" in text
    assert len(played(text, "Blue")) == 2


async def test_it_is_asked_for_in_a_running_game(typed: Typed) -> None:
    """`referee` says, changes and ends what it plays; that is kept with the game."""
    text = await typed("referee", "referee 9", "referee 2 pink", "referee 1 Red Blue", "referee 1", "Tbc3")
    assert "I play no side here." in after("referee", text)
    assert "There is no level “9”: levels go from 1 to 8." in after("referee 9", text)
    assert after("referee 2 pink", text) == "The sides are Red and Blue.\n"
    assert after("referee 1 Red Blue", text) == "I would play all sides. Leave one for yourself.\n"
    assert len(played(text, "Blue")) == 1
    again = await typed("referee off", "Ga2", "levels", "go")
    assert "I play Blue at level 1 (newcomer)." in again
    assert "Blue> levels" in again
    assert all(level.text in after("levels", again) for level in LEVELS)
    assert "I play no side here." in after("go", again)


async def test_the_same_game_is_gone_on_with(typed: Typed) -> None:
    """Started with the same wish, an unfinished game goes on; with another, a new one begins."""
    await typed("Tbc3", level="1")
    assert "Game 1: Hexeh, resumed." in await typed(level="1")
    assert "Game 2: Hexeh." in await typed(level="2")
    refused = await typed(level="12", status=2)
    assert refused.startswith("There is no level “12”")


async def test_resigning_and_draws(typed: Typed) -> None:
    """It declines an early draw, and whoever resigns is the player, not the referee."""
    text = await typed("draw", "resign", "yes", level="1")
    assert "Blue declines the draw." in text
    assert "Does Red really resign?" in text
    assert "Blue wins: resignation" in text


class Interrupted(Threads):
    """Thinks until somebody presses Ctrl-C, the first time."""

    pressed = False

    async def think(self, state: State, level: Level, seed: int, game: int = 0) -> Thought:
        """Press Ctrl-C, then think."""
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
    assert "I have stopped thinking." in after("Tbc3", text)
    assert "Blue> moves" in text
    assert len(played(text, "Blue")) == 1


async def test_it_asks_who_plays(typed: Typed, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where somebody sits at the terminal, a new game begins with the question who plays; once."""
    monkeypatch.setattr(Screen, "asks", True)
    text = await typed("levels", "11", "1", "pink", "1", "", "Tbc3")
    assert "Enter: everybody plays at this keyboard." in text
    assert "There is no level “11”" in text
    assert "Which sides do I play: Red or Blue? Enter: Blue." in text
    assert len(played(text, "Blue")) == 1
    assert "Do you want to play against me?" not in await typed("moves")


def test_what_is_wished_is_read() -> None:
    """Levels and sides as people type them."""
    game = variant_of("nd-wellisch-3")
    assert opposition(game, "3") == Opposition(frozenset({2, 3}), 3)
    assert opposition(game, "8 gold") == opposition(game, "8 2") == Opposition(frozenset({2}), 8)
    assert opposition(game, "1 1, 3") == Opposition(frozenset({1, 3}), 1)
    assert opposition(game, "") == opposition(game, "off") == NO_OPPOSITION
    for words, why in {
        "9": "There is no level “9”",
        "²": "There is no level “²”",
        "1 1 2 3": "I would play all sides",
        "1 mauve": "The sides are",
    }.items():
        with pytest.raises(Refused, match=why):
            opposition(game, words)


PONDERING = """
import sys
import bot.games
from bot.command_line import main

class Pondering(bot.games.Thinkers):
    async def think(self, state, level, seed, game=0):
        return await super().think(state, level._replace(nodes=10**9), seed, game)

bot.games.Thinkers = Pondering
sys.exit(main(sys.argv[1:]))
"""
"""The program, with a referee that thinks for hours: however fast a machine is, Ctrl-C comes while it thinks."""


def test_at_a_terminal_of_its_own(tmp_path: Path) -> None:
    """At a real terminal Ctrl-C while the referee thinks comes back to a prompt, and the program goes on."""
    pexpect = pytest.importorskip("pexpect")
    child: Any = pexpect.spawn(
        sys.executable,
        ["-c", PONDERING, "--local", "chess", "--referee", "8", "--seats", "White"],
        cwd=str(tmp_path),
        env={**os.environ, "TERM": "xterm", "PYTHONPATH": str(ROOT), "PROMPT_TOOLKIT_NO_CPR": "1"},
        encoding="utf-8",
        dimensions=(50, 120),
        timeout=60,
    )
    child.expect("I am thinking")
    child.sendcontrol("c")
    child.expect("I have stopped thinking")
    child.expect("White>")
    child.send("e4\r")
    child.expect("Black>")
    child.send("quit\r")
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 0
