"""How far a board reaches: the free edges of its cells and its labels, found in pitches once for all sizes."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import accumulate, product
from math import floor, inf
from typing import NamedTuple

from renderer.layout.cells import BoardShape, Extent, Point, shape_of
from renderer.scene import Grid

_LABEL = 0.16
_DIGITS = 6

Segment = tuple[Point, Point]
_WAYS = (1, -1)


class Contour:
    """How far segments between points (depth, reach) reach down to some depth."""

    def __init__(self, segments: Iterable[Segment]) -> None:
        pairs = [(one, other) if one <= other else (other, one) for one, other in segments]
        farthest = dict(sorted(point for pair in pairs for point in pair))
        self._depths = list(farthest)
        self._best = list(accumulate(farthest.values(), max))
        self._rising: list[list[Segment]] = [[] for _ in self._depths]
        for (depth, far), (end, most) in pairs:
            place = bisect_right(self._depths, depth) - 1
            while most > far and self._depths[place] < end:
                if most > self._best[place]:
                    self._rising[place].append(((depth, far), (end, most)))
                place += 1

    def within(self, depth: float) -> float:
        """The farthest that they reach no deeper than this; -inf if all are deeper."""
        place = bisect_right(self._depths, depth) - 1
        if place < 0:
            return -inf
        best = self._best[place]
        for (start, far), (end, most) in self._rising[place]:
            best = max(best, far + (most - far) * (depth - start) / (end - start))
        return best


class Outline(NamedTuple):
    """A board's outline in pitches: its segments, its profiles to a side from above and below, and that of its top."""

    segments: Sequence[Segment]
    beside: Mapping[tuple[int, int], Contour]
    top: Contour

    def reach(self, extent: Extent, across: int, down: int, height: float) -> float:
        """How far a board of a size reaches to the right (`across` 1) or left (-1), in pixels.

        That is below a height (`down` 1) or above it (-1), inclusively; -inf where it does not reach at all.
        """
        far = self.beside[across, down].within(-down * (height + extent.top) / extent.down)
        return round(far * extent.across - across * extent.left, _DIGITS)

    def room_above(self, extent: Extent, width: float) -> int:
        """How high a box of this width may be in the upper left corner of a board of a size, in pixels."""
        best = self.top.within((width + extent.left) / extent.across)
        return floor(round(-best * extent.down - extent.top, _DIGITS)) if best > -inf else extent.height

    def sized(self, extent: Extent) -> Sequence[Segment]:
        """The segments of a board of a size, in pixels from its upper left corner."""

        def pixel(point: Point) -> Point:
            x, y = point[0] * extent.across - extent.left, point[1] * extent.down - extent.top
            return round(x, _DIGITS), round(y, _DIGITS)

        return [(pixel(one), pixel(other)) for one, other in self.segments]


@lru_cache(maxsize=64)
def outline_of(grid: Grid, *, labels: bool) -> Outline:
    """The outline of a board with its labels or without."""
    shape = shape_of(grid, labels=labels)
    segments = [*_edges(grid, shape), *_boxes(shape)]
    beside = {ways: Contour(_along(segments, *ways)) for ways in product(_WAYS, _WAYS)}
    return Outline(segments, beside, Contour([((x, -y), (ex, -ey)) for (x, y), (ex, ey) in segments]))


def _along(segments: Iterable[Segment], across: int, down: int) -> Iterator[Segment]:
    """Segments as a profile counts them that reaches across, from above if `down` is -1, else from below."""
    for (x, y), (ex, ey) in segments:
        yield (-down * y, across * x), (-down * ey, across * ex)


def _edges(grid: Grid, shape: BoardShape) -> Iterator[Segment]:
    """The edges of cells that have no neighbour there."""
    places = {tile.place for tile in grid.tiles}
    for hour in grid.lattice.edges:
        dx, dy = grid.lattice.vector(hour)
        ends = [shape.corners[(hour + side) // 2 % len(shape.corners)] for side in _WAYS]
        for tile, (x, y) in zip(grid.tiles, shape.centres, strict=True):
            if (tile.place[0] + dx, tile.place[1] + dy) not in places:
                (ax, ay), (bx, by) = ends
                yield (x + ax, y + ay), (x + bx, y + by)


def _boxes(shape: BoardShape) -> Iterator[Segment]:
    """The upright edges of squares around the labels."""
    for x, y in (label.centre for label in shape.labels):
        for side in (-_LABEL, _LABEL):
            yield (x + side, y - _LABEL), (x + side, y + _LABEL)


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
