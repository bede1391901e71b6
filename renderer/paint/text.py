"""Texts and icons as coverage masks: which font draws them, what of them, and how large.

The house face is Fira Sans, which tells i, l and 1 apart and has Latin, Greek and Cyrillic letters. Other scripts come
from the packages of the extra `fonts`, or else from fonts that the system has. What no font draws is left out, so that
no text shows empty boxes.
"""

import re
from bisect import bisect_right
from contextlib import suppress
from enum import IntEnum
from functools import lru_cache
from importlib.metadata import PackageNotFoundError, files
from math import floor
from threading import Lock
from typing import Literal, NamedTuple
from unicodedata import bidirectional, category, normalize

import fontpkg
from fonticon_fa6 import FA6R, FA6S
from fonticon_mdi7 import MDI7
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
    """The stroke weight of letters, as fonts number it."""

    MEDIUM = 500
    BOLD = 600


@lru_cache(maxsize=2)
def house_face(weight: Weight) -> str:
    """The file of the house face."""
    return str(fontpkg.path(_HOUSE, weight))


@lru_cache(maxsize=96)
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
def font_and_text(text: str) -> tuple[str, str]:
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
    """The drawable part of a text; "" if none of its letters and digits is."""
    drawn = font_and_text(text)[1]
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
    """The part of a text that a font draws correctly; a mark goes with its letter."""
    kept: list[str] = []
    drawn = False
    for each in text:
        drawn = (drawn or not category(each).startswith("M")) and (each == " " or _draws(file, each))
        if drawn:
            kept.append(each)
    return " ".join("".join(kept).split())


@lru_cache(maxsize=4096)
def _draws(file: str, character: str) -> bool:
    """True if a font has a character and its script's joining and ordering."""
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
    """The files of the fonts besides the house face, in the order in which they are asked.

    Pillow looks for fonts by the names of their files wherever systems have them.
    """
    found = []
    for package in _PACKAGES:
        with suppress(PackageNotFoundError):
            found += sorted(str(file.locate()) for file in files(package) or () if file.suffix in _SUFFIXES)
    for name in _SYSTEM:
        with suppress(OSError):
            found.append(str(ImageFont.truetype(name, _TEST_PX).path))
    return tuple(found)


_FONTS = {"fa6s": FA6S, "fa6r": FA6R, "mdi7": MDI7}
_FINE = 8
_LARGE = 72
_MEASURE = 256
_COARSE = 4
"""By how much an icon is reduced to find its holes."""
_SOLID = 100


class Icon(NamedTuple):
    """A glyph of an icon font: the font's file and the character."""

    file: str
    glyph: str


@lru_cache(maxsize=512)
def icon_of(name: str) -> Icon | None:
    """The icon of a name such as `fa6s.hat-wizard` or `fa6s.up-long^`, or None if no font has it."""
    prefix, _, key = name.removesuffix(POINTING).partition(".")
    font = _FONTS.get(prefix)
    found = getattr(font, key.replace("-", "_"), None)
    if font is None or not isinstance(found, str) or key.startswith("_"):
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


@lru_cache(maxsize=64)
def silhouette_of(icon: Icon, box: float, edge: float, angle: int = 0) -> tuple[Image.Image, Image.Image]:
    """The coverage (mode L) of a bare icon's outline without holes, and of what has its colour inside, of one size.

    They are what `icon_mask` covers, grown by `edge` pixels on every side; callers leave them as they are. Slits of the
    icon stay slits in its body; holes wide enough for it are filled but for a line of the edge's width.
    """
    grow = max(1, round(edge))
    with FREETYPE:
        font = _fitting(icon, box)
        glyph, outline = ImageOps.expand(_drawn(font, icon.glyph), grow), _drawn(font, icon.glyph, grow)
    glyph = glyph if glyph.size == outline.size else glyph.resize(outline.size)
    holes = _holes(glyph)
    body = ImageChops.lighter(glyph, _shrunk(holes, round(edge * 1.3)))
    return _turned(ImageChops.lighter(outline, holes), angle), _turned(body, angle)


def _holes(glyph: Image.Image) -> Image.Image:
    """The enclosed holes of a glyph, somewhat coarse at the edges."""
    solid = ImageOps.expand(glyph.reduce(_COARSE).point(lambda value: 255 if value > _SOLID else 0), 1)
    ImageDraw.floodfill(solid, (0, 0), 255)
    holes = ImageOps.crop(ImageChops.invert(solid), 1)
    return holes.resize((holes.width * _COARSE, holes.height * _COARSE)).crop((0, 0, *glyph.size))


def _shrunk(mask: Image.Image, reach: int) -> Image.Image:
    """A mask shrunk from its edges by some pixels, along rows and columns: the least value in a square."""
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
    left, top, right, bottom = face(icon.file, _MEASURE).getbbox(icon.glyph)
    across, down = right - left, bottom - top
    scale = min(box / across, box / down, box * (0.82 / (across * down)) ** 0.5)
    return face(icon.file, max(1, round(_MEASURE * scale)))


def _turned(mask: Image.Image, angle: int) -> Image.Image:
    return mask.rotate(-angle, Image.Resampling.BICUBIC, expand=True) if angle else mask


@lru_cache(maxsize=1024)
def text_mask(text: str, size: float, weight: Weight = Weight.MEDIUM) -> Image.Image:
    """The coverage (mode L) of a line of text, the middle of its capitals halfway down.

    Of the text, what a font can draw is drawn (see `readable`). `size` is the font's size in pixels. The mask is as
    high for every text of a size but for those whose letters or marks need more.
    """
    fine = max(2, min(_FINE, round(_LARGE / size)))
    large = max(1, round(size * fine))
    file, drawn = font_and_text(text)
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
    """The height of capitals, as a multiple of the size; call it while holding `FREETYPE`."""
    return -face(house_face(weight), _MEASURE).getbbox("H", anchor="ls")[1] / _MEASURE


def text_width(text: str, size: float, weight: Weight = Weight.MEDIUM) -> float:
    """The width of a line of text, in pixels."""
    return _em_width(text, weight) * size


@lru_cache(maxsize=2048)
def _em_width(text: str, weight: Weight) -> float:
    file, drawn = font_and_text(text)
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
    _, drawn = font_and_text(text)
    ends = [end for end in range(len(drawn) + 1) if end == len(drawn) or not category(drawn[end]).startswith("M")]
    texts = [drawn[:end].rstrip() + "…" for end in ends]
    fits = bisect_right(texts, width, key=lambda cut: text_width(cut, least, weight))
    return texts[fits - 1] if fits else "", least


def glyph_mask(name: str, letter: str, box: float, angle: int = 0) -> Image.Image:
    """The coverage (mode L) of an icon by its name, turned by an angle, or of a letter where no font has it."""
    icon = icon_of(name)
    return letter_mask(letter, box) if icon is None else icon_mask(icon, box, angle)


def letter_mask(letter: str, box: float) -> Image.Image:
    """A capital's coverage (mode L), cut to its edges, in place of an icon, in a square of `box` pixels."""
    with FREETYPE:
        return _drawn(face(house_face(Weight.BOLD), max(1, round(box))), letter)


def _drawn(font: ImageFont.FreeTypeFont, text: str, stroke: int = 0) -> Image.Image:
    left, top, right, bottom = font.getbbox(text, stroke_width=stroke)
    mask = Image.new("L", (max(1, round(right - left)), max(1, round(bottom - top))))
    ImageDraw.Draw(mask).text((-left, -top), text, fill=255, font=font, stroke_width=stroke)
    return mask
