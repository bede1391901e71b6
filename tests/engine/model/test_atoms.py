"""The atoms of movement as paths over an empty board."""

from __future__ import annotations

import pytest

from engine.model.atoms import Leap, Path, Ricochet, Ride, Walk, Wander
from engine.model.board import Board, hexagon, squares

BOARD = hexagon(4)


def spelt(board: Board, paths: list[Path]) -> list[str]:
    """The paths as names of the cells passed, sorted."""
    return sorted(" ".join(board.names[cell] for cell in path.cells) for path in paths)


def paths(atom: Ride | Leap | Walk | Ricochet, origin: str, facing: int = 0, board: Board = BOARD) -> list[str]:
    return spelt(board, list(atom.paths(board, board.cell(origin), facing)))


KNIGHT = Leap(tuple((edge, edge, edge + turn) for edge in (0, 2, 4, 6) for turn in (2, -2)))


@pytest.mark.parametrize(
    ("atom", "origin", "expected"),
    [
        # a ride to the edge of the board or to its limit, turned with who faces it
        (Ride((0, 2)), "b2", "b3 b4 b5|c3 d4 e4 f4 g4"),
        (Ride((0, 2), limit=2), "b2", "b3 b4|c3 d4"),
        (Ride((0,), limit=1), "d4 6", "d3"),
        (Ride((0,), limit=1), "d4 8", "c3"),
        # one that bends at every step circles a cell and stops before its own
        (Ride((0,), bends=(2,)), "d4", "d5 e5 f4 f3 e3"),
        (Ride((0,), bends=(2, -2)), "d4", "d5 c5 b4 b3 c3|d5 e5 f4 f3 e3"),
        # a walk passes every cell of a route that stays on the board
        (Walk(((0, 2), (2, 0))), "c1", "c2 d3|d2 d3"),
        (Walk(((10, 0),)), "a4", ""),
        # a ricochet goes on from walls, as often as its limit says, and ends at other edges
        (Ricochet((10,), limit=0), "b1", "a1"),
        (Ricochet((10,), limit=1), "b1", "a1 b2 c3 d4 e4 f4 g4"),
        (Ricochet((10,), limit=2), "b1", "a1 b2 c3 d4 e4 f4 g4 f5 e6 d7"),
        (Ricochet((2,), limit=2), "d4", "e4 f4 g4 f5 e6 d7"),
        (Ricochet((10,), limit=2), "d7", ""),
    ],
)
def test_paths(atom: Ride | Walk | Ricochet, origin: str, expected: str) -> None:
    cell, _, facing = origin.partition(" ")
    assert [path for path in expected.split("|") if path] == paths(atom, cell, int(facing or 0))


def test_leap() -> None:
    """A leap goes to the end of its route and knows no cells between."""
    assert ["b3", "c2"] == paths(KNIGHT, "a1", board=squares(8, 8))
    assert 8 == len(paths(KNIGHT, "d4", board=squares(8, 8)))


def test_a_walk_stops_on_its_last_cell_alone() -> None:
    assert not any(path.stops for path in Walk(((0, 2), (2, 0))).paths(BOARD, BOARD.cell("c1"), 0))


def test_circling_through_corners() -> None:
    """Circling through corners stays on one colour."""
    (cells,) = Ride((1,), bends=(2,)).paths(hexagon(6), hexagon(6).cell("f6"), 0)
    board = hexagon(6)
    assert {board.shade(board.cell("f6"))} == {board.shade(cell) for cell in cells.cells}
    assert len(cells.cells) == 5


def test_wander() -> None:
    """Wandering knows the cells one step of its route away."""
    cells = Wander((1, 3, 5, 7, 9, 11)).neighbours(BOARD, BOARD.cell("d1"), 0)
    assert {"c2", "e2"} == {BOARD.names[cell] for cell in cells}
