"""Marks on cells: tints, rings, bands and outlines, told apart by shape and not by hue alone."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from PIL import Image

from renderer.layout.cells import Layout
from renderer.scene import Sign
from renderer.sprites.canvas import Canvas, Point
from renderer.theme import TINTS, Colour, Theme, blend

_TINTS = dict(zip((Sign.ORIGIN, Sign.TARGET), TINTS, strict=True))
_WHOLE = 0.975
"""How much of a cell a mark fills, that its edge stays seen."""
_BANDS = {Sign.STRIKE: 0.2, Sign.MOVABLE: 0.14}


def ground_of(theme: Theme, sign: Sign, ground: Colour) -> Colour:
    """The colour around the middle of a cell that bears a mark."""
    if sign in _TINTS:
        return blend(ground, theme.trace, _TINTS[sign])
    return theme.chosen if sign in {Sign.SELECTED, Sign.SUBJECT} else ground


@lru_cache(maxsize=256)
def mark_layer(theme: Theme, sign: Sign, layout: Layout, ground: Colour) -> Image.Image:
    """A mark (RGBA) for a cell of a ground colour, centred on the cell; exposed pieces bear theirs themselves."""
    corners, pitch = layout.corners, layout.pitch
    half = _half(layout)
    canvas = Canvas(2 * half, 2 * half, None)

    def cell(scale: float) -> list[Point]:
        return [(half + x * scale, half + y * scale) for x, y in corners]

    match sign:
        case Sign.TARGET | Sign.ORIGIN:
            canvas.polygon(cell(_WHOLE), ground_of(theme, sign, ground))
            canvas.line((*cell(0.94), cell(0.94)[0]), theme.arrow, pitch * 0.045)
        case Sign.SELECTED:
            canvas.polygon(cell(_WHOLE), theme.chosen)
        case Sign.SUBJECT:
            canvas.polygon(cell(_WHOLE), theme.chosen)
            canvas.line((*cell(0.9), cell(0.9)[0]), theme.ink, pitch * 0.04)
        case Sign.GOAL:
            for tick in _ticks(cell(0.88)):
                canvas.line(tick, theme.ink, pitch * 0.045)
        case Sign.HILL:
            for scale in (0.86, 0.7):
                canvas.line((*cell(scale), cell(scale)[0]), theme.ink, pitch * 0.025)
        case Sign.STRIKE | Sign.MOVABLE:
            canvas.polygon(cell(_WHOLE), theme.danger if sign is Sign.STRIKE else theme.reach)
            canvas.polygon(cell(1 - _BANDS[sign]), ground)
        case Sign.REACH:
            canvas.disc((half, half), pitch * 0.32, theme.reach)
            canvas.disc((half, half), pitch * 0.24, ground)
    return canvas.done()


@lru_cache(maxsize=128)
def tint_layer(layout: Layout, tint: Colour) -> Image.Image:
    """A tint (RGBA) for a cell, centred on the cell; the cell's edge stays seen."""
    half = _half(layout)
    canvas = Canvas(2 * half, 2 * half, None)
    canvas.polygon([(half + x * _WHOLE, half + y * _WHOLE) for x, y in layout.corners], tint)
    return canvas.done()


def _half(layout: Layout) -> int:
    """Half the side of a square that holds a cell, in pixels."""
    return round(max(abs(value) for corner in layout.corners for value in corner)) + 1


def _ticks(corners: Sequence[Point]) -> Iterator[tuple[Point, Point, Point]]:
    """The corners of an outline with a quarter of each side that meets there."""
    for index, (x, y) in enumerate(corners):
        (bx, by), (ax, ay) = corners[index - 1], corners[(index + 1) % len(corners)]
        yield (x + (bx - x) / 4, y + (by - y) / 4), (x, y), (x + (ax - x) / 4, y + (ay - y) / 4)
