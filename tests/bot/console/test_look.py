"""What the terminal looks like: sides in their colours, lines broken between words."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.console.answers import HELP
from bot.console.display import _painted
from bot.console.screens import folded
from engine.notation.describe import board_as_text
from engine.play.game import new_game
from engine.variants import GAMES, variant_of
from engine.variants.card import card_text
from renderer.theme import THEME, Colour
from tests.wire import ROOT

Started = Callable[..., Any]

SETTING = ("PROMPT_TOOLKIT", "NO_COLOR", "COLORTERM", "COLUMNS")
"""What the environment says about colours and width begins with one of these."""


@pytest.fixture
def started(tmp_path: Path) -> Iterator[Started]:
    """Start the referee on a terminal of its own of so many columns, in an empty folder."""
    pexpect = pytest.importorskip("pexpect")
    children = []
    kept = {name: value for name, value in os.environ.items() if not name.startswith(SETTING)}

    def start(variant: str, columns: int, **environment: str) -> Any:
        child = pexpect.spawn(
            sys.executable,
            ["-m", "bot", "--local", variant],
            cwd=str(tmp_path),
            env=kept | {"TERM": "xterm", "PYTHONPATH": str(ROOT), "PROMPT_TOOLKIT_NO_CPR": "1"} | environment,
            encoding="utf-8",
            dimensions=(50, columns),
            timeout=20,
        )
        children.append(child)
        return child

    yield start
    for child in children:
        child.close(force=True)


def plain(written: str) -> str:
    """What a terminal is told, without escapes."""
    return re.sub("\x1b\\[[\\d;?]*[A-Za-z]", "", written).replace("\r", "")


def answered(terminal: Any, *lines: str) -> str:
    """What the referee writes, lines being typed and then quit, without escapes."""
    written = ""
    for line in (*lines, "quit"):
        terminal.expect("Red>")
        written += terminal.before
        terminal.send(f"{line}\r")
    return plain(written + terminal.read())


def painted(ink: Colour, fill: Colour, letter: str) -> str:
    """A letter in bold ink on a fill, as terminals of all colours are told, for `expect`."""
    return re.escape("\x1b[0;38;2;{};{};{};48;2;{};{};{};1m{}\x1b[0m".format(*ink, *fill, letter))


@pytest.mark.parametrize("key", ["hexeh", "glinski", "nd-wellisch-3", "nd-wellisch-4-trios"])
def test_sides_have_the_colours_of_their_names(key: str) -> None:
    """Every piece is painted as its side is in the pictures, by the side's name; names and vacant cells are dim."""
    variant = variant_of(key)
    state = new_game(variant)
    text = board_as_text(variant, state.position)
    parts = list(_painted(state, text))
    assert "".join(part for _, part in parts) == text
    cells = {name: letter for (_, name), letter in pairwise(parts) if re.match("[a-z]", name)}
    for seat in variant.seats:
        livery = THEME.liveries[seat.name]
        ink, fill = (f"#{red:02x}{green:02x}{blue:02x}" for red, green, blue in (livery.icon, livery.fill))
        theirs = [name for name in variant.board.names if _stands(key, name, seat.number)]
        assert theirs
        assert {f"bold fg:{ink} bg:{fill}"} == {cells[f"{name} "][0] for name in theirs}
    assert {("dim", "·")} == {cells[f"{name} "] for name in variant.board.names if _stands(key, name, 0)}


def _stands(key: str, name: str, seat: int) -> bool:
    """Whether a seat's piece, or for 0 none, stands on a cell when a game begins."""
    variant = variant_of(key)
    piece = variant.piece(variant.start, variant.board.cell(name))
    return (piece.seat if piece else 0) == seat


def test_a_terminal_of_all_colours(started: Started) -> None:
    """Gold's pieces are gold and Blue's blue, though three play; that takes no more than COLORTERM."""
    terminal = started("nd-wellisch-3", 120, COLORTERM="truecolor")
    for name, letter in (("Blue", "R'"), ("Gold", "r"), ("Red", "R")):
        livery = THEME.liveries[name]
        terminal.expect(painted(livery.icon, livery.fill, letter))
    terminal.expect("Red>")


def test_a_terminal_without_colours(started: Started) -> None:
    """With NO_COLOR the board has none."""
    terminal = started("nd-wellisch-3", 120, COLORTERM="truecolor", NO_COLOR="1")
    terminal.expect("Red>")
    assert "8;2;" not in terminal.before
    assert "8;5;" not in terminal.before


def test_lines_are_broken_between_words(started: Started) -> None:
    """On 50 columns the rules card loses no word, and of all lines only words without a place to break are wider."""
    written = answered(started("hexeh", 50), "rules")
    words = card_text(variant_of("hexeh")).replace("**", "").split()
    assert f" {' '.join(words)} " in f" {' '.join(written.split())} "
    assert [line for line in written.splitlines() if len(line) > 50 and len(line.split()) > 1] == []


def test_what_can_be_read_back_keeps_its_lines(started: Started) -> None:
    """On 40 columns a scoresheet's lines stay whole."""
    written = answered(started("hexeh", 40), "record")
    assert re.search(r'^\[Commitment "[0-9a-f]{64}"\]$', written, re.MULTILINE)


def test_why_the_program_ends_is_folded(started: Started) -> None:
    """On 50 columns the list of games that answers an unknown one is broken between words."""
    written = plain(started("shogi", 50).read())
    assert f"There is no game 'shogi'; the games are {', '.join(GAMES)}." == " ".join(written.split())
    assert max(map(len, written.splitlines())) <= 50


def test_help_fits_a_terminal_of_80_columns() -> None:
    """No line of the help is wider than 80 columns."""
    assert max(map(len, HELP.splitlines())) <= 80


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
