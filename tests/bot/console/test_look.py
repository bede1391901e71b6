"""What the terminal looks like: sides in their colours, lines broken between words."""

from __future__ import annotations

import os
import re
import sys
from base64 import b64decode
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.console import HELP
from bot.console.hotseat import as_it_stands, asked_for, painted
from bot.console.screens import CHUNK, Painted, folded, iterm, kitty, protocol_of
from bot.games.pictures import theme_of
from bot.games.settings import Viewer
from engine.notation.textboard import WIDE, TextSign, TextSpot, grid_of
from engine.records.replay import replay_moves
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
            ["-m", "bot", "--local", variant, "--referee", "off"],
            cwd=str(tmp_path),
            env=kept | {"TERM": "xterm", "PYTHONPATH": str(ROOT), "PROMPT_TOOLKIT_NO_CPR": "1"} | environment,
            encoding="utf-8",
            dimensions=(50, columns),
            timeout=60,
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


def told(ink: Colour, fill: Colour, letter: str) -> str:
    """A piece in bold ink on a fill, as terminals of all colours are told, for `expect`."""
    return re.escape("\x1b[0;38;2;{};{};{};48;2;{};{};{};1m {} ".format(*ink, *fill, letter))


def hexed(colour: Colour) -> str:
    """A colour as prompt_toolkit writes it."""
    return "#{:02x}{:02x}{:02x}".format(*colour)


def drawn(parts: Iterable[Painted], spot: TextSpot, *, below: int = 0) -> list[Painted]:
    """The characters of a cell of a painted board, each with its style."""
    lines: list[list[Painted]] = [[]]
    for style, text in parts:
        for character in text:
            if character == "\n":
                lines.append([])
            else:
                lines[-1].append((style, character))
    return lines[spot.line + below][spot.column : spot.column + WIDE]


@pytest.mark.parametrize("key", ["hexeh", "glinski", "nd-wellisch-3", "nd-wellisch-4-trios", "chess"])
@pytest.mark.parametrize("theme", ["", "paper"])
def test_boards_are_painted(key: str, theme: str) -> None:
    """Pieces have their sides' colours, cells their shades, whose names stand only on vacant ones."""
    variant = variant_of(key)
    for seat in variant.seats:
        viewer = Viewer(seat.number, theme=theme)
        colours = theme_of(variant, viewer)
        grid = grid_of(variant.board, seat.view)
        parts = list(painted(variant, variant.start, viewer, {}))
        half = int(grid.tall and any(spot.line == 0 for spot in grid.cells))
        for cell, spot in enumerate(grid.cells):
            piece = variant.piece(variant.start, cell)
            shade = hexed(colours.shade(variant.board.shade(cell)))
            shown = drawn(parts, spot, below=half)
            text = "".join(character for _, character in shown)
            assert shown[-1][0].endswith(f"bg:{shade}")
            if piece is None:
                assert text.strip() == variant.board.names[cell]
                assert all(style.endswith(f"bg:{shade}") for style, _ in shown)
            else:
                livery = colours.livery(variant.seat(piece.seat).name, piece.seat)
                assert text.strip() == piece.kind.letter
                assert shown[1][0] == f"bold fg:{hexed(livery.icon)} bg:{hexed(livery.fill)}"
            if grid.tall:
                assert drawn(parts, spot, below=half + 1)[0][0].startswith(f"fg:{shade}")


def test_marks_are_painted() -> None:
    """The last move, targets and checks are told by characters and colours."""
    state = replay_moves(variant_of("chess"), "e2e4 f7f6 d1h5")
    signs = as_it_stands(state)
    names = state.variant.board
    assert signs == {
        names.cell("d1"): TextSign.ORIGIN,
        names.cell("h5"): TextSign.ARRIVAL,
        names.cell("e8"): TextSign.CHECK,
    }
    parts = list(painted(state.variant, state.position, Viewer(), signs))
    spots = grid_of(names, 0).cells
    shown = {cell: drawn(parts, spots[cell]) for cell in signs}
    assert ["".join(character for _, character in each) for each in shown.values()] == [":d1 ", "[Q ]", "!K !"]
    assert shown[names.cell("e8")][0][0].endswith(f"bg:{hexed(THEME.danger)}")
    asked = asked_for(state, names.cell("g7"))
    assert asked == {names.cell("g7"): TextSign.SELECTED, names.cell("g6"): TextSign.REACH}
    assert asked_for(state) == {names.cell("g7"): TextSign.MOVABLE}


def test_a_mark_fills_the_cell_of_a_piece() -> None:
    """Where cells are two lines high, the colour of a mark is seen above and below the piece, too."""
    state = replay_moves(variant_of("hexeh"), "b1c6")
    board = state.variant.board
    spot = grid_of(board, 0).cells[board.cell("c6")]
    trace = hexed(theme_of(state.variant).trace)
    parts = list(painted(state.variant, state.position, Viewer(), as_it_stands(state)))
    above, below = (drawn(parts, spot, below=line)[0][0] for line in (-1, 1))
    assert above == f"fg:{trace}"
    assert below.startswith(f"fg:{trace}")


