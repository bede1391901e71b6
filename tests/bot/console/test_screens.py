"""The terminal itself: completion, lines broken between words, pictures by its protocol, and what takes long."""

from __future__ import annotations

import asyncio
import re
from base64 import b64decode
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from prompt_toolkit.completion import CompleteEvent
from prompt_toolkit.document import Document

from bot.console import screens
from bot.console.screens import CHUNK, Terminal, _Words, folded, iterm, kitty, protocol_of
from bot.games.pictures import theme_of
from engine.variants import variant_of
from tests.bot.console.conftest import Started

PNG = bytes(range(256)) * 40


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


def test_pictures_by_the_protocol_of_kitty() -> None:
    """A PNG goes in chunks of base64, of which all but the last announce another."""
    commands = re.findall("\x1b_G([^;]*);([^\x1b]*)\x1b\\\\", kitty(PNG, 20))
    assert b64decode("".join(data for _, data in commands)) == PNG
    assert commands[0][0] == "a=T,f=100,q=2,r=20,m=1"
    assert [head for head, _ in commands[1:]] == ["m=1"] * (len(commands) - 2) + ["m=0"]
    assert max(len(data) for _, data in commands) == CHUNK


def test_pictures_by_the_protocol_of_iterm() -> None:
    size, data = re.findall("^\x1b]1337;File=inline=1;size=(\\d+);height=20;.*:(.*)\x07$", iterm(PNG, 20))[0]
    assert (int(size), b64decode(data)) == (len(PNG), PNG)


@pytest.mark.parametrize(
    ("environment", "protocol"),
    [
        ({}, None),
        ({"TERM": "xterm-kitty"}, kitty),
        ({"TERM": "xterm-ghostty"}, kitty),
        ({"TERM": "xterm", "KITTY_WINDOW_ID": "1"}, kitty),
        ({"TERM": "xterm", "TERM_PROGRAM": "WezTerm"}, iterm),
        ({"TERM": "screen-256color", "TERM_PROGRAM": "iTerm.app"}, None),
        ({"TERM": "xterm-kitty", "TMUX": "tmux-0"}, None),
        ({"TERM": "xterm", "KITTY_WINDOW_ID": "1", "STY": "1.pts"}, None),
    ],
    ids=lambda each: each.__name__ if callable(each) else str(each),
)
def test_which_terminals_show_pictures(environment: dict[str, str], protocol: object) -> None:
    """Terminals are known by what they say of themselves; behind a multiplexer there are no pictures."""
    assert protocol_of(environment) is protocol


@pytest.mark.parametrize(("typed", "words"), [("n", ["new", "Nf3"]), ("new ", ["new chess"]), ("x", [])])
def test_completion(typed: str, words: list[str]) -> None:
    """Lines of two words are offered once the first is typed."""
    completer = _Words()
    completer.words = [("new", ""), ("new chess", "Chess"), ("Nf3", "knight g1 to f3")]
    assert [each.text for each in completer.get_completions(Document(typed), CompleteEvent())] == words


async def test_what_takes_long_is_told(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """What takes longer than a moment is named, again and again, until it is over; a pipe is told nothing."""
    told: list[float] = []
    enough = asyncio.Event()

    def busy(_: Terminal, _what: str, seconds: int) -> None:
        told.append(seconds)
        if len(told) == 2:
            enough.set()

    monkeypatch.setattr(screens, "BUSY_NOTICE_S", 0.01)
    await Terminal().wait("Drawing", asyncio.sleep(0.02))
    assert capsys.readouterr() == ("", "")
    monkeypatch.setattr(Terminal, "busy", busy)
    assert await Terminal().wait("Drawing", enough.wait())
    assert told[:2] == [0.01, 0.02]
    assert told[-1] == 0


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


@pytest.mark.slow
@pytest.mark.parametrize(
    ("environment", "shown", "absent"),
    [
        ({"COLORTERM": "truecolor"}, "gold", "On the board"),
        ({"COLORTERM": "truecolor", "NO_COLOR": "1"}, "On the board", "8;2;"),
        ({"COLORTERM": "truecolor", "TERM": "dumb"}, "On the board", "▀"),
        ({"COLORTERM": "truecolor", "TERM": "xterm-kitty"}, "\x1b_Ga=T,f=100", "▀"),
    ],
    ids=str,
)
def test_what_a_terminal_can_show(started: Started, environment: dict[str, Any], shown: str, absent: str) -> None:
    """Pieces have their sides' colours, or pictures replace the text; a terminal without colours gets letters."""
    terminal = started("nd-wellisch-3", **environment)
    terminal.expect("Red>")
    livery = theme_of(variant_of("nd-wellisch-3")).liveries["Gold"]
    gold = "\x1b[0;38;2;{};{};{};48;2;{};{};{};1m R ".format(*livery.icon, *livery.fill)
    assert (gold if shown == "gold" else shown) in terminal.before
    assert absent not in terminal.before


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
