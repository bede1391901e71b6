"""What lies over ground of many colours, blended there: arrows, glows, and pieces on top of these."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise
from math import ceil, dist, floor

from PIL import Image

from renderer.layout.cells import Point
from renderer.sprites.canvas import Canvas, put_layer
from renderer.theme import Colour, Theme

Pixel = tuple[int, int]

_THICK, _HEAD = 0.11, 0.19
_SHORT = 0.4
"""How far before the middle of the last cell an arrow ends, that the piece there stays seen."""
_FRAME = (0.15, 0.07)
"""How thick a frame is, and the line in it."""
_GLOW = 0.74
"""How far a glow reaches from the middle of a cell."""
_CORE = 0.62
"""The part of a glow, from its middle, that is full."""


def _lay(image: Image.Image, layer: Image.Image, corner: Pixel) -> None:
    """A layer (RGBA) over an image, by its upper left corner."""
    image.paste(layer, corner, layer)


def lay_glow(image: Image.Image, theme: Theme, centre: Point, pitch: float) -> None:
    """A glow around a point: a royal piece there is attacked."""
    put_layer(image, _glow(theme.danger, round(2 * _GLOW * pitch)), centre)


def lay_frame(image: Image.Image, fills: tuple[Colour, Colour], outline: Sequence[Point], pitch: float) -> None:
    """A frame of the first colour along the outline of a cell, with a line of the second in it."""
    corner, points, size = _near(outline, pitch * _FRAME[0])
    _lay(image, _frame(fills, points, size, pitch), corner)


def lay_arrow(image: Image.Image, theme: Theme, points: Sequence[Point], pitch: float) -> None:
    """An arrow through the middles of cells, from the first to just before the last; one of a step is none.

    It is laid on in parts no longer than the way between two points, so that a long one costs as much as it is long,
    and most of them are drawn already.
    """
    if len(points) < 2 or (len(points) == 2 and dist(*points) < 1.5 * pitch):
        return
    (x, y), (ex, ey) = points[-2:]
    part = 1 - (_SHORT + _HEAD) * pitch / dist((x, y), (ex, ey))
    neck = (x + (ex - x) * part, y + (ey - y) * part)
    for ends in pairwise([*points[:-1], neck]):
        corner, near, size = _near(ends, pitch * _THICK)
        _lay(image, _stroke(theme.arrow, near, size, pitch), corner)
    corner, near, size = _near(_head((x, y), neck, pitch), pitch * 0.04)
    _lay(image, _triangle(theme.arrow, near, size, pitch), corner)


def _head(tail: Point, neck: Point, pitch: float) -> tuple[Point, ...]:
    """The corners of the triangle on the end of an arrow, as long as it is wide."""
    length, size = dist(tail, neck) or 1.0, pitch * _HEAD
    ux, uy = (neck[0] - tail[0]) / length, (neck[1] - tail[1]) / length
    return (
        (neck[0] + ux * size, neck[1] + uy * size),
        (neck[0] - uy * size, neck[1] + ux * size),
        (neck[0] + uy * size, neck[1] - ux * size),
    )


def _near(points: Sequence[Point], margin: float) -> tuple[Pixel, tuple[Point, ...], Pixel]:
    """The upper left corner of a box that holds points with a margin, the points from there, and its size."""
    xs, ys = zip(*points, strict=True)
    left, top = floor(min(xs) - margin), floor(min(ys) - margin)
    size = ceil(max(xs) + margin) - left + 1, ceil(max(ys) + margin) - top + 1
    return (left, top), tuple((x - left, y - top) for x, y in points), size


@lru_cache(maxsize=64)
def _frame(fills: tuple[Colour, Colour], points: tuple[Point, ...], size: Pixel, pitch: float) -> Image.Image:
    """A frame (RGBA) along an outline."""
    canvas = Canvas(*size, None)
    for thick, fill in zip(_FRAME, fills, strict=True):
        canvas.line((*points, *points[:2]), fill, pitch * thick)
    return canvas.done()


@lru_cache(maxsize=256)
def _stroke(colour: Colour, ends: tuple[Point, ...], size: Pixel, pitch: float) -> Image.Image:
    """A part of an arrow (RGBA)."""
    canvas = Canvas(*size, None)
    canvas.line(ends, colour, pitch * _THICK)
    return canvas.done()


@lru_cache(maxsize=64)
def _triangle(colour: Colour, corners: tuple[Point, ...], size: Pixel, pitch: float) -> Image.Image:
    """The head of an arrow (RGBA)."""
    canvas = Canvas(*size, None)
    canvas.polygon(corners, colour, pitch * 0.02)
    return canvas.done()


@lru_cache(maxsize=16)
def _glow(colour: Colour, size: int) -> Image.Image:
    """A disc of a colour that fades towards its edge."""
    fading = Image.radial_gradient("L").resize((size, size))
    layer = Image.new("RGBA", (size, size), colour)
    layer.putalpha(fading.point(_fading))
    return layer


def _fading(value: int) -> int:
    """The coverage where Pillow's radial gradient has a value: 0 in the middle, 181 on the edge of the disc."""
    part = value / 181
    return round(235 * max(0.0, min(1.0, (1 - part) / (1 - _CORE))))
