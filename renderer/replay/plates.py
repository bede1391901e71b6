"""Plates: the lines of words beside the board of a replay, in RGB."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from PIL import Image

from renderer.scene import Side, Status
from renderer.sprites.canvas import FINE, Canvas, put_text
from renderer.sprites.faces import readable
from renderer.sprites.fonts import Weight, icon_mask, icon_of, line_mask
from renderer.sprites.pen import LEAST, fitted
from renderer.sprites.sprites import draw_counter
from renderer.theme import Colour, Livery, Theme

HIGH = 40
"""The height of a plate, in pixels."""
_EMBLEM, _GAP = 15, 9
_NAME, _WORDS, _HEADLINE = 25.0, 19.0, 25.0
_TROPHY = "fa6s.trophy"


class Word(NamedTuple):
    """A word on a plate: its text, size in pixels, colour and weight."""

    text: str
    size: float
    fill: Colour
    weight: Weight = Weight.MEDIUM


def side_plate(theme: Theme, livery: Livery, side: Side, room: int) -> Image.Image:
    """Who plays a side, behind its empty counter, with a trophy for the winner; at most `room` pixels wide."""
    person = side.person
    name = readable(person.name) or side.name
    words = [Word(name, _NAME, theme.text, Weight.BOLD)]
    rest = ", ".join(part for part in (side.name if name != side.name else "", person.rating) if part)
    words += [Word(rest, _WORDS, theme.muted)] if rest else []
    trophy = icon_of(_TROPHY) if side.status is Status.WON else None
    head, tail = 2 * _EMBLEM + _GAP, HIGH if trophy else 0
    masks = _fitted(words, room - head - tail)
    width = head + _across(masks) + tail
    canvas = Canvas(width, HIGH, theme.page)
    draw_counter(canvas, theme, livery, (_EMBLEM, HIGH / 2), _EMBLEM)
    if trophy is not None:
        canvas.stamp(icon_mask(trophy, 22 * FINE), (width - HIGH / 2, HIGH / 2), theme.accent)
    return _written(canvas.done(), masks, words, head)


def words_plate(theme: Theme, text: str, room: int, *, loud: bool = False) -> Image.Image:
    """A line of words, loud ones in the brightest colour; at most `room` pixels wide."""
    word = Word(text, _HEADLINE, theme.text, Weight.BOLD) if loud else Word(text, _WORDS, theme.muted)
    masks = _fitted([word], room)
    return _written(Image.new("RGB", (_across(masks), HIGH), theme.page), masks, [word], 0)


def _fitted(words: Sequence[Word], room: int) -> list[Image.Image]:
    """The words' masks: all smaller where they were wider than the room, then the first one cut at its end."""
    masks = [line_mask(word.text, word.size, word.weight) for word in words]
    if _across(masks) <= room:
        return masks
    scale = max(LEAST, room / _across(masks))
    first, *others = words
    rest = [line_mask(word.text, word.size * scale, word.weight) for word in others]
    left = room - sum(mask.width + _GAP for mask in rest)
    return [fitted(first.text, first.size * scale, left, first.weight, least=1), *rest]


def _across(masks: Sequence[Image.Image]) -> int:
    return sum(mask.width for mask in masks) + _GAP * (len(masks) - 1)


def _written(image: Image.Image, masks: Sequence[Image.Image], words: Sequence[Word], left: int) -> Image.Image:
    for mask, word in zip(masks, words, strict=True):
        put_text(image, mask, (left, HIGH / 2), word.fill, 0)
        left += mask.width + _GAP
    return image
