"""The layout of a board's cells in the picture, the only float geometry.

Lengths come in pitches (the distance between the centres of neighbouring cells) until a layout scales them to pixels.
Pixels count rightwards and downwards.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import cos, dist, floor, pi, sin
from typing import NamedTuple

from engine.model.board import Lattice, Vector
from renderer.scene import Grid

Point = tuple[float, float]

_BEYOND = 0.72
_LABEL_REACH = 0.2
_NAME = 0.25
_TURNS = tuple(side * step * pi / 12 for step in range(12) for side in (1, -1))
"""The angles tried for a label's place until it is free."""
_NOTHING = 1e-6


class Label(NamedTuple):
    """A letter or number beside the board and its centre, in pixels or pitches."""

    text: str
    centre: Point


def _direction(lattice: Lattice, hour: float, view: int) -> Point:
    angle = (hour - view) * 2 * pi / len(lattice.hours)
    return sin(angle), -cos(angle)


def spot(lattice: Lattice, place: Vector, view: int) -> Point:
    """The centre of the cell at a place, in pitches from the lattice's origin, when the hour `view` points up.

    Raises ValueError for an odd hour on squares, which have no upright picture then.
    """
    if len(lattice.hours) == 8 and view % 2:
        raise ValueError(f"squares are seen from an even hour, not {view}")
    ax, ay = _direction(lattice, 2, view)
    bx, by = _direction(lattice, 0, view)
    return place[0] * ax + place[1] * bx, place[0] * ay + place[1] * by


def corners(lattice: Lattice, view: int) -> tuple[Point, ...]:
    """The corners of a cell in pitches from its centre, clockwise."""
    reach = 0.5 / cos(2 * pi / len(lattice.hours))
    ways = (_direction(lattice, hour, view) for hour in lattice.corners)
    return tuple((x * reach, y * reach) for x, y in ways)


