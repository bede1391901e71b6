"""Luck as a picture: each side's dice above or below what was expected, fight by fight, and where most stay."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from engine.play.state import State
from engine.records.luck import Course, course
from renderer.cards.paper import (
    MARGIN,
    SMALL,
    TEXT,
    WIDTH,
    Box,
    Plot,
    Range,
    faint,
    heading,
    line_colour,
    panel_of,
    png,
    span,
)
from renderer.paint.pen import Pen
from renderer.paint.text import Weight, readable
from renderer.theme import Livery, Theme, blend

DEVIATIONS = 1.2815515655446004
"""Deviations on either side that hold 80 % of a normal distribution."""
WORDS = "dice above or below average, fight by fight; four games in five end inside the band"
_ROW, _HEAD = 176, 100


class LuckCurve(NamedTuple):
    """A side's luck: its seat's number, what it is called, and the course of its dice."""

    seat: int
    name: str
    course: tuple[Course, ...]


class LuckPlot(NamedTuple):
    """The luck of a game to draw: its title, the names of its seats, and the players who rolled."""

    title: str
    seats: tuple[str, ...]
    fortunes: tuple[LuckCurve, ...]


def luck_curves(state: State, names: Mapping[int, str]) -> tuple[LuckCurve, ...]:
    """The luck of all seats of a game that have fought, called by these names or else as their side."""
    found = []
    for seat in state.variant.seats:
        steps = tuple(course(state, seat.number))
        if steps[-1].deviation:
            found.append(LuckCurve(seat.number, readable(names.get(seat.number, "")) or seat.name, steps))
    return tuple(found)


def luck_plot(plot: LuckPlot, theme: Theme) -> bytes:
    """The luck of a game as a PNG file, 1000 pixels wide, a row for each side."""
    count = max(1, len(plot.fortunes))
    pen = Pen(theme, WIDTH, _HEAD + count * _ROW + MARGIN // 2)
    heading(pen, plot.title, WORDS, MARGIN - 8)
    up = reach_of(plot.fortunes)
    for index, fortune in enumerate(plot.fortunes):
        top = _HEAD + index * _ROW + 8
        box = (MARGIN, top, WIDTH - MARGIN, top + _ROW - 16)
        draw_fortune(pen, theme.liveries_of(plot.seats)[fortune.seat - 1], fortune, box, up)
        _said(pen, fortune, box)
    return png(pen.done())


def reach_of(fortunes: Sequence[LuckCurve]) -> Range:
    """The values that all these courses and their bands keep to."""
    steps = [step for fortune in fortunes for step in fortune.course]
    return span(value for step in steps for value in (step.above, step.deviation * DEVIATIONS))


def draw_fortune(pen: Pen, livery: Livery, fortune: LuckCurve, box: Box, up: Range, *, small: bool = False) -> None:
    """A side's luck in a box, its counter at the left, with its name unless `small`."""
    theme, (left, top, right, bottom) = pen.theme, box
    pen.box(left, top, right, bottom, panel_of(theme))
    radius, middle = min(22.0, (bottom - top) * 0.3), (top + bottom) / 2
    start = left + 2 * radius + (24 if small else 190)
    across = Range(0, max(1, len(fortune.course) - 1))
    plot = Plot(start, top + 8, right - (14 if small else 96), bottom - 8, across, up)
    bounds = [step.deviation * DEVIATIONS for step in fortune.course]
    plot.band(pen, [(-each, each) for each in bounds], blend(panel_of(theme), theme.text, 0.16))
    plot.level(pen, 0, faint(theme))
    plot.line(pen, [step.above for step in fortune.course], line_colour(theme, livery), 3 if small else 4.5)
    pen.counter(livery, (left + 14 + radius, middle), radius)
    if not small:
        pen.text(fortune.name, TEXT, (left + 2 * radius + 26, middle), theme.text, 0, Weight.BOLD, room=150)


def _said(pen: Pen, fortune: LuckCurve, box: Box) -> None:
    _, top, right, bottom = box
    middle, above = (top + bottom) / 2, signed(fortune.course[-1].above)
    pen.text(above, TEXT + 6, (right - 48, middle - 4), pen.theme.text, 0.5, Weight.BOLD)
    pen.text("in all", SMALL - 2, (right - 48, middle + 24), pen.theme.muted)


def signed(value: float) -> str:
    """A number with its sign and at most one decimal: `+2.5`, `−3`, `0`."""
    rounded = round(value, 1)
    text = f"{abs(rounded):.1f}".removesuffix(".0")
    return f"+{text}" if rounded > 0 else f"−{text}" if rounded < 0 else "0"
