"""A reviewed game as a picture: each side's share of a win, move by move, and the moves with which it turned."""

from collections.abc import Sequence
from typing import NamedTuple

from renderer.cards.paper import MARGIN, SMALL, TEXT, WIDTH, Plot, Range, faint, heading, line_colour, panel_of, png
from renderer.paint.pen import Pen
from renderer.paint.text import Weight
from renderer.theme import Theme, blend

WORDS = "winning chances, move by move; the numbers mark the turning points"
_TOP, _HEIGHT, _FOOT = 104, 380, 84
_AXIS = 76
_ROOM = 34
"""Minimum distance of turning points' numbers; closer ones are drawn higher."""


class ReviewedSide(NamedTuple):
    """A side of a reviewed game: its seat's number, what it is called, its shares from 0 to 1."""

    seat: int
    name: str
    shares: tuple[float, ...]


class ReviewPlot(NamedTuple):
    """A review to draw: its title, the names of the game's seats, the sides, and where it turned.

    `turning` are places among the shares, those after the moves that turned the game; `first` is the number of the
    first move looked at, `last` that of the last, as players count them.
    """

    title: str
    seats: tuple[str, ...]
    sides: tuple[ReviewedSide, ...]
    turning: tuple[int, ...]
    first: int
    last: int


def review_plot(plot: ReviewPlot, theme: Theme) -> bytes:
    """A review as a PNG file, 1000 pixels wide."""
    pen = Pen(theme, WIDTH, _TOP + _HEIGHT + _FOOT)
    heading(pen, plot.title, WORDS, MARGIN - 8)
    length = max(2, *(len(side.shares) for side in plot.sides))
    box = Plot(MARGIN + _AXIS, _TOP + 14, WIDTH - MARGIN - 24, _TOP + _HEIGHT - 14, Range(0, length - 1), Range(0, 1))
    pen.box(MARGIN, _TOP, WIDTH - MARGIN, _TOP + _HEIGHT, panel_of(theme))
    for part, words in ((0.0, "0 %"), (0.5, "50 %"), (1.0, "100 %")):
        box.level(pen, part, faint(theme))
        pen.text(words, SMALL, (MARGIN + _AXIS - 10, box.y(part)), theme.muted, 1.0)
    for place in plot.turning:
        pen.line([(box.x(place), box.top), (box.x(place), box.bottom)], blend(panel_of(theme), theme.text, 0.5), 2.0)
    for side in plot.sides:
        colour = line_colour(theme, theme.liveries_of(plot.seats)[side.seat - 1])
        box.line(pen, side.shares, colour, 5.0)
    _number(pen, box, plot.turning)
    _legend(pen, plot.sides, plot.seats)
    pen.text(f"moves {plot.first}–{plot.last}", SMALL, (WIDTH - MARGIN, _TOP + _HEIGHT + 42), theme.muted, 1.0)
    return png(pen.done())


def _number(pen: Pen, box: Plot, turning: Sequence[int]) -> None:
    theme, lift, before = pen.theme, 0.0, float(-_ROOM)
    for number, place in enumerate(turning, 1):
        x = box.x(place)
        lift = lift + _ROOM if x - before < _ROOM else 0.0
        before, foot = x, box.bottom - lift
        pen.box(x - 15, foot - 30, x + 15, foot, theme.text, 6.0)
        pen.text(str(number), SMALL, (x, foot - 15), theme.page, 0.5, Weight.BOLD)


def _legend(pen: Pen, sides: Sequence[ReviewedSide], seats: tuple[str, ...]) -> None:
    theme, left, middle = pen.theme, MARGIN + 16.0, _TOP + _HEIGHT + 42
    room = (WIDTH - 2 * MARGIN - 180) / max(1, len(sides))
    for side in sides:
        pen.counter(theme.liveries_of(seats)[side.seat - 1], (left, middle), 15)
        pen.text(side.name, TEXT, (left + 26, middle), theme.text, 0, Weight.BOLD, room=room - 50)
        left += room
