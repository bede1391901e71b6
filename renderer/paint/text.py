"""Text as coverage masks: which font draws it, what of it, and how large.

The house face is Fira Sans, which tells i, l and 1 apart and has Latin, Greek and Cyrillic letters. Other scripts come
from the packages of the extra `fonts`, or else from fonts that the system has. What no font draws is left out, so that
no text shows empty boxes.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from enum import IntEnum
from functools import lru_cache
from importlib import import_module
from importlib.metadata import PackageNotFoundError, files
from math import floor
from threading import Lock
from typing import Literal, NamedTuple
from unicodedata import bidirectional, category, normalize

import fontpkg
from PIL import Image, ImageChops, ImageDraw, ImageFont, ImageOps, features

from renderer.figures import POINTING

_HOUSE = "Fira Sans"
_PACKAGES = ("noto-cjk-sans-otc", "justmytype-intl-rtl", "justmytype-intl-south-asia", "justmytype-intl-sea")
_SYSTEM = (
    "NotoSansCJK-Regular.ttc",
    "NotoSansArabic-Regular.ttf",
    "NotoSansHebrew-Regular.ttf",
    "NotoSansDevanagari-Regular.ttf",
    "NotoSansThai-Regular.ttf",
    "DejaVuSans.ttf",
    "Arial Unicode.ttf",
    "msyh.ttc",
    "malgun.ttf",
    "segoeui.ttf",
)
_SUFFIXES = (".ttf", ".otf", ".ttc")
_LONGEST = 256
_USUAL = re.compile(r"[ -~·]*")
"""Texts in letters, figures and signs that the house face has."""
_MARKS = 2
_TEST_PX = 32
_EMOJI = "\U0001f000"
_NO_CHARACTER = "\U0010ffff"

FREETYPE = Lock()
"""Held wherever a font is used: FreeType's faces serve one thread at a time."""


class Weight(IntEnum):
    """How thick the strokes of letters are, by the number that fonts have for it."""

    MEDIUM = 500
    BOLD = 600


@lru_cache(maxsize=2)
def house_face(weight: Weight) -> str:
    """The file of the house face."""
    return str(fontpkg.path(_HOUSE, weight))


@lru_cache(maxsize=64)
def face(file: str, size: int) -> ImageFont.FreeTypeFont:
    """A font at a size in pixels, of medium weight if its weight varies; use it only while holding `FREETYPE`."""
    font = ImageFont.truetype(file, size)
    try:
        axes = font.get_variation_axes()
    except OSError:
        return font
    usual: list[float] = [Weight.MEDIUM if axis["name"] == b"Weight" else axis["default"] or 0 for axis in axes]
    font.set_variation_by_axes(usual)
    return font


@lru_cache(maxsize=512)
def faced(text: str) -> tuple[str, str]:
    """The file of the font that draws most of a text, "" for the house face, and what it draws of it."""
    if _USUAL.fullmatch(text):
        return "", " ".join(text[:_LONGEST].split())
    plain, plainest = _plain(text, "NFC"), _plain(text, "NFKC")
    if plain.isascii():
        return "", plain
    best = "", ""
    others = ((file, form) for form in (plain, plainest) for file in _others())
    for file, form in (("", plain), ("", plainest), *others):
        drawn = _covered(file or house_face(Weight.MEDIUM), form)
        if drawn == form:
            return file, drawn
        if len(drawn) > len(best[1]):
            best = file, drawn
    return best


def readable(text: str) -> str:
    """What of a text can be drawn; "" if none of its letters and digits can."""
    drawn = faced(text)[1]
    return drawn if any(map(str.isalnum, drawn)) or drawn == _plain(text, "NFC") else ""