@dataclass(frozen=True)
class Layout:
    """A board laid out in pixels: its size, the cells' centres in cell order, one cell's corners, and the edge labels.

    `corners` are offsets from a cell's centre, clockwise; everything else counts from the board's upper left corner.
    The centres are whole pixels, so that all cells have the same pixels, which PNG files repeat cheaply; the lattice is
    at most a pixel a step narrower for it than `pitch` says. `name` is the size of the cells' names, 0 for none.
    """

    pitch: float
    width: int
    height: int
    centres: tuple[Point, ...]
    corners: tuple[Point, ...]
    labels: tuple[Label, ...]
    name: float

    def outline(self, cell: int, scale: float = 1.0) -> tuple[Point, ...]:
        """The corners of a cell, drawn towards its centre by a scale."""
        x, y = self.centres[cell]
        return tuple((x + dx * scale, y + dy * scale) for dx, dy in self.corners)

    def corner(self, cell: int, hour: int) -> Point:
        """The corner of a cell that an odd hour of the lattice leads through."""
        x, y = self.centres[cell]
        dx, dy = self.corners[hour // 2 % len(self.corners)]
        return x + dx, y + dy


class Extent(NamedTuple):
    """A board's size in pixels: a pitch across and down, the corner of its box from the lattice's origin, the box."""

    across: float
    down: float
    left: int
    top: int
    width: int
    height: int

    @property
    def pitch(self) -> float:
        """The lesser of the pitches across and down."""
        return min(self.across, self.down)


class BoardShape(NamedTuple):
    """The shape of a board at any size, in pitches from the lattice's origin.

    `corners` are offsets from a cell's centre, `box` the least and the greatest x, then y. `steps` are the least
    distances of cells across and down.
    """

    centres: tuple[Point, ...]
    corners: tuple[Point, ...]
    labels: tuple[Label, ...]
    box: tuple[Point, Point]
    steps: Point


def extent_of(shape: BoardShape, width: int, height: int, pitch: float) -> Extent:
    """The size of a board in a box, its cells at most a pitch apart.

    It is rounded down so that the steps of its cells are whole pixels.
    """
    (west, east), (north, south) = shape.box
    pitch = min(pitch, (width - 1) / (east - west), (height - 1) / (south - north))
    across, down = (max(1, floor(pitch * step + _NOTHING)) / step for step in shape.steps)
    left, top = floor(west * across), floor(north * down)
    return Extent(across, down, left, top, round(east * across - left), round(south * down - top))


@lru_cache(maxsize=256)
def lay_out(grid: Grid, extent: Extent, least_name: float, *, labels: bool) -> Layout:
    """The grid in a size, with names of cells unless they are smaller than the least, in pixels, and with labels."""
    shape = shape_of(grid, labels=labels)
    across, down, left, top, width, height = extent
    name = extent.pitch * _NAME

    def pixel(point: Point) -> Point:
        return point[0] * across - left, point[1] * down - top

    return Layout(
        pitch=extent.pitch,
        width=width,
        height=height,
        centres=tuple((float(round(x)), float(round(y))) for x, y in map(pixel, shape.centres)),
        corners=tuple((x * across, y * down) for x, y in shape.corners),
        labels=tuple(Label(label.text, pixel(label.centre)) for label in shape.labels),
        name=name if name >= least_name and len(grid.lattice.hours) == 12 else 0.0,
    )


@lru_cache(maxsize=256)
def shape_of(grid: Grid, *, labels: bool) -> BoardShape:
    """The shape of a board at any size, with labels beside it or without."""
    centres = tuple(spot(grid.lattice, tile.place, grid.view) for tile in grid.tiles)
    beside, outline = _labels(grid, centres) if labels else (), corners(grid.lattice, grid.view)
    ways = [_direction(grid.lattice, hour, grid.view) for hour in grid.lattice.edges]
    ends = []
    for axis in (0, 1):
        places = [centre[axis] + corner[axis] for centre in centres for corner in outline]
        places += [label.centre[axis] + way for label in beside for way in (-_LABEL_REACH, _LABEL_REACH)]
        ends.append((min(places), max(places)))
    across, down = (min(abs(way[axis]) for way in ways if abs(way[axis]) > _NOTHING) for axis in (0, 1))
    return BoardShape(centres, outline, beside, (ends[0], ends[1]), (across, down))


def _labels(grid: Grid, centres: Sequence[Point]) -> tuple[Label, ...]:
    """Letters below the near ends of their lines, numbers beside the left ends of theirs, all off the board."""
    labels: list[Label] = []
    for part, nearest, way in (
        (slice(1), lambda point: (-round(point[1], 6), point[0]), (0.0, 1.0)),
        (slice(1, None), lambda point: (round(point[0], 6), -point[1]), (-1.0, 0.0)),
    ):
        lines: dict[str, list[Point]] = {}
        for tile, centre in zip(grid.tiles, centres, strict=True):
            lines.setdefault(tile.name[part], []).append(centre)
        for text, line in lines.items():
            taken = [each.centre for each in labels]
            labels.append(Label(text, _beside(sorted(line, key=nearest), way, centres, taken)))
    return tuple(labels)


def _beside(line: Sequence[Point], way: Point, centres: Sequence[Point], labels: Sequence[Point]) -> Point:
    """A free place around the first cell of a line that has one, as near as its direction allows.

    A lone cell's direction is its `way`.
    """
    for end in line:
        far = max(line, key=lambda point: dist(point, end))
        length = dist(far, end)
        x, y = ((end[0] - far[0]) / length, (end[1] - far[1]) / length) if length else way
        near = [each for each in centres if dist(each, end) < 2 * _BEYOND]
        for turn in _TURNS:
            ux, uy = x * cos(turn) - y * sin(turn), x * sin(turn) + y * cos(turn)
            place = end[0] + ux * _BEYOND, end[1] + uy * _BEYOND
            if all(dist(place, each) > _BEYOND - _NOTHING for each in near) and all(
                dist(place, each) > 2 * _LABEL_REACH for each in labels
            ):
                return place
    raise ValueError("no cell of the line has room for its label")
