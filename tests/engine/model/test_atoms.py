"""The atoms of movement as paths over an empty board."""

from __future__ import annotations

from engine.model.atoms import Act, Leap, Path, Ricochet, Ride, Walk, Wander
from engine.model.board import Board, hexagon, squares

BOARD = hexagon(4)


def spelt(board: Board, paths: list[Path]) -> list[str]:
    """The paths as names of the cells passed, sorted."""
    return sorted(" ".join(board.names[cell] for cell in path.cells) for path in paths)


def paths(atom: Ride | Leap | Walk | Ricochet, origin: str, facing: int = 0, board: Board = BOARD) -> list[str]:
    """The paths of an atom from a cell."""
    return spelt(board, list(atom.paths(board, board.cell(origin), facing)))


def test_ride() -> None:
    """A ride has a path for each hour that leaves the cell, to the edge of the board."""
    assert ["b3 b4 b5", "c3 d4 e4 f4 g4"] == paths(Ride((0, 2)), "b2")


def test_limited_ride() -> None:
    """A limited ride goes no further than its limit."""
    assert ["b3 b4", "c3 d4"] == paths(Ride((0, 2), limit=2), "b2")


def test_facing_turns_a_ride() -> None:
    """What is forward for one seat is backward for the one who faces it."""
    assert ["d3"] == paths(Ride((0,), limit=1), "d4", facing=6)
    assert ["c3"] == paths(Ride((0,), limit=1), "d4", facing=8)


def test_circling_ride() -> None:
    """A ride that bends by two hours at every step circles one cell and stops before its own."""
    assert ["d5 e5 f4 f3 e3"] == paths(Ride((0,), bends=(2,)), "d4")
    assert ["d5 c5 b4 b3 c3", "d5 e5 f4 f3 e3"] == paths(Ride((0,), bends=(2, -2)), "d4")


def test_circling_through_corners() -> None:
    """Circling through corners stays on one colour."""
    (cells,) = Ride((1,), bends=(2,)).paths(hexagon(6), hexagon(6).cell("f6"), 0)
    board = hexagon(6)
    assert {board.shade(board.cell("f6"))} == {board.shade(cell) for cell in cells.cells}
    assert len(cells.cells) == 5


def test_leap() -> None:
    """A leap goes to the end of its route and knows no cells between."""
    knight = Leap(tuple((edge, edge, edge + turn) for edge in (0, 2, 4, 6) for turn in (2, -2)))
    assert ["b3", "c2"] == paths(knight, "a1", board=squares(8, 8))
    assert 8 == len(paths(knight, "d4", board=squares(8, 8)))


def test_walk() -> None:
    """A walk passes every cell of its route and may stop on the last alone."""
    walk = Walk(((0, 2), (2, 0)))
    assert ["c2 d3", "d2 d3"] == paths(walk, "c1")
    assert not any(path.stops for path in walk.paths(BOARD, BOARD.cell("c1"), 0))


def test_walk_off_the_board() -> None:
    """A route that leaves the board is no way."""
    assert [] == paths(Walk(((10, 0),)), "a4")


def test_ricochet() -> None:
    """A ricochet goes on from a wall with left and right exchanged, as often as its limit says."""
    assert ["a1"] == paths(Ricochet((10,), limit=0), "b1")
    assert ["a1 b2 c3 d4 e4 f4 g4"] == paths(Ricochet((10,), limit=1), "b1")
    assert ["a1 b2 c3 d4 e4 f4 g4 f5 e6 d7"] == paths(Ricochet((10,), limit=2), "b1")


def test_ricochet_stops_at_other_edges() -> None:
    """A ricochet ends at an edge that is no wall."""
    assert ["e4 f4 g4 f5 e6 d7"] == paths(Ricochet((2,), limit=2), "d4")
    assert [] == paths(Ricochet((10,), limit=2), "d7")


def test_wander() -> None:
    """Wandering knows the cells one step of its route away."""
    cells = Wander((1, 3, 5, 7, 9, 11)).neighbours(BOARD, BOARD.cell("d1"), 0)
    assert {"c2", "e2"} == {BOARD.names[cell] for cell in cells}


def test_acts() -> None:
    """To do both is to move and to capture."""
    assert Act.BOTH == Act.MOVE | Act.CAPTURE
