"""What stands in for a picture that cannot be drawn."""

from __future__ import annotations

from renderer.cards.paper import MARGIN, WIDTH, heading, png
from renderer.sprites.pen import Pen
from renderer.theme import Theme

_HIGH = 132


def missing_card(title: str, words: str, theme: Theme) -> bytes:
    """A title and a line below it as a PNG file, 1000 pixels wide."""
    pen = Pen(theme, WIDTH, _HIGH, theme.page)
    heading(pen, title, words, MARGIN)
    return png(pen.done())