def _plain(text: str, form: Literal["NFC", "NFKC"]) -> str:
    """A text in one line: composed, without control characters and emoji, and with few marks on each letter."""
    kept: list[str] = []
    marks = _MARKS
    for each in normalize(form, " ".join(text[:_LONGEST].split())):
        kind = category(each)
        if kind.startswith("C") or (kind == "So" and each >= _EMOJI):
            marks = _MARKS
            continue
        marks = marks + 1 if kind.startswith("M") else _MARKS * kind.startswith("Z")
        if marks <= _MARKS:
            kept.append(" " if kind.startswith("Z") else each)
    return " ".join("".join(kept).split())


def _covered(file: str, text: str) -> str:
    """What of a text a font draws rightly; a mark goes with its letter."""
    kept: list[str] = []
    drawn = False
    for each in text:
        drawn = (drawn or not category(each).startswith("M")) and (each == " " or _draws(file, each))
        if drawn:
            kept.append(each)
    return " ".join("".join(kept).split())


@lru_cache(maxsize=4096)
def _draws(file: str, character: str) -> bool:
    """Whether a font has a character, and letters are joined and ordered as its script needs."""
    simple = bidirectional(character) not in {"R", "AL", "AN"} and not category(character).startswith("M")
    if not simple and not features.check("raqm"):
        return False
    with FREETYPE:
        font, missing = _tester(file)
        found = font.getmask(character)
        return (found.size, bytes(found)) != missing


@lru_cache(maxsize=32)
def _tester(file: str) -> tuple[ImageFont.FreeTypeFont, tuple[tuple[int, int], bytes]]:
    """A font without the shaping of whole texts, and the box that it draws for a character it has not."""
    font = ImageFont.truetype(file, _TEST_PX, layout_engine=ImageFont.Layout.BASIC)
    box = font.getmask(_NO_CHARACTER)
    return font, (box.size, bytes(box))


@lru_cache(maxsize=1)
def _others() -> tuple[str, ...]:
    """The files of the fonts besides the house face, in the order in which they are asked."""
    return *_packaged(), *_installed()


def _packaged() -> Iterator[str]:
    for package in _PACKAGES:
        try:
            found = files(package) or ()
        except PackageNotFoundError:
            continue
        yield from sorted(str(file.locate()) for file in found if file.suffix in _SUFFIXES)


def _installed() -> Iterator[str]:
    """Pillow looks for fonts by the names of their files wherever systems have them."""
    for name in _SYSTEM:
        try:
            yield str(ImageFont.truetype(name, _TEST_PX).path)
        except OSError:
            continue


__all__ = [
    "Icon",
    "Silhouette",
    "Weight",
    "fitting",
    "glyph_mask",
    "icon_mask",
    "icon_of",
    "letter_mask",
    "line_mask",
    "silhouette_of",
    "text_mask",
    "text_width",
]

_FONTS = {"fa6s": ("fonticon_fa6", "FA6S"), "fa6r": ("fonticon_fa6", "FA6R"), "mdi7": ("fonticon_mdi7", "MDI7")}
_FINE = 8
_LARGE = 72
_MEASURE = 256
_COARSE = 4
"""By how much an icon is reduced to find its holes."""
_SOLID = 100
_FREE = re.compile(rb"\0+")
_MORE = "…"


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


@lru_cache(maxsize=64)
def icon_mask(icon: Icon, box: float, angle: int = 0) -> Image.Image:
    """The icon's coverage (mode L), cut to its edges, as large as fits a square of `box` pixels.

    Icons that fill their square are drawn a little smaller, so that all look equally large. `angle` turns the icon
    clockwise, in degrees. Callers leave the picture as it is.
    """
    with FREETYPE:
        mask = _drawn(_fitting(icon, box), icon.glyph)
    return _turned(mask, angle)


class Silhouette(NamedTuple):
    """A bare icon's coverage (mode L), both of one size: its outline without holes, and what has its colour inside."""

    outline: Image.Image
    body: Image.Image


@lru_cache(maxsize=64)
def silhouette_of(icon: Icon, box: float, edge: float, angle: int = 0) -> Silhouette:
    """What `icon_mask` covers, grown by `edge` pixels on every side; callers leave it as it is.

    Slits of the icon stay slits in its body; holes wide enough for it are filled but for a line of the edge's width.
    """
    grow = max(1, round(edge))
    with FREETYPE:
        font = _fitting(icon, box)
        glyph, outline = ImageOps.expand(_drawn(font, icon.glyph), grow), _drawn(font, icon.glyph, grow)
    glyph = glyph if glyph.size == outline.size else glyph.resize(outline.size)
    holes = _holes(glyph)
    outline = ImageChops.lighter(outline, holes)
    body = ImageChops.lighter(glyph, _shrunk(holes, round(edge * 1.3)))
    return Silhouette(_turned(outline, angle), _turned(body, angle))


def _holes(glyph: Image.Image) -> Image.Image:
    """What a glyph encloses and does not cover, somewhat coarse at its edges."""
    solid = glyph.reduce(_COARSE).point(lambda value: 255 if value > _SOLID else 0)
    across, down = (size * _COARSE for size in solid.size)
    return enclosed(solid).resize((across, down)).crop((0, 0, *glyph.size))


def enclosed(solid: Image.Image) -> Image.Image:
    """What in a mask of 0 and 255 is 0 and cut off from its edge by 255; what touches at a corner only is cut off."""
    width, height = solid.size
    data = solid.tobytes()
    rows = [list(_free_runs(data[row * width : (row + 1) * width])) for row in range(height)]
    outside = {
        (row, run)
        for row, runs in enumerate(rows)
        for run in runs
        if row in {0, height - 1} or run[0] == 0 or run[1] == width
    }
    edge = list(outside)
    while edge:
        row, (start, end) = edge.pop()
        for beside in (row - 1, row + 1):
            if not 0 <= beside < height:
                continue
            found = {(beside, run) for run in rows[beside] if run[0] < end and start < run[1]} - outside
            outside |= found
            edge += found
    inside = bytearray(len(data))
    for row, runs in enumerate(rows):
        for start, end in runs:
            if (row, (start, end)) not in outside:
                inside[row * width + start : row * width + end] = b"\xff" * (end - start)
    return Image.frombytes("L", solid.size, bytes(inside))


def _free_runs(row: bytes) -> Iterator[tuple[int, int]]:
    """Where the runs of 0 in a row begin and end."""
    for run in _FREE.finditer(row):
        yield run.span()


def _shrunk(mask: Image.Image, reach: int) -> Image.Image:
    """A mask less what is up to so many pixels from its edge, along rows and columns: the least value in a square."""
    across, down = mask.size
    for dx, dy in ((1, 0), (0, 1)):
        seen, whole = 1, 2 * reach + 1
        while seen < whole:
            step = min(seen, whole - seen)
            x, y = dx * step, dy * step
            mask = ImageChops.darker(mask, mask.crop((x, y, x + across, y + down)))
            seen += step
    return mask.crop((-reach, -reach, across - reach, down - reach))


def _fitting(icon: Icon, box: float) -> ImageFont.FreeTypeFont:
    """The icon's font in the size in which the icon fits a square."""
    across, down = _measures(icon)
    scale = min(box / across, box / down, box * (0.82 / (across * down)) ** 0.5)
    return _icons(icon.file, max(1, round(_MEASURE * scale)))


@lru_cache(maxsize=512)
def _measures(icon: Icon) -> tuple[float, float]:
    """How wide and how high an icon is in a font of `_MEASURE` pixels; call it while holding `FREETYPE`."""
    left, top, right, bottom = _icons(icon.file, _MEASURE).getbbox(icon.glyph)
    return right - left, bottom - top


@lru_cache(maxsize=32)
def _icons(file: str, size: int) -> ImageFont.FreeTypeFont:
    """An icon font at a size in pixels; use it only while holding `FREETYPE`."""
    return ImageFont.truetype(file, size)


def _turned(mask: Image.Image, angle: int) -> Image.Image:
    return mask.rotate(-angle, Image.Resampling.BICUBIC, expand=True) if angle else mask


