"""What the cards have in common: their ground, their headings, the colours of lines, and the file they become."""

from __future__ import annotations

from PIL import Image

from renderer.png import png_of
from renderer.sprites.fonts import Weight
from renderer.sprites.pen import Pen
from renderer.theme import Colour, Livery, Theme, blend

WIDTH = 1000
MARGIN = 28
HEADING, TEXT, SMALL = 38, 24, 20
Box = tuple[float, float, float, float]
"""The left, upper, right and lower edge of something, in pixels."""

_LEGIBLE = 3.0
_COLOURS = 192


def panel_of(theme: Theme) -> Colour:
    """The ground of a plot: the page, a little nearer to its text."""
    return blend(theme.page, theme.text, 0.09)


def faint(theme: Theme) -> Colour:
    """The colour of helping lines on such a ground."""
    return blend(theme.page, theme.text, 0.32)


def line_colour(theme: Theme, livery: Livery) -> Colour:
    """A side's colour for lines on a plot: its fill, as much nearer to the text as it takes to be seen there."""
    ground = panel_of(theme)
    shades = (blend(livery.fill, theme.text, part / 10) for part in range(11))
    return next((shade for shade in shades if contrast(shade, ground) >= _LEGIBLE), theme.text)


def contrast(one: Colour, other: Colour) -> float:
    """The contrast of two colours, from 1 to 21, as WCAG 2 defines it."""
    light, dark = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def _luminance(colour: Colour) -> float:
    red, green, blue = (part / 255 for part in colour)
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in (red, green, blue)]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def heading(pen: Pen, text: str, words: str, top: float = MARGIN) -> None:
    """A card's heading, and below it in smaller letters what it shows."""
    room = WIDTH - 2 * MARGIN
    pen.text(text, HEADING, (MARGIN, top + 18), pen.theme.text, 0, Weight.BOLD, room)
    pen.text(words, SMALL + 2, (MARGIN, top + 58), pen.theme.muted, 0, room=room)


def png(image: Image.Image) -> bytes:
    """An RGB picture as a PNG file of few colours."""
    return png_of(image.quantize(_COLOURS, Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE))
