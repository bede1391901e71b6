"""The layout of a board's cells in the picture, the only float geometry.

Lengths come in pitches (the distance between the centres of neighbouring cells) until a layout scales them to pixels.
Pixels count rightwards and downwards.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache
from math import cos, dist, floor, pi, sin
from typing import NamedTuple

from engine.geometry.lattice import Lattice, Vector
from renderer.scene import Grid

Point = tuple[float, float]

_BEYOND = 0.72
_LABEL_REACH = 0.2
_NOTHING = 1e-6


class Naming(Enum):
    """Where the cells' names are: at the foot of every cell, in the middle of the vacant ones, or along the edges."""

    FOOT = "foot"
    MIDDLE = "middle"
    EDGES = "edges"


class Room(NamedTuple):
    """What a board may take, in pixels: the box it must fit, its largest pitch, and the least for names at the foot."""

    width: int
    height: int
    pitch: float
    named: float


class Label(NamedTuple):
    """A letter or number beside the board and its centre in pixels."""

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
    at most a pixel a step narrower for it than `pitch` says.
    """

    pitch: float
    width: int
    height: int
    centres: tuple[Point, ...]
    corners: tuple[Point, ...]
    labels: tuple[Label, ...]
    naming: Naming

    @property
    def reach(self) -> float:
        """How far below its centre a cell has room for its name, in pixels: to its edge, or where a corner narrows."""
        return min(max(y for _, y in self.corners), self.pitch * 0.505)

    def outline(self, cell: int, scale: float = 1.0) -> tuple[Point, ...]:
        """The corners of a cell, drawn towards its centre by a scale."""
        x, y = self.centres[cell]
        return tuple((x + dx * scale, y + dy * scale) for dx, dy in self.corners)


@lru_cache(maxsize=256)
def layout_of(grid: Grid, room: Room) -> Layout:
    """The grid as large as it gets in a room."""
    centres = [spot(grid.lattice, tile.place, grid.view) for tile in grid.tiles]
    shape = corners(grid.lattice, grid.view)
    for naming in (Naming.FOOT, Naming.MIDDLE) if len(grid.lattice.hours) == 12 else (Naming.EDGES,):
        labels = _labels(grid, centres, naming)
        xs = [x + dx for x, _ in centres for dx, _ in shape] + _around(label.centre[0] for label in labels)
        ys = [y + dy for _, y in centres for _, dy in shape] + _around(label.centre[1] for label in labels)
        pitch = min(room.pitch, (room.width - 1) / (max(xs) - min(xs)), (room.height - 1) / (max(ys) - min(ys)))
        if pitch >= room.named:
            break
    across, down = _scales(grid, pitch)
    left, top = floor(min(xs) * across), floor(min(ys) * down)

    def pixel(point: Point) -> Point:
        return point[0] * across - left, point[1] * down - top

    return Layout(
        pitch=min(across, down),
        width=round(max(xs) * across - left),
        height=round(max(ys) * down - top),
        centres=tuple((float(round(x)), float(round(y))) for x, y in map(pixel, centres)),
        corners=tuple((x * across, y * down) for x, y in shape),
        labels=tuple(Label(label.text, pixel(label.centre)) for label in labels),
        naming=naming,
    )


def _scales(grid: Grid, pitch: float) -> Point:
    """The pixels of a pitch across and down, each as much below `pitch` as makes its steps whole pixels."""
    ways = [_direction(grid.lattice, hour, grid.view) for hour in grid.lattice.edges]
    steps = [min(abs(way[axis]) for way in ways if abs(way[axis]) > _NOTHING) for axis in (0, 1)]
    across, down = (max(1, floor(pitch * step + _NOTHING)) / step for step in steps)
    return across, down


def _around(values: Iterable[float]) -> list[float]:
    return [value + way for value in values for way in (-_LABEL_REACH, _LABEL_REACH)]


def _labels(grid: Grid, centres: Sequence[Point], naming: Naming) -> list[Label]:
    """Letters at the near ends of their lines; numbers at the left ends of theirs where no cell shows its name."""
    labels = [_letter(letter, line) for letter, line in _lines(grid, centres, slice(1))]
    if naming is Naming.EDGES:
        labels += [_number(number, line) for number, line in _lines(grid, centres, slice(1, None))]
    return labels


def _lines(grid: Grid, centres: Sequence[Point], part: slice) -> list[tuple[str, list[Point]]]:
    lines: dict[str, list[Point]] = {}
    for tile, centre in zip(grid.tiles, centres, strict=True):
        lines.setdefault(tile.name[part], []).append(centre)
    return list(lines.items())


def _letter(text: str, line: Sequence[Point]) -> Label:
    end = max(line, key=lambda point: (round(point[1], 6), -point[0]))
    return Label(text, _beyond(end, line, (0.0, 1.0)))


def _number(text: str, line: Sequence[Point]) -> Label:
    end = min(line, key=lambda point: (round(point[0], 6), -point[1]))
    return Label(text, _beyond(end, line, (-1.0, 0.0)))


def _beyond(end: Point, line: Sequence[Point], otherwise: Point) -> Point:
    """The point past the end of a line of cells, straight on; `otherwise` is the way to go from a lone cell."""
    far = max(line, key=lambda point: dist(point, end))
    length = dist(far, end)
    dx, dy = ((end[0] - far[0]) / length, (end[1] - far[1]) / length) if length else otherwise
    return end[0] + dx * _BEYOND, end[1] + dy * _BEYOND
