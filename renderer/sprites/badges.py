"""Badges: what a piece bears besides its icon, from its letter to its fatigue."""

from __future__ import annotations

from renderer.sprites.canvas import FINE, Canvas, Point
from renderer.sprites.fonts import Weight, text_mask
from renderer.theme import Theme

_SHIELD: tuple[Point, ...] = (
    (-0.8, -0.74),
    (0, -0.96),
    (0.8, -0.74),
    (0.8, -0.1),
    (0.62, 0.36),
    (0, 0.96),
    (-0.62, 0.36),
    (-0.8, -0.1),
)
_CRACK: tuple[Point, ...] = ((0.12, -0.96), (-0.28, -0.32), (0.28, 0.16), (-0.02, 0.96))
_DOTS = 3
"""As many pips as can be told at a glance; more are a number."""


def badge(canvas: Canvas, theme: Theme, text: str, centre: Point, radius: float) -> None:
    """A dark disc in a light ring, with a letter or a number."""
    canvas.disc(centre, radius, theme.card)
    canvas.disc(centre, radius * 0.88, theme.ink)
    canvas.stamp(text_mask(text, radius * (1.5 if len(text) == 1 else 1.25) * FINE, Weight.BOLD), centre, theme.light)


def pips(canvas: Canvas, theme: Theme, number: int, centre: Point, radius: float) -> None:
    """Fatigue, along a line through a point: one to three pips of a radius, from four on their number; red from three.

    A number stands in a pill as long as it needs.
    """
    fill = theme.weary if number < _DOTS else theme.danger
    if number <= _DOTS:
        for index in range(number):
            x = centre[0] + (index - (number - 1) / 2) * radius * 2.3
            canvas.disc((x, centre[1]), radius * 1.25, theme.ink)
            canvas.disc((x, centre[1]), radius * 0.9, fill)
        return
    size = radius * 3
    mask = text_mask(str(number), size * FINE, Weight.BOLD)
    half = max(0.0, mask.width / FINE / 2 - radius * 0.2)
    ends = [(centre[0] - half, centre[1]), (centre[0] + half, centre[1])]
    canvas.line(ends, theme.ink, radius * 3.6)
    canvas.line(ends, fill, radius * 2.9)
    canvas.stamp(mask, centre, (255, 255, 255))


def broken_shield(canvas: Canvas, theme: Theme, centre: Point, radius: float) -> None:
    """A shield cracked in two from top to bottom, as high as a circle of this radius."""

    def at(point: Point) -> Point:
        return centre[0] + point[0] * radius, centre[1] + point[1] * radius

    canvas.polygon([at(point) for point in _SHIELD], theme.ink, radius * 0.2)
    canvas.polygon([at((x * 0.9, y * 0.9)) for x, y in _SHIELD], theme.light)
    canvas.line([at(point) for point in _CRACK], theme.ink, radius * 0.26)
