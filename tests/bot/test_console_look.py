"""What the terminal looks like: sides in their colours."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from bot.console.display import _painted
from engine.game import new_game
from engine.variants import variant_of
from engine.words import board_as_text
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


def painted(ink: Colour, fill: Colour, letter: str) -> str:
    """A letter in bold ink on a fill, as terminals of all colours are told, for `expect`."""
    return re.escape("\x1b[0;38;2;{};{};{};48;2;{};{};{};1m{}\x1b[0m".format(*ink, *fill, letter))


@pytest.mark.parametrize("key", ["hexeh", "glinski", "nd-wellisch-3", "nd-wellisch-4-trios"])
def test_sides_have_the_colours_of_their_names(key: str) -> None:
    """Every man is painted as its side is in the pictures, by the side's name; names and vacant cells are dim."""
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
    """Whether a seat's man, or for 0 none, stands on a cell when a game begins."""
    variant = variant_of(key)
    man = variant.man(variant.start, variant.board.cell(name))
    return (man.seat if man else 0) == seat


def test_a_terminal_of_all_colours(started: Started) -> None:
    """Gold's men are gold and Blue's blue, though three play; that takes no more than COLORTERM."""
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
