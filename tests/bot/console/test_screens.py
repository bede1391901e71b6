"""The terminal itself: completion, lines broken between words, and what takes long."""

from __future__ import annotations

import asyncio
import json
import re
from urllib.request import Request, urlopen

import pytest
from hypothesis import given
from hypothesis import strategies as st
from prompt_toolkit.completion import CompleteEvent
from prompt_toolkit.document import Document

from bot.console import screens
from bot.console.screens import Terminal, _Words, folded
from tests.bot.console.conftest import Started


def test_the_further_lines_stand_below_the_words_of_the_first() -> None:
    """What a bullet or a table's first column begins goes on behind them."""
    assert folded("- goes either one step or two", 14) == "- goes either\n  one step or\n  two"
    assert folded("flag   claim the win", 15) == "flag   claim\n       the win"
    assert folded("flag it      claim it now", 16) == "flag it\nclaim it now"


@given(text=st.text("ab -•\n", max_size=200), width=st.integers(1, 60))
def test_folding_breaks_no_word(text: str, width: int) -> None:
    """Folded text has the same words and line breaks, and no line wider than the screen that has a place to break."""
    lines = folded(text, width).split("\n")
    assert text.split() == " ".join(lines).split()
    assert text.count("\n") + 1 <= len(lines)
    assert all(len(line) <= width or len(line.split()) == 1 for line in lines)


@pytest.mark.parametrize(("typed", "words"), [("n", ["new", "Nf3"]), ("new ", ["new chess"]), ("x", [])])
def test_completion(typed: str, words: list[str]) -> None:
    """Lines of two words are offered once the first is typed."""
    completer = _Words()
    completer.words = lambda: [("new", ""), ("new chess", "Chess"), ("Nf3", "knight g1 to f3")]
    assert [each.text for each in completer.get_completions(Document(typed), CompleteEvent())] == words


async def test_what_takes_long_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """What takes longer than a moment is told, again and again, until it is over."""
    told: list[str] = []
    enough = asyncio.Event()

    def notice(_: Terminal, text: str) -> None:
        told.append(text)
        if len(told) == 2:
            enough.set()

    monkeypatch.setattr(screens, "BUSY_NOTICE_S", 0.01)
    monkeypatch.setattr(Terminal, "notice", notice)
    assert await Terminal().think(enough.wait())
    assert told[:2] == ["Thinking: 0.01 s", "Thinking: 0.02 s"]
    assert not told[-1]


# ---- on a terminal


def in_pieces(text: str) -> str:
    """A pattern for text that a terminal is told in one piece or several: what is typed may be shown as it comes."""
    return "(?:\x1b\\[[\\d;?]*[A-Za-z])*".join(map(re.escape, text))


def test_a_terminal_completes_moves(started: Started) -> None:
    """At a terminal Tab completes a legal move with its words; Ctrl-C clears the line, and leaves pressed twice."""
    terminal = started()
    terminal.expect("Red>")
    terminal.send("Tbc\t")
    terminal.expect(in_pieces("Tbc3"))
    terminal.send("\r")
    terminal.expect("Red: Tbc3 .traveler b1 to c3")
    terminal.expect("Blue>")
    terminal.send("tb\t")
    terminal.expect("traveler b5 to c4")
    terminal.sendcontrol("c")
    terminal.send("Tbc4\r")
    terminal.expect("Blue: Tbc4")
    terminal.expect("Red>")
    terminal.sendcontrol("c")
    terminal.expect("Ctrl-C again leaves; the game is saved.")
    terminal.expect("Red>")
    terminal.sendcontrol("c")
    terminal.read()
    terminal.close()
    assert terminal.exitstatus == 0


def test_a_page_beside_the_terminal(started: Started) -> None:
    """`web` opens the game shown; a move made on the page is told, and the prompt is the next side's."""
    terminal = started("hexeh")
    terminal.expect("Red>")
    terminal.send("web\r")
    terminal.expect(r"(http://127\.0\.0\.1:\d+)(/[\w-]+/)#game/1\r?\n.*Red>")
    origin, path = terminal.match.groups()
    headers = {"Origin": origin, "Content-Type": "application/json"}
    move = json.dumps({"act": "move", "move": "b1c3"}).encode()
    with urlopen(Request(f"{origin}{path}api/games/1/acts", move, headers), timeout=20) as answer:  # noqa: S310
        assert answer.status == 200
    terminal.expect("Red: Tbc3 .traveler b1 to c3")
    terminal.expect("Blue>")
    terminal.send("Tbc4\r")
    terminal.expect("Blue: Tbc4")
    terminal.expect("Red>")
    terminal.send("quit\r")
    terminal.read()
    terminal.close()
    assert terminal.exitstatus == 0


@pytest.mark.slow
def test_what_can_be_read_back_keeps_its_lines(started: Started) -> None:
    """On 40 columns rules are broken between words; a scoresheet's lines stay whole."""
    terminal = started("hexeh", columns=40)
    terminal.expect("on a small hex\r?\n")
    for line in ("record", "quit"):
        terminal.expect("Red>")
        terminal.send(f"{line}\r")
    written = re.sub("\x1b\\[[\\d;?]*[A-Za-z]", "", terminal.read()).replace("\r", "")
    assert re.search(r'^\[Commitment "[0-9a-f]{64}"\]$', written, re.MULTILINE)