def test_en_passant_is_marked_as_a_capture() -> None:
    """A vacant cell where a pawn takes in passing bears the mark of captures."""
    state = replay_moves(variant_of("chess"), "e2e4 a7a6 e4e5 d7d5")
    board = state.variant.board
    assert asked_for(state, board.cell("e5"))[board.cell("d6")] is TextSign.STRIKE


def test_no_check_where_attacks_never_mate() -> None:
    """An attacked royal piece is marked as the text tells of it: not where it may be left to be taken."""
    state = replay_moves(variant_of("hexeh"), "b1c6")
    assert TextSign.CHECK not in as_it_stands(state).values()


def test_a_terminal_of_all_colours(started: Started) -> None:
    """Gold's pieces are gold and Blue's blue, though three play; that takes no more than COLORTERM."""
    terminal = started("nd-wellisch-3", 120, COLORTERM="truecolor")
    liveries = theme_of(variant_of("nd-wellisch-3")).liveries
    for name in ("Blue", "Gold", "Red"):
        terminal.expect(told(liveries[name].icon, liveries[name].fill, "R"))
    terminal.expect("Red>")


def test_a_terminal_without_colours(started: Started) -> None:
    """With NO_COLOR the board has none."""
    terminal = started("nd-wellisch-3", 120, COLORTERM="truecolor", NO_COLOR="1")
    terminal.expect("Red>")
    assert "8;2;" not in terminal.before
    assert "8;5;" not in terminal.before


def test_lines_are_broken_between_words(started: Started) -> None:
    """On 50 columns the rules card loses no word, and of all lines only words without a place to break are wider."""
    written = answered(started("hexeh", 50), "rules all")
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


PNG = bytes(range(256)) * 40


def test_pictures_by_the_protocol_of_kitty() -> None:
    """A PNG goes in chunks of base64, of which all but the last announce another."""
    commands = re.findall("\x1b_G([^;]*);([^\x1b]*)\x1b\\\\", kitty(PNG, 20))
    assert b64decode("".join(data for _, data in commands)) == PNG
    assert commands[0][0] == "a=T,f=100,q=2,r=20,m=1"
    assert [head for head, _ in commands[1:]] == ["m=1"] * (len(commands) - 2) + ["m=0"]
    assert max(len(data) for _, data in commands) == CHUNK


def test_pictures_by_the_protocol_of_iterm() -> None:
    """A PNG is one command with its size."""
    found = re.fullmatch(
        "\x1b\\]1337;File=inline=1;size=(\\d+);height=20;preserveAspectRatio=1:(.*)\x07", iterm(PNG, 20)
    )
    assert found
    assert (int(found[1]), b64decode(found[2])) == (len(PNG), PNG)


@pytest.mark.parametrize(
    ("environment", "protocol"),
    [
        ({"TERM": "xterm-256color"}, None),
        ({"TERM": "xterm-kitty"}, kitty),
        ({"TERM": "xterm-ghostty"}, kitty),
        ({"TERM": "xterm", "KITTY_WINDOW_ID": "1"}, kitty),
        ({"TERM": "xterm", "TERM_PROGRAM": "WezTerm"}, iterm),
        ({"TERM": "xterm", "TERM_PROGRAM": "iTerm.app"}, iterm),
        ({"TERM": "screen-256color", "TERM_PROGRAM": "iTerm.app"}, None),
        ({"TERM": "xterm-kitty", "KITTY_WINDOW_ID": "1", "TMUX": "tmux-0"}, None),
        ({"TERM": "xterm", "KITTY_WINDOW_ID": "1", "STY": "1.pts"}, None),
        ({}, None),
    ],
)
def test_which_terminals_show_pictures(environment: dict[str, str], protocol: object) -> None:
    """Terminals are known by what they say of themselves; behind a multiplexer there are no pictures."""
    assert protocol_of(environment) is protocol


def test_a_terminal_with_pictures(started: Started) -> None:
    """Where the terminal shows pictures, they replace the text, until that is switched off."""
    terminal = started("hexeh", 80, TERM="xterm-kitty", COLORTERM="truecolor")
    terminal.expect("\x1b_Ga=T,f=100")
    terminal.expect("Red>")
    assert "▀" not in terminal.before
    terminal.send("picture\r")
    terminal.expect("▀")
    terminal.expect("Red to move")


def test_a_dumb_terminal_gets_plain_text(started: Started) -> None:
    """A terminal without colours gets letters and marks."""
    terminal = started("hexeh", 80, TERM="dumb", COLORTERM="truecolor")
    terminal.expect("Red>")
    assert "On the board G Red's and g Blue's pieces" in terminal.before
    assert "▀" not in terminal.before
