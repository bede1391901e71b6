"""Paragraphs: text in lines no wider than a column."""

from __future__ import annotations

from PIL import Image

from renderer.sprites.canvas import put_text
from renderer.sprites.fonts import text_mask
from renderer.theme import Colour

_LEADING = 1.36


class Paragraph:
    """Text of a size, broken between words into lines of at most so many pixels."""

    def __init__(self, text: str, size: float, width: int) -> None:
        self.size = size
        self.lines = _broken(text, size, width)

    @property
    def height(self) -> int:
        """The height of all lines, in pixels."""
        return round(len(self.lines) * self.size * _LEADING)

    def put(self, image: Image.Image, corner: tuple[int, int], fill: Colour) -> None:
        """Write it onto an RGB picture below and to the right of a corner."""
        left, top = corner
        for number, line in enumerate(self.lines):
            put_text(image, text_mask(line, self.size), (left, top + (number + 0.5) * self.size * _LEADING), fill, 0)


def _broken(text: str, size: float, width: int) -> list[str]:
    lines: list[str] = []
    for word in text.split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and text_mask(longer, size).width <= width:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines
