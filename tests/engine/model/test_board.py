"""Boards of hexagons, rows and squares, and their two lattices."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.model.board import HEX, SQUARE, Board, Lattice, UnknownCell, Vector, files, hexagon, rows, squares

BOARD = hexagon(4)
PLACES = {
    f"{'abcdefg'[x + 3]}{rank}": (x, 2 * rank - (7 - abs(x)) - 1) for x in range(-3, 4) for rank in range(1, 8 - abs(x))
}
"""The cells of the hexagon by the formula of the rules: x is the file from the middle, y = 2·rank − length − 1."""
ROW_LENGTHS = (3, 4, 5, 6, 7, 8, 9, 8, 7, 6, 5, 4, 3)
ROW_FIRSTS = (1, 1, 1, 1, 1, 1, 1, 2, 3, 4, 5, 6, 7)
ROWS = rows(ROW_LENGTHS, ROW_FIRSTS, ("blue", "white", "red"), shift=1)
BIG = hexagon(8)
CHECKERED = squares(8, 8)

boards = st.sampled_from([(BOARD, 2), (BIG, 2), (CHECKERED, 2), (ROWS, 6)])


def test_colours_of_the_hexagon() -> None:
    """A cell is medium, light or dark as y mod 3 is 0, 1 or 2."""
    shades = ("medium", "light", "dark")
    assert [shades[PLACES[name][1] % 3] for name in BOARD.names] == [BOARD.shade(cell) for cell in range(37)]


@pytest.mark.parametrize("name", ["a5", "d8", "d0", "h1", "", "D4", "d04", "dd", "d4 "])
def test_unknown_cells(name: str) -> None:
    """A name that is on no cell is found nowhere."""
    assert BOARD.find(name) is None
    with pytest.raises(UnknownCell, match="this board has no cell"):
        BOARD.cell(name)


def test_row_geometry() -> None:
    """On rows, cell n of row r lies at y = r and x = 2·(n − first) − (length − 1), its colour is (2x + 4) mod 3."""
    for cell, (q, r) in enumerate(ROWS.places):
        row = ROWS.letters.index(ROWS.letter(cell))
        x = 2 * (ROWS.number(cell) - ROW_FIRSTS[row]) - (ROW_LENGTHS[row] - 1)
        assert (x, row - 6) == (2 * q + r, r)
        assert ("blue", "white", "red")[(2 * x + 4) % 3] == ROWS.shade(cell)


def test_squares() -> None:
    """A board of 8 by 8 squares has a1 dark at the first player's left, h1 light, and ranks that run away from him."""
    assert 64 == len(CHECKERED)
    assert ["dark", "light", "dark", "light"] == [
        CHECKERED.shade(CHECKERED.cell(name)) for name in ("a1", "h1", "h8", "a8")
    ]
    assert {"dark": 32, "light": 32} == Counter(CHECKERED.shade(cell) for cell in range(64))
    assert CHECKERED.cell("e5") == CHECKERED.step(CHECKERED.cell("e4"), 0)
    assert CHECKERED.cell("f4") == CHECKERED.step(CHECKERED.cell("e4"), 2)


@given(boards, st.integers(-6, 6), st.integers(0, 11), st.data())
def test_turning_keeps_steps(case: tuple[Board, int], times: int, hour: int, data: st.DataObject) -> None:
    """A step turned with the board leads to the turned cell, or off the board as before."""
    board, quarter = case
    cell = data.draw(st.integers(0, len(board) - 1))
    hours = times * quarter
    ahead = board.step(cell, hour)
    expected = None if ahead is None else board.rotate(ahead, hours)
    assert expected == board.step(board.rotate(cell, hours), hour + hours)


@pytest.mark.parametrize(("board", "hours"), [(ROWS, 2), (squares(3, 2), 2), (squares(8, 7), 6)])
def test_turns_that_do_not_fit(board: Board, hours: int) -> None:
    """A board that a turn does not map onto itself refuses it."""
    with pytest.raises(ValueError, match="doesn't turn"):
        _ = [board.rotate(cell, hours) for cell in range(len(board))]


