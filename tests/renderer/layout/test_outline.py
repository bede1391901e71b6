"""Outlines: the free edges say what every edge of every cell says."""

from __future__ import annotations

from itertools import pairwise
from math import inf

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.model.board import hexagon, rows, squares
from renderer.layout.cells import Extent, extent_of, laid, shape_of
from renderer.layout.outline import Segment, outline_of, reach, room_above, sized
from renderer.scene import Grid, grid_of

BOARDS = (hexagon(1), hexagon(4), rows((3, 4, 5, 6, 5, 6, 5), (1, 1, 1, 1, 2, 2, 3)), squares(8, 8))
GRIDS = [
    grid_of(board, view) for board in BOARDS for view in (0, 3, 5) if len(board.lattice.hours) == 12 or not view % 2
]


def edges(grid: Grid, extent: Extent) -> list[Segment]:
    """Every edge of every cell of a board in a size, and of the squares around its labels."""
    layout = laid(grid, extent, 0.0, labels=True)
    half = layout.pitch * 0.16
    shapes = [layout.outline(cell) for cell in range(len(grid.tiles))]
    square = ((-half, -half), (half, -half), (half, half), (-half, half))
    shapes += [tuple((x + dx, y + dy) for dx, dy in square) for (x, y) in (label.centre for label in layout.labels)]
    return [
        (one, other) if one[1] <= other[1] else (other, one)
        for shape in shapes
        for one, other in pairwise((*shape, shape[0]))
    ]


@pytest.mark.parametrize("grid", GRIDS)
@settings(deadline=None, max_examples=15)
@given(width=st.integers(120, 1000), part=st.floats(-0.1, 1.1))
def test_an_outline_reaches_as_far_as_all_edges_do(grid: Grid, width: int, part: float) -> None:
    """Above and below any height a board reaches as far to each side as the farthest of its edges there."""
    extent = extent_of(shape_of(grid, labels=True), width, 900, 112.0)
    outline, all_edges = sized(outline_of(grid, labels=True), extent), edges(grid, extent)
    height = extent.height * part
    for across in (1, -1):
        above, below = reach(outline, across, -inf, height), reach(outline, across, height, inf)
        assert reach(all_edges, across, -inf, height - 1) - 1 <= above <= reach(all_edges, across, -inf, height + 1) + 1
        assert reach(all_edges, across, height + 1, inf) - 1 <= below <= reach(all_edges, across, height - 1, inf) + 1


@pytest.mark.parametrize("grid", GRIDS)
def test_a_corner_has_as_much_room_as_all_edges_leave(grid: Grid) -> None:
    """A box in the upper left corner ends where the highest edge over its width begins."""
    extent = extent_of(shape_of(grid, labels=True), 700, 900, 112.0)
    outline, all_edges = sized(outline_of(grid, labels=True), extent), edges(grid, extent)
    for width in range(40, extent.width, 23):
        least, most = (room_above(all_edges, extent, width + way) for way in (1, -1))
        assert least - 2 <= room_above(outline, extent, width) <= most + 1
