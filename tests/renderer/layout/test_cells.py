"""Layouts: distances, turned views, labels and outlines."""

from __future__ import annotations

from itertools import combinations
from math import dist

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.model.board import HEX, Board, hexagon, rows, squares
from renderer.layout.cells import Layout, extent_of, lay_out, shape_of
from renderer.scene import grid_of

WIDTH, HEIGHT = 744, 800
BOARDS = (
    *(hexagon(side) for side in (1, 4, 8)),
    rows([3, 4, 5, 4, 3], [1, 1, 1, 2, 3]),
    rows([3, 4, 5, 6, 7, 8, 9, 8, 7, 6, 5, 4, 3], [1] * 7 + [2, 3, 4, 5, 6, 7]),
    squares(8, 8),
    squares(3, 5),
)
VIEWS = [(board, view) for board in BOARDS for view in range(0, 12, 2 - len(board.lattice.hours) // 12)]
views = st.sampled_from(VIEWS)


def laid_out(board: Board, view: int) -> Layout:
    grid = grid_of(board, view)
    return lay_out(grid, extent_of(shape_of(grid, labels=True), WIDTH, HEIGHT, 104.0), 0.0, labels=True)


@given(views)
def test_cells_are_a_pitch_apart_and_inside(board_view: tuple[Board, int]) -> None:
    """Neighbours lie one pitch apart, give or take two pixels; all corners and labels lie inside the board's box."""
    board, view = board_view
    layout = laid_out(board, view)
    for cell, centre in enumerate(layout.centres):
        for hour in board.lattice.edges:
            neighbour = board.step(cell, hour)
            if neighbour is not None:
                assert dist(centre, layout.centres[neighbour]) == pytest.approx(layout.pitch, abs=2)
    assert layout.width <= WIDTH
    assert layout.height <= HEIGHT
    points = [point for cell in range(len(layout.centres)) for point in layout.outline(cell)]
    for x, y in [*points, *(label.centre for label in layout.labels)]:
        assert -0.5 <= x <= layout.width + 0.5
        assert -0.5 <= y <= layout.height + 0.5


@pytest.mark.parametrize(
    ("board", "view", "letters", "numbers"),
    [
        (hexagon(4), 6, "gfedcba", ""),
        (squares(8, 8), 0, "abcdefgh", "87654321"),
        (squares(8, 8), 4, "hgfedcba", "12345678"),
    ],
)
def test_labels_stand_beside_their_lines(board: Board, view: int, letters: str, numbers: str) -> None:
    """Each file's letter stands straight below it for either side, a square board's numbers on its left."""
    layout = laid_out(board, view)
    lines = [(0, letters), *([(1, numbers)] if numbers else [])]
    for axis, order in lines:
        labels = [label for label in layout.labels if label.text.isalpha() is (axis == 0)]
        assert "".join(label.text for label in sorted(labels, key=lambda label: label.centre[axis])) == order
        for label in labels:
            line = [at for at, name in zip(layout.centres, board.names, strict=True) if name[axis] == label.text]
            assert [label.centre[axis]] * len(line) == pytest.approx([at[axis] for at in line])
            assert label.centre[1] > max(y for _, y in line) if axis == 0 else label.centre[0] < min(x for x, _ in line)


@pytest.mark.parametrize("board", BOARDS[1:], ids=lambda board: f"{len(board)}")
def test_every_line_has_its_letter_and_its_number_off_the_board(board: Board) -> None:
    """From any side each letter and each number stands once, on no cell and on no other label."""
    parts = {name[:1] for name in board.names} | {name[1:] for name in board.names}
    for turn in range(0, 12, 1 if board.lattice is HEX else 2):
        layout = laid_out(board, board.up + turn)
        assert sorted(label.text for label in layout.labels) == sorted(parts)
        places = [label.centre for label in layout.labels]
        assert min(dist(place, centre) for place in places for centre in layout.centres) > 0.7 * layout.pitch
        assert min(dist(one, other) for one, other in combinations(places, 2)) > 0.38 * layout.pitch
