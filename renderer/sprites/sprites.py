"""Sprites: pieces as small pictures."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from PIL import Image

from renderer.sprites.badges import badge, broken_shield, pips
from renderer.sprites.canvas import FINE, Canvas, Point
from renderer.sprites.fonts import glyph_mask, icon_of, letter_mask, silhouette_of
from renderer.theme import Livery, Theme

_ICON, _EDGE = 0.75, 0.075
"""How large icons are, as a part of their counters, and the edge of a bare piece, as a part of its half."""


class PieceLook(NamedTuple):
    """How a piece is drawn, in pixels: its icon or letter, the side of its square, and the radius of its counter.

    A `bare` piece has no counter: its icon, outlined, is as large as that would be. `tokens` is its fatigue; an
    `exposed` piece bears a broken shield. The icon is turned clockwise by `angle` degrees. The middle lies `lift`
    pixels above that of the square.
    """

    livery: Livery
    icon: str
    letter: str
    lettered: bool
    side: int
    radius: float
    lift: float = 0.0
    tokens: int = 0
    exposed: bool = False
    angle: int = 0
    bare: bool = False


@lru_cache(maxsize=512)
def piece_layer(theme: Theme, look: PieceLook) -> Image.Image:
    """A piece (RGBA) on nothing, in a square of about a cell; callers leave it as it is."""
    canvas = Canvas(look.side, look.side, None)
    draw_piece(canvas, theme, look, (look.side / 2, look.side / 2 - look.lift))
    return canvas.done()


def draw_piece(canvas: Canvas, theme: Theme, look: PieceLook, middle: Point) -> None:
    """A piece on a canvas: its icon or letter, on its counter unless it is bare, and its badges."""
    if look.bare:
        _silhouette(canvas, theme, look, middle)
    else:
        draw_counter(canvas, theme, look.livery, middle, look.radius)
        glyph = glyph_mask(look.icon, look.letter, 2 * look.radius * _ICON * FINE, look.angle)
        canvas.stamp(glyph, middle, look.livery.icon)
    x, y, reach = *middle, look.radius
    if look.lettered and icon_of(look.icon) is not None:
        badge(canvas, theme, look.letter, (x + reach * 0.66, y - reach * 0.66), reach * 0.34)
    if look.exposed:
        broken_shield(canvas, theme, (x + reach * 0.66, y + reach * 0.5), reach * 0.42)
    if look.tokens:
        pips(canvas, theme, look.tokens, (x, y + reach * 0.92), reach * 0.15)


def _silhouette(canvas: Canvas, theme: Theme, look: PieceLook, middle: Point) -> None:
    """An icon in its side's colour with an edge around it and in its holes; a letter stands on a counter."""
    icon, box = icon_of(look.icon), 2 * look.radius * FINE
    if icon is None:
        draw_counter(canvas, theme, look.livery, middle, look.radius)
        canvas.stamp(letter_mask(look.letter, box * _ICON), middle, look.livery.icon)
        return
    edge = look.radius * _EDGE * FINE
    outline, body = silhouette_of(icon, box, edge, look.angle)
    canvas.stamp(outline, middle, look.livery.edge)
    canvas.stamp(body, middle, look.livery.fill)


def draw_counter(canvas: Canvas, theme: Theme, livery: Livery, centre: Point, radius: float) -> None:
    """A side's empty counter: a dark edge, a light line inside it, and the fill."""
    canvas.counter(livery.shape, centre, radius, theme.ink)
    canvas.counter(livery.shape, centre, radius * 0.94, livery.rim)
    canvas.counter(livery.shape, centre, radius * 0.88, livery.fill)
