"""The caption: how the game stands, which one it is and how far it has come, set into the place that a board leaves."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from itertools import product
from math import ceil
from typing import NamedTuple

from PIL import Image

from renderer.layout.plan import BAND, CaptionPlace
from renderer.sprites.faces import Weight
from renderer.sprites.fonts import fitting, line_mask, text_width
from renderer.theme import Theme

_SIZES = sorted(product(range(32, 16, -2), range(22, 12, -2)), key=lambda sizes: -sizes[0] - 2 * sizes[1])
"""The sizes of headline and title to choose from, the best first."""
_LEADING = 1.22
_SEPARATOR = " · "


class _Line(NamedTuple):
    """A line of text, its size, and where its upper edge is."""

    text: str
    size: float
    top: int

    @property
    def foot(self) -> int:
        """Where the next line begins."""
        return self.top + ceil(self.size * _LEADING)


def put_caption(image: Image.Image, theme: Theme, words: tuple[str, str], place: CaptionPlace, scale: float) -> None:
    """Write the headline above the title, in lines no wider than the place is at their height.

    `words` are title and headline. They are smaller where the place is too small, and shortened if nothing else helps.
    """
    head, rest = _set(*words, place.widths, scale)
    for lines, fill, weight in ((head, theme.text, Weight.BOLD), (rest, theme.muted, Weight.MEDIUM)):
        for text, size, top in lines:
            mask = line_mask(text, size, weight)
            image.paste(fill, (place.left, place.top + round(top + size * 0.6 - mask.height / 2)), mask)


@lru_cache(maxsize=256)
def _set(title: str, headline: str, widths: tuple[int, ...], scale: float) -> tuple[list[_Line], list[_Line]]:
    """The lines of the headline and those of the title, as large as they fit."""
    headed = cache(lambda size: _flow(headline, size, widths, 0, Weight.BOLD))
    for large, small in _SIZES:
        head = headed(large * scale)
        if head and (rest := _flow(title, small * scale, widths, head[-1].foot, Weight.MEDIUM)):
            return head, rest
    least, least_title = (size * scale for size in _SIZES[-1])
    line = _Line(*fitting(headline, _room(widths, 0, least), least, least, Weight.BOLD), 0)
    head = headed(least) or [line]
    top = head[-1].foot
    return head, [_Line(*fitting(title, _room(widths, top, least_title), least_title, least_title), top)]


def _flow(text: str, size: float, widths: Sequence[int], top: int, weight: Weight) -> list[_Line] | None:
    """Text in lines from a height on, None if there is no room; what separators divide is kept together if it fits."""
    lines: list[_Line] = []

    def put(words: str, separator: str) -> bool:
        if lines:
            longer = lines[-1]._replace(text=f"{lines[-1].text}{separator}{words}")
            if text_width(longer.text, size, weight) <= _room(widths, longer.top, size):
                lines[-1] = longer
                return True
        line = _Line(words, size, lines[-1].foot if lines else top)
        if text_width(words, size, weight) > _room(widths, line.top, size):
            return False
        lines.append(line)
        return True

    for part in text.split(_SEPARATOR):
        first, *others = part.split(" ")
        if not put(part, _SEPARATOR) and not (put(first, _SEPARATOR) and all(put(word, " ") for word in others)):
            return None
    return lines


def _room(widths: Sequence[int], top: int, size: float) -> int:
    """How wide a line of this size may be at a height; nothing if it would reach past the place."""
    foot = top + size * _LEADING
    if foot > len(widths) * BAND:
        return 0
    return min(widths[top // BAND : ceil(foot / BAND)])
