"""Pieces as small pictures: icon, counter and badges."""

from functools import lru_cache
from typing import NamedTuple

from PIL import Image

from renderer.figures import Figure
from renderer.paint.canvas import FINE, Canvas, Point
from renderer.paint.text import Weight, glyph_mask, icon_of, letter_mask, silhouette_of, text_mask
from renderer.theme import Livery, Theme

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

    A number is in a pill as long as it needs.
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


_ICON, _EDGE = 0.75, 0.075
"""The size of icons, as a part of their counters, and of a bare piece's edge, as a part of its half."""


class PieceLook(NamedTuple):
    """The look of a piece: its side's colours, its figure, the radius of its counter in pixels, and its badges.

    A `bare` piece has no counter: its icon, outlined, is as large as that would be. `tokens` is its fatigue; an
    `exposed` piece bears a broken shield, a `lettered` one its letter.
    """

    livery: Livery
    figure: Figure
    radius: float
    lettered: bool = False
    tokens: int = 0
    exposed: bool = False
    bare: bool = False


@lru_cache(maxsize=512)
def piece_layer(theme: Theme, look: PieceLook, side: int) -> Image.Image:
    """A piece (RGBA) on nothing, in the middle of a square of a side in pixels; callers leave it as it is."""
    canvas = Canvas(side, side, None)
    draw_piece(canvas, theme, look, (side / 2, side / 2))
    return canvas.done()


def draw_piece(canvas: Canvas, theme: Theme, look: PieceLook, middle: Point) -> None:
    """A piece on a canvas: its icon or letter, on its counter unless it is bare, and its badges."""
    if look.bare:
        _silhouette(canvas, theme, look, middle)
    else:
        draw_counter(canvas, theme, look.livery, middle, look.radius)
        glyph = glyph_mask(look.figure.icon, look.figure.letter, 2 * look.radius * _ICON * FINE, look.figure.angle)
        canvas.stamp(glyph, middle, look.livery.icon)
    x, y, reach = *middle, look.radius
    if look.lettered and icon_of(look.figure.icon) is not None:
        badge(canvas, theme, look.figure.letter, (x + reach * 0.66, y - reach * 0.66), reach * 0.34)
    if look.exposed:
        broken_shield(canvas, theme, (x + reach * 0.66, y + reach * 0.5), reach * 0.42)
    if look.tokens:
        pips(canvas, theme, look.tokens, (x, y + reach * 0.92), reach * 0.15)


def _silhouette(canvas: Canvas, theme: Theme, look: PieceLook, middle: Point) -> None:
    """An icon in its side's colour with an edge around it and in its holes; a letter is on a counter."""
    icon, box = icon_of(look.figure.icon), 2 * look.radius * FINE
    if icon is None:
        draw_counter(canvas, theme, look.livery, middle, look.radius)
        canvas.stamp(letter_mask(look.figure.letter, box * _ICON), middle, look.livery.icon)
        return
    edge = look.radius * _EDGE * FINE
    outline, body = silhouette_of(icon, box, edge, look.figure.angle)
    canvas.stamp(outline, middle, look.livery.edge)
    canvas.stamp(body, middle, look.livery.fill)


def draw_counter(canvas: Canvas, theme: Theme, livery: Livery, centre: Point, radius: float) -> None:
    """A side's empty counter: a dark edge, a light line inside it, and the fill."""
    canvas.emblem(livery.shape, centre, radius, theme.ink)
    canvas.emblem(livery.shape, centre, radius * 0.94, livery.rim)
    canvas.emblem(livery.shape, centre, radius * 0.88, livery.fill)
