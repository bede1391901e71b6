"""Layouts: distances, turned views, and labels."""

from __future__ import annotations

from itertools import combinations, pairwise
from math import cos, dist, pi, sin

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.model.board import HEX, SQUARE, Board, hexagon, rows, squares
from renderer.layout.cells import Layout, corners, extent_of, laid, shape_of, spot
from renderer.scene import grid_of

WIDTH, HEIGHT = 744, 800
BOARDS = (
    *(hexagon(side) for side in (1, 2, 4, 6, 8)),
    rows([3, 4, 5, 4, 3], [1, 1, 1, 2, 3]),
    rows([3, 4, 5, 6, 7, 8, 9, 8, 7, 6, 5, 4, 3], [1] * 7 + [2, 3, 4, 5, 6, 7]),
    squares(8, 8),
    squares(3, 5),
)
views = st.sampled_from(
    [(board, view) for board in BOARDS for view in range(0, 12, 2 - len(board.lattice.hours) // 12)]
)


def laid_out(board: Board, view: int) -> Layout:
    """The board's layout in a room like a picture's."""
    grid = grid_of(board, view)
    return laid(grid, extent_of(shape_of(grid, labels=True), WIDTH, HEIGHT, 104.0), 0.0, labels=True)


@given(views)
def test_neighbours_are_a_pitch_apart(board_view: tuple[Board, int]) -> None:
    """Cells that share an edge lie one pitch from each other, give or take two pixels, whatever the view."""
    board, view = board_view
    layout = laid_out(board, view)
    for cell, centre in enumerate(layout.centres):
        for hour in board.lattice.edges:
            neighbour = board.step(cell, hour)
            if neighbour is not None:
                assert dist(centre, layout.centres[neighbour]) == pytest.approx(layout.pitch, abs=2)


@given(views)
def test_every_cell_and_label_is_inside(board_view: tuple[Board, int]) -> None:
    """Every corner of every cell and every label's centre lie inside the board's box, and the box inside its room."""
    layout = laid_out(*board_view)
    assert layout.width <= WIDTH
    assert layout.height <= HEIGHT
    points = [point for cell in range(len(layout.centres)) for point in layout.outline(cell)]
    for x, y in [*points, *(label.centre for label in layout.labels)]:
        assert -0.5 <= x <= layout.width + 0.5
        assert -0.5 <= y <= layout.height + 0.5


@given(st.integers(-20, 20), st.integers(-20, 20), st.integers(0, 11), st.integers(0, 11))
def test_a_turned_view_is_a_rotation(x: int, y: int, view: int, hours: int) -> None:
    """Turning the view by some hours turns every place of a hex board by 30 degrees each, anticlockwise."""
    px, py = spot(HEX, (x, y), view)
    angle = -hours * pi / 6
    turned = (px * cos(angle) - py * sin(angle), px * sin(angle) + py * cos(angle))
    assert spot(HEX, (x, y), view + hours) == pytest.approx(turned)


@given(st.integers(-20, 20), st.integers(-20, 20), st.integers(0, 7))
def test_the_viewed_hour_points_up(x: int, y: int, quarter: int) -> None:
    """A step in the viewed hour goes straight up by one pitch where it leads through an edge."""
    for lattice in (HEX, SQUARE):
        hour = 2 * quarter % len(lattice.hours)
        dx, dy = lattice.hours[hour]
        before, after = spot(lattice, (x, y), hour), spot(lattice, (x + dx, y + dy), hour)
        assert (after[0] - before[0], after[1] - before[1]) == pytest.approx((0, -1), abs=1e-9)


@given(views)
def test_the_opposite_view_is_a_point_reflection(board_view: tuple[Board, int]) -> None:
    """Seen from the opposite side, all cells lie where point reflection takes them."""
    board, view = board_view
    here, there = laid_out(board, view), laid_out(board, view + len(board.lattice.hours) // 2)
    for axis in (0, 1):
        near, far = ([centre[axis] for centre in layout.centres] for layout in (here, there))
        wide, away = max(near) - min(near) or 1, max(far) - min(far) or 1
        for one, other in zip(near, far, strict=True):
            assert (one - min(near)) / wide == pytest.approx((max(far) - other) / away, abs=0.02)


def test_squares_refuse_an_odd_hour() -> None:
    """Squares have no picture with a corner up: a ValueError."""
    with pytest.raises(ValueError, match="even hour"):
        spot(SQUARE, (0, 0), 1)


def test_a_hexagon_has_six_corners_at_equal_distance() -> None:
    """The corners of a hexagon lie on a circle, a side's length apart."""
    points = corners(HEX, 0)
    assert len(points) == 6
    for point, following in pairwise(points):
        assert dist(point, following) == pytest.approx(dist(point, (0, 0))) == pytest.approx(3**-0.5)


@pytest.mark.parametrize(("view", "order"), [(0, "abcdefg"), (6, "gfedcba")])
def test_file_letters_stand_under_their_files(view: int, order: str) -> None:
    """On a hexagon each file's letter stands straight below the file's nearest cell, for either side."""
    board = hexagon(4)
    layout = laid_out(board, view)
    letters = [label for label in layout.labels if label.text.isalpha()]
    labels = sorted(letters, key=lambda label: label.centre[0])
    assert "".join(label.text for label in labels) == order
    for label in labels:
        file = [layout.centres[cell] for cell, name in enumerate(board.names) if name[0] == label.text]
        assert label.centre[0] == pytest.approx(file[0][0])
        assert label.centre[1] > max(y for _, y in file)


@pytest.mark.parametrize(("view", "letters", "numbers"), [(0, "abcdefgh", "87654321"), (4, "hgfedcba", "12345678")])
def test_squares_have_letters_below_and_numbers_on_the_left(view: int, letters: str, numbers: str) -> None:
    """A board of squares has its letters below and its numbers on the left, for Black from h to a and from 1 to 8."""
    board = squares(8, 8)
    layout = laid_out(board, view)
    below = [label for label in layout.labels if label.text.isalpha()]
    left = [label for label in layout.labels if label.text.isdigit()]
    assert letters == "".join(label.text for label in sorted(below, key=lambda label: label.centre[0]))
    assert numbers == "".join(label.text for label in sorted(left, key=lambda label: label.centre[1]))
    for label in below:
        file = [centre for centre, name in zip(layout.centres, board.names, strict=True) if name[0] == label.text]
        assert [label.centre[0]] * 8 == pytest.approx([x for x, _ in file])
        assert label.centre[1] > max(y for _, y in file)
    for label in left:
        rank = [centre for centre, name in zip(layout.centres, board.names, strict=True) if name[1] == label.text]
        assert [label.centre[1]] * 8 == pytest.approx([y for _, y in rank])
        assert label.centre[0] < min(x for x, _ in rank)


def test_cells_bear_names_on_hexes() -> None:
    """Cells of hexagonal boards of any size bear their names, squares do not."""
    boards = (BOARDS[2], BOARDS[6], BOARDS[4], BOARDS[7])
    assert [laid_out(board, board.up).name > 0 for board in boards] == [True, True, True, False]


@pytest.mark.parametrize("turn", range(12))
@pytest.mark.parametrize("number", range(1, 7))
def test_every_line_has_its_letter_and_its_number_off_the_board(number: int, turn: int) -> None:
    """From any side each letter and each number stands once, on no cell and on no other label."""
    board = BOARDS[number]
    layout = laid_out(board, board.up + turn)
    parts = {name[:1] for name in board.names} | {name[1:] for name in board.names}
    assert sorted(label.text for label in layout.labels) == sorted(parts)
    places = [label.centre for label in layout.labels]
    assert min(dist(place, centre) for place in places for centre in layout.centres) > 0.7 * layout.pitch
    assert min(dist(one, other) for one, other in combinations(places, 2)) > 0.38 * layout.pitch
