"""The board in colours: pieces, cells and marks."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from bot.console.hotseat import as_it_stands, asked_for, painted
from bot.console.looking import SIGNS
from bot.console.screens import Painted
from bot.games.pictures import theme_of
from bot.games.settings import Viewer
from engine.notation.textboard import WIDE, TextSign, TextSpot, grid_of
from engine.records.replay import replay_moves
from engine.variants import variant_of
from renderer import Target
from renderer.theme import THEME, Colour


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


@pytest.mark.parametrize("key", ["hexeh", "nd-wellisch-4-trios", "chess"])
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
    board = state.variant.board
    marked = {"d1": (TextSign.ORIGIN, ":d1 "), "h5": (TextSign.ARRIVAL, "[Q ]"), "e8": (TextSign.CHECK, "!K !")}
    assert signs == {board.cell(name): sign for name, (sign, _) in marked.items()}
    parts = list(painted(state.variant, state.position, Viewer(), signs))
    spots = grid_of(board, 0).cells
    shown = {name: drawn(parts, spots[board.cell(name)]) for name in marked}
    assert {name: "".join(text for _, text in each) for name, each in shown.items()} == {
        name: text for name, (_, text) in marked.items()
    }
    assert shown["e8"][0][0].endswith(f"bg:{hexed(THEME.danger)}")


def test_marks_asked_for() -> None:
    """A piece and where it goes are marked, or what can move; a pawn takes in passing where nothing stands."""
    checked = replay_moves(variant_of("chess"), "e2e4 f7f6 d1h5")
    g7, g6 = map(checked.variant.board.cell, ("g7", "g6"))
    assert asked_for(checked, g7) == {g7: TextSign.SELECTED, g6: TextSign.REACH}
    assert asked_for(checked) == {g7: TextSign.MOVABLE}
    passing = replay_moves(variant_of("chess"), "e2e4 a7a6 e4e5 d7d5")
    e5, d6 = map(passing.variant.board.cell, ("e5", "d6"))
    assert asked_for(passing, e5)[d6] is TextSign.STRIKE


def test_a_mark_fills_the_cell_of_a_piece() -> None:
    """Where cells are two lines high, a mark is seen above and below the piece, too; no check where none is told."""
    state = replay_moves(variant_of("hexeh"), "b1c6")
    board = state.variant.board
    spot = grid_of(board, 0).cells[board.cell("c6")]
    trace, signs = hexed(theme_of(state.variant).trace), as_it_stands(state)
    parts = list(painted(state.variant, state.position, Viewer(), signs))
    assert all(drawn(parts, spot, below=line)[0][0].startswith(f"fg:{trace}") for line in (-1, 1))
    assert TextSign.CHECK not in signs.values()


def test_every_sign_of_a_lone_piece_has_a_mark() -> None:
    """The signs that diagrams put on targets are known at the terminal."""
    assert set(SIGNS) == {target.name for target in Target}
