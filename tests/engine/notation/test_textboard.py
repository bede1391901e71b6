"""Boards drawn with characters: every cell has a place, and every line of cells a label."""

from __future__ import annotations

from itertools import pairwise

import pytest

from engine.model.board import Board
from engine.notation.textboard import WIDE, TextSign, board_as_text, cell_as_text, grid_of, legend
from engine.records.replay import replay_moves
from engine.variants import GAMES, variant_of

BOARDS = {(variant.board, seat.view) for variant in map(variant_of, GAMES) for seat in variant.seats}
VIEWS = sorted(BOARDS, key=lambda each: (len(each[0]), each[1]))


@pytest.mark.parametrize(("board", "view"), VIEWS)
def test_cells_and_labels_have_room(board: Board, view: int) -> None:
    """From every side a board is at most 70 columns wide; nothing overlaps; each letter and number has a label."""
    grid = grid_of(board, view)
    assert grid.width <= 70
    spots = sorted([*grid.cells, *(label.spot for label in grid.labels)])
    assert all(one.line != other.line or other.column - one.column >= WIDE for one, other in pairwise(spots))
    assert min(spot.line for spot in spots) == 0 == min(spot.column for spot in spots)
    assert max(spot.line for spot in spots) == grid.height - 1
    numbers = {name[1:] for name in board.names}
    assert sorted(label.text for label in grid.labels) == sorted({*board.letters, *numbers})


@pytest.mark.parametrize(("board", "view"), VIEWS)
def test_labels_stand_straight_beside_cells_they_name(board: Board, view: int) -> None:
    """Nothing is half a cell off; at most one corner that is named twice has a label behind the other."""
    grid = grid_of(board, view)
    beside = {(0, WIDE), (2 if grid.tall else 1, 0)}
    off = []
    for text, spot in grid.labels:
        cells = [cell for cell, name in zip(grid.cells, board.names, strict=True) if text in {name[0], name[1:]}]
        if not any((abs(spot.line - cell.line), abs(spot.column - cell.column)) in beside for cell in cells):
            off.append(text)
    assert len(off) <= 1


def test_a_board_of_squares() -> None:
    """Pieces are letters, vacant cells names; the labels tell where the pieces are."""
    state = replay_moves(variant_of("chess"), "e2e4")
    origin, target = state.variant.board.cells("e2 e4")
    signs = {origin: TextSign.ORIGIN, target: TextSign.ARRIVAL}
    assert board_as_text(state.variant, state.position, 1, signs).splitlines()[4:] == [
        " 4   a4  b4  c4  d4 [P]  f4  g4  h4",
        " 3   a3  b3  c3  d3  e3  f3  g3  h3",
        " 2   P   P   P   P  :e2  P   P   P",
        " 1   R   N   B   Q   K   B   N   R",
        "     a   b   c   d   e   f   g   h",
    ]
    assert legend(signs) == ": the last move came from here, [ ] the last move"


def test_a_cell_never_takes_more_than_its_room() -> None:
    """A piece of the fourth seat with fatigue and a mark fits."""
    variant = variant_of("nd-wellisch-4-trios", {"combat": "poly"})
    cell = next(cell for seat, _, cell in variant.array if seat == 4)
    position = variant.start._replace(tokens=((cell, 12),))
    for sign in (None, *TextSign):
        shown = cell_as_text(variant, position, cell, sign)
        assert len(shown) == WIDE
        assert shown[2] == "'"