def test_files_of_given_lengths() -> None:
    """Upright files of given lengths are centred and numbered from the first player's end; a hexagon is one of them."""
    board = files((2, 3, 2), (1, 1, 2))
    assert ("a1", "a2", "b1", "b2", "b3", "c2", "c3") == board.names
    assert [None, "b1", "b2"] == [name and board.names[name] for name in (board.step(0, h) for h in (6, 4, 2))]
    small, same = hexagon(3), files((3, 4, 5, 4, 3), (1,) * 5)
    assert (small.names, small.places) == (same.names, same.places)


@pytest.mark.parametrize(
    ("board", "middle"),
    [(squares(8, 8), "d4 d5 e4 e5"), (hexagon(6), "f6"), (squares(3, 3), "b2"), (files((2, 3, 2), (1, 1, 1)), "b2")],
    ids=["squares", "hexagon", "odd", "files"],
)
def test_the_middle(board: Board, middle: str) -> None:
    """The cells nearest to the centre are the middle of a board."""
    assert board.cells(middle) == board.middle


LATTICES = pytest.mark.parametrize("lattice", [HEX, SQUARE], ids=["hex", "square"])
lattices = st.sampled_from([HEX, SQUARE])
vectors = st.tuples(st.integers(-20, 20), st.integers(-20, 20))
any_hour = st.integers(-40, 40)


def test_hexagons_have_twelve_hours() -> None:
    """In file coordinates the hours of the hexagons run clockwise from (0, +2), straight ahead."""
    clock = [(0, 2), (1, 3), (1, 1), (2, 0), (1, -1), (1, -3), (0, -2), (-1, -3), (-1, -1), (-2, 0), (-1, 1), (-1, 3)]
    assert clock == [(q, 2 * r + q) for q, r in HEX.hours]


def test_squares_have_eight_hours() -> None:
    """The hours of the squares run clockwise from straight ahead."""
    clock = [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)]
    assert clock == list(SQUARE.hours)


@LATTICES
def test_corner_lies_between_edges(lattice: Lattice) -> None:
    """A step through a corner is the sum of the steps through the two edges beside it."""
    for hour in lattice.corners:
        assert lattice.hours[hour] == lattice.vector(hour - 1, hour + 1)


@LATTICES
def test_turning_follows_the_hours(lattice: Lattice) -> None:
    """Turning a step by two hours gives the step two hours later."""
    for hour, step in enumerate(lattice.hours):
        assert lattice.vector(hour + 2) == lattice.turn(step, 2)


@given(lattices, st.integers(-20, 20).map(lambda number: 2 * number + 1))
def test_odd_turns_are_refused(lattice: Lattice, hours: int) -> None:
    """No lattice turns by an odd number of hours."""
    with pytest.raises(ValueError, match="even hours"):
        lattice.turn((1, 0), hours)


@given(lattices, vectors, any_hour)
def test_colours_of_neighbours(lattice: Lattice, vector: Vector, hour: int) -> None:
    """Cells that share an edge differ in colour, cells joined through a corner agree."""
    step = lattice.vector(hour)
    ahead = (vector[0] + step[0], vector[1] + step[1])
    assert bool(hour % 2) == (lattice.colour(vector) == lattice.colour(ahead))
    assert 0 <= lattice.colour(vector) < lattice.colours


@given(lattices, vectors)
def test_length_counts_steps(lattice: Lattice, vector: Vector) -> None:
    """A step through an edge changes a vector's length by one at most, and some step shortens any but no vector."""
    lengths = [
        lattice.length((vector[0] + x, vector[1] + y)) for x, y in (lattice.hours[hour] for hour in lattice.edges)
    ]
    assert max(abs(each - lattice.length(vector)) for each in lengths) <= 1
    assert (lattice.length(vector) == 0) == (vector == (0, 0))
    assert vector == (0, 0) or min(lengths) == lattice.length(vector) - 1
