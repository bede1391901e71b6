"""Sprites: pieces and marks as small pictures in the shared palette, with the mask to paste them through."""

from __future__ import annotations

from functools import lru_cache
from math import cos, pi, sin
from typing import NamedTuple

from PIL import Image

from renderer.palette import Palette
from renderer.sprites.canvas import FINE, Canvas, Point
from renderer.sprites.fonts import Weight, icon_mask, icon_of, letter_mask, text_mask
from renderer.theme import Colour, Livery, Theme, blend

_NOTCHES = 8
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


class Sprite(NamedTuple):
    """A picture in palette indexes and the mask (mode 1) of the pixels it covers."""

    image: Image.Image
    mask: Image.Image


class PieceLook(NamedTuple):
    """How a piece is drawn, in pixels: its icon or letter, the side of its square, its counter's radius and its lift.

    `tokens` is its fatigue; an `exposed` piece bears a broken shield. The icon is turned clockwise by `angle` degrees.
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


class Name(NamedTuple):
    """A cell's name, the size of its letters and how far below the centre of the cell they stand, in pixels."""

    text: str
    size: float
    drop: float


@lru_cache(maxsize=4096)
def piece_sprite(theme: Theme, palette: Palette, look: PieceLook, ground: Colour) -> Sprite:
    """A piece on a ground colour, in a square of about a cell, its middle in the middle of the cell."""
    return sprite_of(palette, piece_picture(theme, look, ground), ground)


def piece_picture(theme: Theme, look: PieceLook, ground: Colour, count: str = "") -> Image.Image:
    """A piece as an RGB picture on a ground colour: its icon, or its letter where there is none; a count if given."""
    canvas = Canvas(look.side, look.side, ground)
    middle = (look.side / 2, look.side / 2 - look.lift)
    draw_piece(canvas, theme, look, middle)
    if count:
        centre = (middle[0] + look.radius * 0.7, middle[1] + look.radius * 0.7)
        badge(canvas, theme, count, centre, look.radius * 0.42)
    return canvas.done()


def draw_piece(canvas: Canvas, theme: Theme, look: PieceLook, middle: Point) -> None:
    """A piece on a canvas: its counter, its icon or letter, and its badges."""
    draw_counter(canvas, theme, look.livery, middle, look.radius)
    icon = icon_of(look.icon)
    box = 2 * look.radius * theme.icon * FINE
    canvas.stamp(
        letter_mask(look.letter, box) if icon is None else icon_mask(icon, box, look.angle), middle, look.livery.icon
    )
    if look.lettered and icon is not None:
        centre = (middle[0] + look.radius * 0.62, middle[1] - look.radius * 0.62)
        badge(canvas, theme, look.letter, centre, look.radius * 0.36)
    if look.tokens:
        reach = look.radius * (0.45 if look.tokens < 10 else 0.5)
        chip(canvas, theme, look.tokens, (middle[0] - look.radius * 0.65, middle[1] - look.radius * 0.65), reach)
    if look.exposed:
        broken_shield(
            canvas, theme, (middle[0] + look.radius * 0.62, middle[1] + look.radius * 0.56), look.radius * 0.46
        )


def draw_counter(canvas: Canvas, theme: Theme, livery: Livery, centre: Point, radius: float) -> None:
    """A side's empty counter: a dark edge, a light line inside it, and the fill."""
    canvas.counter(livery.shape, centre, radius, theme.ink)
    canvas.counter(livery.shape, centre, radius * 0.93, livery.rim)
    canvas.counter(livery.shape, centre, radius * 0.87, livery.fill)


def badge(canvas: Canvas, theme: Theme, text: str, centre: Point, radius: float) -> None:
    """A dark disc in a light ring, with a letter or a number."""
    canvas.disc(centre, radius, theme.card)
    canvas.disc(centre, radius * 0.88, theme.ink)
    canvas.stamp(text_mask(text, radius * (1.5 if len(text) == 1 else 1.25) * FINE, Weight.BOLD), centre, theme.text)


def chip(canvas: Canvas, theme: Theme, number: int, centre: Point, radius: float) -> None:
    """Fatigue tokens: a light gambling chip with a notched rim, its middle dark for one token, else their number."""
    canvas.disc(centre, radius, theme.ink)
    canvas.disc(centre, radius * 0.92, theme.text)
    for notch in range(_NOTCHES):
        ends = [(2 * notch + side) * pi / _NOTCHES for side in (-0.5, 0.5)]
        edge = [(centre[0] + radius * 0.95 * sin(end), centre[1] - radius * 0.95 * cos(end)) for end in ends]
        canvas.polygon([centre, *edge], theme.ink)
    canvas.disc(centre, radius * 0.76, theme.chosen)
    if number == 1:
        canvas.disc(centre, radius * 0.36, theme.ink)
    else:
        text = str(number)
        size = radius * (1.6 if len(text) == 1 else 2.5 / len(text))
        canvas.stamp(text_mask(text, size * FINE, Weight.BOLD), centre, theme.ink)


def broken_shield(canvas: Canvas, theme: Theme, centre: Point, radius: float) -> None:
    """A shield cracked in two from top to bottom, as high as a circle of this radius."""

    def at(point: Point) -> Point:
        return centre[0] + point[0] * radius, centre[1] + point[1] * radius

    canvas.polygon([at(point) for point in _SHIELD], theme.ink, radius * 0.2)
    canvas.polygon([at((x * 0.9, y * 0.9)) for x, y in _SHIELD], theme.text)
    canvas.line([at(point) for point in _CRACK], theme.ink, radius * 0.26)


@lru_cache(maxsize=2048)
def named_sprite(theme: Theme, palette: Palette, look: PieceLook, ground: Colour, name: Name) -> Sprite:
    """A piece as `man_sprite` gives it, and the name of its cell at the cell's foot."""
    piece = piece_sprite(theme, palette, look, ground)
    text = name_sprite(palette, name.text, name.size, blend(ground, theme.ink, theme.small_foot.shade), ground)
    image, mask = piece.image.copy(), piece.mask.copy()
    corner = round((look.side - text.image.width) / 2), round((look.side - text.image.height) / 2 + name.drop)
    image.paste(text.image, corner, text.mask)
    mask.paste(text.mask, corner, text.mask)
    return Sprite(image, mask)


@lru_cache(maxsize=4096)
def name_sprite(palette: Palette, name: str, size: float, fill: Colour, ground: Colour) -> Sprite:
    """A cell's name in a colour on a ground colour, its capitals' middle halfway down; `size` in pixels."""
    mask = text_mask(name, size, Weight.BOLD)
    picture = Image.new("RGB", mask.size, ground)
    picture.paste(fill, (0, 0), mask)
    return sprite_of(palette, picture, ground)


def sprite_of(palette: Palette, picture: Image.Image, ground: Colour) -> Sprite:
    """An RGB picture as a sprite that covers the pixels which differ from the ground."""
    mask = Image.new("1", picture.size)
    for band, level in zip(picture.split(), ground, strict=True):
        mask.paste(1, (0, 0), band.point([255 * (value != level) for value in range(256)], "1"))
    return Sprite(palette.indexed(picture), mask)
