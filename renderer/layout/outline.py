"""How far a board reaches: its outer cells and its labels, in pixels from the board's upper left corner."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import pairwise
from math import floor, inf

from renderer.layout.cells import Layout, Point
from renderer.scene import Grid

_LABEL = 0.16

Segment = tuple[Point, Point]


def outline_of(grid: Grid, layout: Layout) -> Sequence[Segment]:
    """The edges of the outer cells, and of squares around the labels."""
    half = layout.pitch * _LABEL
    square = ((-half, -half), (half, -half), (half, half), (-half, half))
    shapes = [layout.outline(cell) for cell in _outer(grid)]
    shapes += [tuple((x + dx, y + dy) for dx, dy in square) for (x, y) in (label.centre for label in layout.labels)]
    return [edge for shape in shapes for edge in pairwise((*shape, shape[0]))]


@lru_cache(maxsize=64)
def _outer(grid: Grid) -> tuple[int, ...]:
    """The cells that have fewer neighbours than edges."""
    places = {tile.place for tile in grid.tiles}
    steps = [grid.lattice.vector(hour) for hour in grid.lattice.edges]
    return tuple(
        cell
        for cell, (x, y) in enumerate(tile.place for tile in grid.tiles)
        if any((x + dx, y + dy) not in places for dx, dy in steps)
    )


def reach(segments: Iterable[Segment], way: int, top: float, bottom: float) -> float:
    """How far segments reach to the right (`way` 1) or to the left (-1) within a band of heights; -inf for none."""
    best = -inf
    for one, other in segments:
        (x, y), (ex, ey) = (one, other) if one[1] <= other[1] else (other, one)
        if ey < top or y > bottom:
            continue
        for height in (max(y, top), min(ey, bottom)):
            part = (height - y) / (ey - y) if ey > y else 0.0
            best = max(best, way * (x + (ex - x) * part))
        if ey == y:
            best = max(best, way * ex)
    return best


def room_above(segments: Iterable[Segment], width: float) -> int:
    """How high a box of this width may be in the board's upper left corner."""
    across = [((y, x), (ey, ex)) for (x, y), (ex, ey) in segments]
    return floor(-reach(across, -1, -inf, width))
