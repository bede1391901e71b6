"""The common parts of cards: grounds, headings, plots, and the file."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from PIL import Image

from renderer.paint.canvas import Point
from renderer.paint.palette import png_of
from renderer.paint.pen import Pen
from renderer.paint.text import Weight
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


Values = Sequence[float]
Band = Sequence[tuple[float, float]]

MAX_POINTS = 400
"""Maximum points of a line; of more, every n-th is drawn, and the last."""


class Range(NamedTuple):
    """The least and the greatest value of an axis."""

    least: float
    most: float


class Plot(NamedTuple):
    """A box in pixels, and the values at its edges; values run upwards."""

    left: float
    top: float
    right: float
    bottom: float
    across: Range
    up: Range

    def x(self, value: float) -> float:
        """The x coordinate of a value of the horizontal axis."""
        return self.left + (self.right - self.left) * _part(self.across, value)

    def y(self, value: float) -> float:
        """The y coordinate of a value."""
        return self.bottom - (self.bottom - self.top) * _part(self.up, value)

    def line(self, pen: Pen, values: Values, fill: Colour, width: float) -> None:
        """Values at 0, 1 and so on, joined by a line."""
        points = [(self.x(at), self.y(values[at])) for at in thinned(len(values))]
        _joined(pen, points, fill, width)

    def steps(self, pen: Pen, values: Values, fill: Colour, width: float) -> None:
        """Values that hold until the next one."""
        _joined(pen, self._stairs(values), fill, width)

    def band(self, pen: Pen, band: Band, fill: Colour) -> None:
        """The area between a lower and an upper value, at 0, 1 and so on."""
        places = thinned(len(band))
        lower = [(self.x(at), self.y(band[at][0])) for at in places]
        upper = [(self.x(at), self.y(band[at][1])) for at in reversed(places)]
        if len(places) > 1:
            pen.polygon([*lower, *upper], fill)

    def area(self, pen: Pen, values: Values, fill: Colour) -> None:
        """The area between values that hold until the next one and 0."""
        stairs = self._stairs(values)
        if len(stairs) > 1:
            pen.polygon([(stairs[0][0], self.y(0)), *stairs, (stairs[-1][0], self.y(0))], fill)

    def level(self, pen: Pen, value: float, fill: Colour, width: float = 1.5) -> None:
        """A line all across at a value."""
        pen.line([(self.left, self.y(value)), (self.right, self.y(value))], fill, width)

    def _stairs(self, values: Values) -> list[Point]:
        found: list[Point] = []
        for at in thinned(len(values)):
            x, y = self.x(at), self.y(values[at])
            if found:
                found.append((x, found[-1][1]))
            found.append((x, y))
        return found


def thinned(count: int) -> list[int]:
    """The drawn places of a line of `count` values: at most MAX_POINTS and the last."""
    step = max(1, -(-count // MAX_POINTS))
    return sorted({*range(0, count, step), *([count - 1] if count else [])})


def span(values: Iterable[float], least: float = 1.0) -> Range:
    """A range of values around 0, as far below as above, of at least `least` either way."""
    reach = max([least, *(abs(value) for value in values)])
    return Range(-reach, reach)


def _part(axis: Range, value: float) -> float:
    return (value - axis.least) / ((axis.most - axis.least) or 1.0)


def _joined(pen: Pen, points: Sequence[Point], fill: Colour, width: float) -> None:
    if len(points) > 1:
        pen.line(points, fill, width)
    for point in points[-1:]:
        pen.disc(point, width / 2, fill)


_HIGH = 132


def missing_card(title: str, words: str, theme: Theme) -> bytes:
    """A title and a line below it as a PNG file, 1000 pixels wide."""
    pen = Pen(theme, WIDTH, _HIGH)
    heading(pen, title, words, MARGIN)
    return png(pen.done())
