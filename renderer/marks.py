"""Marks on cells: outlines, corner ticks, dots and tints, told apart by shape and not by hue alone."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import dist

from renderer.layout.cells import Layout, Naming
from renderer.palette import Palette
from renderer.scene import Sign
from renderer.sprites.canvas import Canvas, Point
from renderer.sprites.sprites import Sprite, sprite_of
from renderer.theme import Colour, Theme


@lru_cache(maxsize=1024)
def mark_sprite(theme: Theme, palette: Palette, sign: Sign, layout: Layout, ground: Colour) -> Sprite:
    """A mark for a cell of a ground colour, centred on the cell; exposed pieces bear theirs themselves."""
    corners, pitch = layout.corners, layout.pitch
    half = round(max(abs(value) for corner in corners for value in corner)) + 1
    canvas = Canvas(2 * half, 2 * half, ground)

    def cell(scale: float) -> list[Point]:
        return [(half + x * scale, half + y * scale) for x, y in corners]

    match sign:
        case Sign.TARGET:
            _outlined(canvas, theme, [(*cell(0.94), cell(0.94)[0])], pitch)
        case Sign.ORIGIN:
            _outlined(canvas, theme, _ticks(cell(0.94), pitch * 0.14), pitch)
        case Sign.SELECTED:
            canvas.polygon(cell(0.97), theme.chosen)
            canvas.line((*cell(0.9), cell(0.9)[0]), theme.ink, pitch * 0.025)
        case Sign.HILL:
            for scale in (0.86, 0.7):
                canvas.line((*cell(scale), cell(scale)[0]), theme.ink, pitch * 0.025)
        case Sign.MOVABLE:
            for corner in cell(0.84):
                canvas.disc(corner, pitch * 0.042, theme.ink)
        case Sign.STRIKE:
            canvas.polygon(cell(0.97), theme.accent)
            for tick in _ticks(cell(0.95), pitch * 0.19):
                if not _under(tick[1], half):
                    canvas.polygon(tick, theme.ink)
        case _:
            large = sign is Sign.REACH and named_in_middle(theme, layout)
            draw_sign(canvas, theme, sign, (half, half), pitch * (2.2 if large else 1))
    return sprite_of(palette, canvas.done(), ground)


def draw_sign(canvas: Canvas, theme: Theme, sign: Sign, centre: Point, pitch: float) -> None:
    """A sign for where a piece can go, on a canvas: a disc, a ring, a cross or a lozenge, other signs none."""
    x, y = centre
    match sign:
        case Sign.REACH:
            canvas.disc(centre, pitch * 0.155, theme.ink)
        case Sign.QUIET:
            canvas.disc(centre, pitch * 0.2, theme.ink)
            canvas.disc(centre, pitch * 0.11, theme.text)
        case Sign.TAKE:
            reach = pitch * 0.16
            for way in (-reach, reach):
                canvas.line([(x - reach, y - way), (x + reach, y + way)], theme.ink, pitch * 0.1)
        case Sign.LEAP:
            reach = pitch * 0.23
            canvas.polygon([(x, y - reach), (x + reach, y), (x, y + reach), (x - reach, y)], theme.ink)


def named_in_middle(theme: Theme, layout: Layout) -> bool:
    """Whether vacant cells bear names in their middle, which a mark there must leave legible."""
    return layout.naming is Naming.MIDDLE and layout.pitch * theme.middle_name >= theme.least_name_px


def _under(corner: Point, middle: float) -> bool:
    """Whether a corner lies right below the middle of the cell, where its name stands."""
    return abs(corner[0] - middle) < 1 and corner[1] > middle


def _ticks(corners: Sequence[Point], length: float) -> list[tuple[Point, ...]]:
    """The corners of an outline with this much of the sides that meet there."""
    ticks: list[tuple[Point, ...]] = []
    side = dist(corners[0], corners[1])
    for index, (x, y) in enumerate(corners):
        ends = (corners[index - 1], corners[(index + 1) % len(corners)])
        before, after = ((x + (ex - x) * length / side, y + (ey - y) * length / side) for ex, ey in ends)
        ticks.append((before, (x, y), after))
    return ticks


def _outlined(canvas: Canvas, theme: Theme, lines: Sequence[tuple[Point, ...]], pitch: float) -> None:
    """Lines in the accent colour with dark edges."""
    for fill, width in ((theme.ink, 0.07), (theme.accent, 0.036)):
        for line in lines:
            canvas.line(line, fill, pitch * width)
