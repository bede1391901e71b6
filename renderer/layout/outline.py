"""The outline of a board: the free edges of its cells and its labels."""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from math import floor, inf

from renderer.layout.cells import BoardShape, Extent, Point, shape_of
from renderer.scene import Grid

_LABEL = 0.16
_DIGITS = 6

Segment = tuple[Point, Point]
"""A line between two points, the upper one first."""


@lru_cache(maxsize=64)
def outline_of(grid: Grid, *, labels: bool) -> tuple[Segment, ...]:
    """The outline of a board with its labels or without, in pitches."""
    shape = shape_of(grid, labels=labels)
    found = (*_edges(grid, shape), *_boxes(shape))
    return tuple((one, other) if one[1] <= other[1] else (other, one) for one, other in found)


def _edges(grid: Grid, shape: BoardShape) -> Iterator[Segment]:
    """The edges of cells that have no neighbour there."""
    places = {tile.place for tile in grid.tiles}
    for hour in grid.lattice.edges:
        dx, dy = grid.lattice.vector(hour)
        (ax, ay), (bx, by) = (shape.corners[(hour + side) // 2 % len(shape.corners)] for side in (1, -1))
        for tile, (x, y) in zip(grid.tiles, shape.centres, strict=True):
            if (tile.place[0] + dx, tile.place[1] + dy) not in places:
                yield (x + ax, y + ay), (x + bx, y + by)


def _boxes(shape: BoardShape) -> Iterator[Segment]:
    for x, y in (label.centre for label in shape.labels):
        for side in (-_LABEL, _LABEL):
            yield (x + side, y - _LABEL), (x + side, y + _LABEL)


def sized(outline: Iterable[Segment], extent: Extent) -> list[Segment]:
    """The outline of a board of a size, in pixels from its upper left corner."""
    across, down, left, top, _, _ = extent
    return [
        (
            (round(x * across - left, _DIGITS), round(y * down - top, _DIGITS)),
            (round(ex * across - left, _DIGITS), round(ey * down - top, _DIGITS)),
        )
        for (x, y), (ex, ey) in outline
    ]


def reach(segments: Iterable[Segment], way: int, top: float, bottom: float) -> float:
    """The extent of segments to the right (`way` 1) or to the left (-1) within a band of heights; -inf for none."""
    best = -inf
    for (x, y), (ex, ey) in segments:
        if top <= ey and y <= bottom:
            slope = (ex - x) / (ey - y) if ey > y else 0.0
            best = max(best, way * (x + slope * (top - y)) if y < top else way * x)
            best = max(best, way * (x + slope * (bottom - y)) if ey > bottom else way * ex)
    return best


def room_above(segments: Iterable[Segment], extent: Extent, width: float) -> int:
    """The height of a box of this width in the upper left corner of a board of a size, in pixels."""
    turned = (((x, y), (ex, ey)) if x <= ex else ((ex, ey), (x, y)) for (x, y), (ex, ey) in segments)
    height = -reach((((y, x), (ey, ex)) for (x, y), (ex, ey) in turned), -1, -inf, width)
    return floor(height) if height < inf else extent.height
