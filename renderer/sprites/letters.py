"""Lines set from letters and words that are kept: point for point what a font draws in one go, in a part of the time.

A font does not change the forms of plain letters beside each other: it moves them, each by its neighbour.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from PIL import Image

from renderer.kept import kept
from renderer.pasting import stamp
from renderer.sprites.faces import face

_PLAIN = re.compile(r"(?:(?!f[il])[ -%'-_a-~·])*")
"""Texts of letters that keep their forms: not fi and fl, which are one, nor `&` and `` ` ``, which heed others."""
_WORD = re.compile(r"[^ ]+")
_PX = 64
"""The parts of a pixel that fonts reckon with."""

Box = tuple[int, int, int, int]


class Type(NamedTuple):
    """A font by its file and its size in pixels, with which lines are drawn `fine` times too large, then reduced.

    Their base line lies `low` pixels of the large drawing below the middle of their capitals.
    """

    file: str
    size: int
    fine: int
    low: float

    @property
    def drop(self) -> float:
        """The part of a pixel by which the base line lies below a whole one."""
        return self.low - int(self.low)


class Line(NamedTuple):
    """Where the letters of a line begin, in pixels from its beginning, and the box around them and their base line."""

    starts: tuple[int, ...]
    box: Box


class _Ink(NamedTuple):
    """The coverage (mode L) of letters, cut to its edges, and the place of its upper left corner."""

    mask: Image.Image
    corner: tuple[int, int]


def is_plain(text: str) -> bool:
    """Whether a line of this text can be set from its letters."""
    return _PLAIN.fullmatch(text) is not None


@lru_cache(maxsize=512)
def line_of(file: str, size: int, text: str, drop: float | None = None) -> Line:
    """A plain text in a font of a size in pixels; call it while holding `FREETYPE`.

    If it is to be drawn, so much of a pixel below its line, its right edge is exact, or else to a pixel.
    """
    starts = []
    reaches, steps = _measures(file, size, drop)
    pen = start = left = top = right = bottom = 0
    for letter, after in zip(text, (*text[1:], ""), strict=False):
        starts.append(start)
        reach = reaches.get(letter)
        if reach is None:
            reach = reaches[letter] = _reach(file, size, letter, drop)
        west, north, east, south = reach
        left, top = min(left, start + west), min(top, north)
        right, bottom = max(right, start + east), max(bottom, south)
        step = steps.get(letter + after)
        if step is None:
            step = steps[letter + after] = _step(file, size, letter, after)
        pen += step
        start = _pixel(pen)
    return Line(tuple(starts), (left, top, max(right, start), bottom))


@lru_cache(maxsize=256)
def _measures(file: str, size: int, drop: float | None) -> tuple[dict[str, Box], dict[str, int]]:  # noqa: ARG001 - keys
    """The boxes of letters and the steps from each to its neighbour, as `line_of` comes to know them."""
    return {}, {}


def put_line(mask: Image.Image, type_: Type, text: str) -> None:
    """Draw a plain text into an empty mask (mode L), its base line below the middle; hold `FREETYPE` meanwhile."""
    starts, (left, *_) = line_of(type_.file, type_.size, text, type_.drop)
    middle = mask.height // 2
    for found in _WORD.finditer(text):
        first = starts[found.start()] - left
        column, offset = divmod(first, type_.fine)
        shift = offset - starts[found.start()]
        word = _word(type_, found[0], tuple(start + shift for start in starts[found.start() : found.end()]))
        stamp(mask, 255, (column + word.corner[0], middle + word.corner[1]), word.mask)


@kept(4096, 2_000_000)
def _word(type_: Type, text: str, starts: tuple[int, ...]) -> _Ink:
    """A word in its final size, its letters beginning at these places of the large drawing.

    Letters that overlap cover together what is left open by both.
    """
    fine, base = type_.fine, int(type_.low)
    letters = [_letter(type_.file, type_.size, letter, type_.drop) for letter in text]
    inks = [(ink, start + x, base + y) for start, (ink, (x, y)) in zip(starts, letters, strict=True)]
    left, top = min(x for _, x, _ in inks) // fine, min(y for _, _, y in inks) // fine
    right, bottom = max(x + ink.width for ink, x, _ in inks), max(y + ink.height for ink, _, y in inks)
    large = Image.new("L", (-(-right // fine) * fine - left * fine, -(-bottom // fine) * fine - top * fine))
    for ink, x, y in inks:
        stamp(large, 255, (x - left * fine, y - top * fine), ink)
    return _Ink(large.reduce(fine), (left, top))


def _pixel(length: int) -> int:
    return (length + _PX // 2) // _PX


def _step(file: str, size: int, letter: str, after: str) -> int:
    """How far the letter after one begins from where that does, in parts of a pixel."""
    return _advance(file, size, letter + after) - (_advance(file, size, after) if after else 0)


@lru_cache(maxsize=8192)
def _advance(file: str, size: int, letters: str) -> int:
    return round(face(file, size).getlength(letters) * _PX)


def _reach(file: str, size: int, letter: str, drop: float | None) -> Box:
    """The box around a letter and its beginning; its right edge is 0 where only drawing it would tell."""
    left, top, right, bottom = (round(edge) for edge in face(file, size).getbbox(letter, anchor="ls"))
    if right <= _pixel(_advance(file, size, letter)):
        right = 0
        if drop is not None:
            ink, (x, _) = _letter(file, size, letter, drop)
            right = x + ink.width
    return left, top, right, bottom


@lru_cache(maxsize=1024)
def _letter(file: str, size: int, letter: str, drop: float) -> _Ink:
    """A letter that stands a part of a pixel below its line, as seen from where it begins."""
    core, (x, y) = face(file, size).getmask2(letter, "L", anchor="ls", start=(0, drop))
    whole = Image.frombytes("L", core.size, bytes(core))
    left, top, right, bottom = whole.getbbox() or (0, 0, 0, 0)
    return _Ink(whole.crop((left, top, right, bottom)), (x + left, y + top))
