"""Trails: lines through the centres of cells that show the ways a piece goes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from math import dist

from PIL import Image

from renderer.layout.page import Page
from renderer.palette import Palette
from renderer.scene import Trail
from renderer.sprites.canvas import Canvas, Point
from renderer.theme import Colour, Theme

_SMOOTH = 8
_PARTS = tuple(part / _SMOOTH for part in range(_SMOOTH))


def with_trails(image: Image.Image, theme: Theme, palette: Palette, page: Page, trails: Iterable[Trail]) -> Image.Image:
    """A picture in palette indexes with the trails on it, the bold ones last."""
    picture = image.convert("RGB")
    pitch = page.layout.pitch
    for trail in sorted(trails, key=lambda trail: trail.bold):
        centres = [page.centre(cell) for cell in trail.cells]
        if trail.bold:
            _stroke(picture, trail, pitch, centres, theme.ink, (0.13, 0.21))
            _stroke(picture, trail, pitch, centres, theme.accent, (0.07, 0.15))
        else:
            _stroke(picture, trail, pitch, centres, theme.ink, (0.025 if trail.circles else 0.05, 0.14))
    return palette.indexed(picture)


def _stroke(
    picture: Image.Image,
    trail: Trail,
    pitch: float,
    centres: Sequence[Point],
    fill: Colour,
    sizes: tuple[float, float],
) -> None:
    """One line and its arrowheads: where it goes on, or for a bold circle on both of its ways out.

    `sizes` are the thickness of the line and the size of its heads, in pitches.
    """
    canvas = Canvas(picture.width, picture.height, (0, 0, 0))
    points = list(_round(centres)) if trail.circles else _straight(centres, pitch * 0.34 if trail.on else 0)
    canvas.line(points, (255, 255, 255), pitch * sizes[0])
    tips = []
    if trail.on:
        tips = [(points[-2], points[-1])]
    elif trail.circles and trail.bold:
        middle = _SMOOTH + _SMOOTH // 2
        tips = [(points[middle - 1], points[middle]), (points[-middle], points[-middle - 1])]
    for tail, tip in tips:
        canvas.polygon(_head(tail, tip, pitch * sizes[1]), (255, 255, 255))
    picture.paste(fill, (0, 0), canvas.done().convert("L"))


def _straight(centres: Sequence[Point], more: float) -> list[Point]:
    """From cell to cell, and so many pixels past the last one."""
    if not more:
        return list(centres)
    (x, y), (ex, ey) = centres[-2:]
    part = more / dist((x, y), (ex, ey))
    return [*centres, (ex + (ex - x) * part, ey + (ey - y) * part)]


def _round(centres: Sequence[Point]) -> Iterator[Point]:
    """A closed curve through the points, which it passes as a circle passes the corners of a regular polygon.

    It is a Catmull-Rom spline: https://en.wikipedia.org/wiki/Catmull-Rom_spline
    """
    count = len(centres)
    for index in range(count):
        before, start, end, after = (centres[(index + step) % count] for step in (-1, 0, 1, 2))
        for part in _PARTS:
            x, y = (_spline(before[axis], start[axis], end[axis], after[axis], part) for axis in (0, 1))
            yield x, y
    yield centres[0]


def _spline(before: float, start: float, end: float, after: float, part: float) -> float:
    linear, square = end - before, 2 * before - 5 * start + 4 * end - after
    cubic = 3 * start - before - 3 * end + after
    return start + (linear * part + square * part**2 + cubic * part**3) / 2


def _head(tail: Point, tip: Point, size: float) -> tuple[Point, Point, Point]:
    """A triangle that points from one point to another, its middle on the latter."""
    length = dist(tail, tip)
    ux, uy = (tip[0] - tail[0]) / length, (tip[1] - tail[1]) / length
    x, y = tip
    back = (x - ux * size * 0.8, y - uy * size * 0.8)
    return (
        (x + ux * size, y + uy * size),
        (back[0] - uy * size, back[1] + ux * size),
        (back[0] + uy * size, back[1] - ux * size),
    )
