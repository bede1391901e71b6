"""Outlines: what is found once in pitches is what every edge of every cell says, and pages cost little to find."""

from __future__ import annotations

from itertools import pairwise
from math import inf

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.geometry.board import hexagon, rows, squares
from engine.variants import GAMES, built
from renderer.figures import furniture_of
from renderer.layout.cells import Room, extent_of, laid, shape_of
from renderer.layout.outline import Segment, outline_of, reach
from renderer.layout.page import PAGE, page_of
from renderer.scene import Grid, grid_of
from tests.steps import counting

BOARDS = (hexagon(1), hexagon(4), rows((3, 4, 5, 6, 5, 6, 5), (1, 1, 1, 1, 2, 2, 3)), squares(8, 8))
GRIDS = [
    grid_of(board, view) for board in BOARDS for view in (0, 3, 5) if len(board.lattice.hours) == 12 or not view % 2
]
STEPS = 60_000


def edges(grid: Grid, room: Room) -> list[Segment]:
    """Every edge of every cell of a board in a room, and of the squares around its labels."""
    layout = laid(grid, extent_of(shape_of(grid, labels=True), room), room.least_name, labels=True)
    half = layout.pitch * 0.16
    shapes = [layout.outline(cell) for cell in range(len(grid.tiles))]
    square = ((-half, -half), (half, -half), (half, half), (-half, half))
    shapes += [tuple((x + dx, y + dy) for dx, dy in square) for (x, y) in (label.centre for label in layout.labels)]
    return [edge for shape in shapes for edge in pairwise((*shape, shape[0]))]


@pytest.mark.parametrize("grid", GRIDS)
@settings(deadline=None, max_examples=15)
@given(width=st.integers(120, 1000), part=st.floats(-0.1, 1.1))
def test_an_outline_reaches_as_far_as_all_edges_do(grid: Grid, width: int, part: float) -> None:
    """Above and below any height a board reaches as far to each side as the farthest of its edges there."""
    room = Room(width, 900, 112.0)
    outline, extent, all_edges = (
        outline_of(grid, labels=True),
        extent_of(shape_of(grid, labels=True), room),
        edges(grid, room),
    )
    height = extent.height * part
    for across in (1, -1):
        above, below = (outline.reach(extent, across, down, height) for down in (-1, 1))
        assert reach(all_edges, across, -inf, height - 1) - 1 <= above <= reach(all_edges, across, -inf, height + 1) + 1
        assert reach(all_edges, across, height + 1, inf) - 1 <= below <= reach(all_edges, across, height - 1, inf) + 1


@pytest.mark.parametrize("grid", GRIDS)
def test_a_corner_has_as_much_room_as_all_edges_leave(grid: Grid) -> None:
    """A box in the upper left corner ends where the highest edge over its width begins."""
    room = Room(700, 900, 112.0)
    outline, extent = outline_of(grid, labels=True), extent_of(shape_of(grid, labels=True), room)
    turned = [((y, x), (ey, ex)) for (x, y), (ex, ey) in edges(grid, room)]
    for width in range(40, extent.width, 23):
        least, most = (-reach(turned, -1, -inf, width + way) for way in (1, -1))
        assert least - 2 <= outline.room_above(extent, width) <= most + 1


@pytest.mark.parametrize("key", sorted(GAMES))
def test_a_page_is_found_in_few_steps(key: str) -> None:
    """The first page of a board, of all its sizes and ways to place the cards, takes at most 60,000 lines of Python."""
    variant = built(GAMES[key], {})
    for seat in variant.seats:
        grid = grid_of(variant.board, seat.view, furniture_of(variant))
        for cached in (page_of, outline_of, shape_of, laid):
            cached.cache_clear()
        with counting() as steps:
            page_of(PAGE, grid, len(variant.seats))
        assert steps.taken <= STEPS, steps.taken