@lru_cache(maxsize=2048)
def text_mask(text: str, size: float, weight: Weight = Weight.MEDIUM) -> Image.Image:
    """The coverage (mode L) of a line of text, the middle of its capitals halfway down.

    Of the text, what a font can draw is drawn (see `faces.readable`). `size` is the font's size in pixels. The mask is
    as high for every text of a size but for those whose letters or marks need more.
    """
    return _mask(text, size, weight)


@lru_cache(maxsize=256)
def line_mask(text: str, size: float, weight: Weight = Weight.MEDIUM) -> Image.Image:
    """What `text_mask` gives, for long lines and for what people type: fewer are kept, and none of them for long."""
    return _mask(text, size, weight)


def _mask(text: str, size: float, weight: Weight) -> Image.Image:
    fine = max(2, min(_FINE, round(_LARGE / size)))
    large = max(1, round(size * fine))
    file, drawn = faced(text)
    file = file or house_face(weight)
    with FREETYPE:
        low = _rise(weight) * large / 2
        font = face(file, large)
        left, top, right, bottom = font.getbbox(drawn, anchor="ls")
        half = -(-round(max(low + large * 0.3, -top - low, bottom + low)) // fine)
        width = max(1, -(-round(right - left) // fine))
        mask = Image.new("L", (width * fine, 2 * half * fine))
        at = -left, half * fine + low
        ImageDraw.Draw(mask).text(at, drawn, fill=255, font=font, anchor="ls")
    return mask.reduce(fine)


@lru_cache(maxsize=2)
def _rise(weight: Weight) -> float:
    """How high capitals are, as a multiple of the size; call it while holding `FREETYPE`."""
    return -face(house_face(weight), _MEASURE).getbbox("H", anchor="ls")[1] / _MEASURE


def text_width(text: str, size: float, weight: Weight = Weight.MEDIUM) -> float:
    """How wide a line of text is, in pixels."""
    return _em_width(text, weight) * size


@lru_cache(maxsize=2048)
def _em_width(text: str, weight: Weight) -> float:
    """How wide a line of text is, as a multiple of its size."""
    file, drawn = faced(text)
    with FREETYPE:
        left, _, right, _ = face(file or house_face(weight), _MEASURE).getbbox(drawn, anchor="ls")
    return (right - left) / _MEASURE


def fitting(text: str, width: float, size: float, least: float, weight: Weight = Weight.MEDIUM) -> tuple[str, float]:
    """The text and the size in which it is at most this wide: smaller in whole pixels to `least`, then shortened."""
    full = text_width(text, size, weight)
    if full <= width:
        return text, size
    if full * least / size <= width:
        return text, max(least, floor(size * width / full))
    _, drawn = faced(text)
    ends = [end for end in range(len(drawn) + 1) if end == len(drawn) or not category(drawn[end]).startswith("M")]
    fits = bisect_right(ends, width, key=lambda end: text_width(_shortened(drawn, end), least, weight))
    return _shortened(drawn, ends[fits - 1]) if fits else "", least


def _shortened(text: str, end: int) -> str:
    return text[:end].rstrip() + _MORE


def glyph_mask(name: str, letter: str, box: float, angle: int = 0) -> Image.Image:
    """The coverage (mode L) of an icon by its name, turned by an angle, or of a letter where no font has it."""
    icon = icon_of(name)
    return letter_mask(letter, box) if icon is None else icon_mask(icon, box, angle)


def letter_mask(letter: str, box: float) -> Image.Image:
    """A capital's coverage (mode L), cut to its edges, to stand where an icon would, in a square of `box` pixels."""
    with FREETYPE:
        return _drawn(face(house_face(Weight.BOLD), max(1, round(box))), letter)


def _drawn(font: ImageFont.FreeTypeFont, text: str, stroke: int = 0) -> Image.Image:
    left, top, right, bottom = font.getbbox(text, stroke_width=stroke)
    mask = Image.new("L", (max(1, round(right - left)), max(1, round(bottom - top))))
    ImageDraw.Draw(mask).text((-left, -top), text, fill=255, font=font, stroke_width=stroke)
    return mask
