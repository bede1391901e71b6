"""Glyphs: icons by name from the icon fonts, and text in a face that tells i, l and 1 apart, as coverage masks."""

from __future__ import annotations

from enum import IntEnum
from functools import lru_cache
from importlib import import_module
from threading import Lock
from typing import NamedTuple
from unicodedata import combining, normalize

import fontpkg
from PIL import Image, ImageChops, ImageDraw, ImageFilter, ImageFont, ImageOps

_FACE = "Fira Sans"
_FONTS = {"fa6s": ("fonticon_fa6", "FA6S"), "fa6r": ("fonticon_fa6", "FA6R"), "mdi7": ("fonticon_mdi7", "MDI7")}
_FINE = 8
_MEASURE = 256
_COARSE = 4
"""By how much an icon is reduced to find its holes."""
_OUTSIDE, _SOLID = 128, 100
_freetype = Lock()

POINTING = "^"
"""What the name of an icon ends with that points forward: it turns with its owner."""


class Icon(NamedTuple):
    """A glyph of an icon font: the font's file and the character."""

    file: str
    glyph: str


@lru_cache(maxsize=512)
def icon_of(name: str) -> Icon | None:
    """The icon of a name such as `fa6s.hat-wizard` or `fa6s.up-long^`, or None if no font has it."""
    prefix, _, key = name.removesuffix(POINTING).partition(".")
    if prefix not in _FONTS:
        return None
    module, family = _FONTS[prefix]
    try:
        font = getattr(import_module(module), family)
    except (ImportError, AttributeError):
        return None
    found = getattr(font, key.replace("-", "_"), None)
    if not isinstance(found, str) or key.startswith("_"):
        return None
    return Icon(font.__font_file__, found.partition(".")[2])


@lru_cache(maxsize=512)
def icon_mask(icon: Icon, box: float, angle: int = 0) -> Image.Image:
    """The icon's coverage (mode L), cut to its edges, as large as fits a square of `box` pixels.

    Icons that fill their square are drawn a little smaller, so that all look equally large. `angle` turns the icon
    clockwise, in degrees. Callers leave the picture as it is.
    """
    with _freetype:
        mask = _drawn(_fitting(icon, box), icon.glyph)
    return _turned(mask, angle)


class Silhouette(NamedTuple):
    """A bare icon's coverage (mode L), both of one size: its outline without holes, and what has its colour inside."""

    outline: Image.Image
    body: Image.Image


@lru_cache(maxsize=512)
def silhouette_of(icon: Icon, box: float, edge: float, angle: int = 0) -> Silhouette:
    """What `icon_mask` covers, grown by `edge` pixels on every side; callers leave it as it is.

    Slits of the icon stay slits in its body; holes wide enough for it are filled but for a line of the edge's width.
    """
    grow = max(1, round(edge))
    with _freetype:
        font = _fitting(icon, box)
        glyph, outline = ImageOps.expand(_drawn(font, icon.glyph), grow), _drawn(font, icon.glyph, grow)
    glyph = glyph if glyph.size == outline.size else glyph.resize(outline.size)
    holes = _holes(glyph)
    outline = ImageChops.lighter(outline, holes)
    body = ImageChops.lighter(glyph, holes.filter(ImageFilter.MinFilter(2 * round(edge * 1.3) + 1)))
    return Silhouette(_turned(outline, angle), _turned(body, angle))


def _holes(glyph: Image.Image) -> Image.Image:
    """What a glyph encloses and does not cover, somewhat coarse at its edges."""
    solid = glyph.reduce(_COARSE).point(lambda value: 255 if value > _SOLID else 0)
    around = ImageOps.expand(solid, 1)
    ImageDraw.floodfill(around, (0, 0), _OUTSIDE)
    inside = around.point(lambda value: 0 if value else 255).crop((1, 1, 1 + solid.width, 1 + solid.height))
    across, down = (size * _COARSE for size in inside.size)
    return inside.resize((across, down)).crop((0, 0, *glyph.size))


def _fitting(icon: Icon, box: float) -> ImageFont.FreeTypeFont:
    """The icon's font in the size in which the icon fits a square."""
    left, top, right, bottom = ImageFont.truetype(icon.file, _MEASURE).getbbox(icon.glyph)
    across, down = right - left, bottom - top
    scale = min(box / across, box / down, box * (0.82 / (across * down)) ** 0.5)
    return ImageFont.truetype(icon.file, max(1, round(_MEASURE * scale)))


def _turned(mask: Image.Image, angle: int) -> Image.Image:
    return mask.rotate(-angle, Image.Resampling.BICUBIC, expand=True) if angle else mask


class Weight(IntEnum):
    """How thick the strokes of letters are, by the number that fonts have for it."""

    MEDIUM = 500
    BOLD = 600


@lru_cache(maxsize=2048)
def text_mask(text: str, size: float, weight: Weight = Weight.MEDIUM) -> Image.Image:
    """The coverage (mode L) of a line of text, the middle of its capitals halfway down; only ASCII is drawn.

    Accents are left out, and characters that then are no ASCII become question marks. `size` is the font's size in
    pixels.
    """
    fine = max(1, round(size * _FINE))
    plain = _plain(text)
    with _freetype:
        font = _face(fine, weight)
        left, _, right, _ = font.getbbox(plain, anchor="ls")
        rise = -font.getbbox("H", anchor="ls")[1]
        half = -(-round(rise / 2 + fine * 0.3) // _FINE) * _FINE
        width = -(-round(right - left) // _FINE) * _FINE
        mask = Image.new("L", (max(_FINE, width), 2 * half))
        ImageDraw.Draw(mask).text((-left, half + rise / 2), plain, fill=255, font=font, anchor="ls")
    return mask.reduce(_FINE)


@lru_cache(maxsize=64)
def _face(size: int, weight: Weight) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(fontpkg.path(_FACE, weight), size)


def _plain(text: str) -> str:
    bare = "".join(each for each in normalize("NFKD", text) if not combining(each))
    return bare.encode("ascii", "replace").decode()


def letter_mask(letter: str, box: float) -> Image.Image:
    """A capital's coverage (mode L), cut to its edges, to stand where an icon would, in a square of `box` pixels."""
    with _freetype:
        return _drawn(_face(max(1, round(box)), Weight.BOLD), letter)


def _drawn(font: ImageFont.FreeTypeFont, text: str, stroke: int = 0) -> Image.Image:
    left, top, right, bottom = font.getbbox(text, stroke_width=stroke)
    mask = Image.new("L", (max(1, round(right - left)), max(1, round(bottom - top))))
    ImageDraw.Draw(mask).text((-left, -top), text, fill=255, font=font, stroke_width=stroke)
    return mask
