"""Faces: which font draws a text, and what of the text it can draw.

The house face is Fira Sans, which tells i, l and 1 apart and has Latin, Greek and Cyrillic letters. Other scripts come
from the packages of the extra `fonts`, or else from fonts that the system has. What no font draws is left out, so that
no text shows empty boxes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from enum import IntEnum
from functools import lru_cache
from importlib.metadata import PackageNotFoundError, files
from threading import Lock
from typing import Literal
from unicodedata import bidirectional, category, normalize

import fontpkg
from PIL import ImageFont, features

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
