"""The card below the board that shows a fight: who fought, a row for each round, and how it ended.

Lengths are pixels; `way` is -1 for the attacker, on the left of the middle line, and 1 for the defender.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from PIL import Image

from renderer.fights.dice import die_width, draw_die
from renderer.fights.fight import Camp, DrawnFight, DrawnFighter
from renderer.fights.plan import (
    DIE,
    EMBLEM,
    FIGURES_SIZE,
    FOOT,
    GAP,
    HALF,
    HEAD,
    LINE,
    NAME_SIZE,
    PAD,
    SMALL,
    TITLE,
    TOTAL,
    WORDS_SIZE,
    Group,
    Plan,
    figures_of,
    name_of,
    offset,
    planned,
    text_width,
    words_of,
)
from renderer.palette import Palette
from renderer.sprites.canvas import FINE, Canvas, Point, put_text
from renderer.sprites.fonts import icon_mask, icon_of, text_mask
from renderer.sprites.sprites import PieceLook, draw_counter, draw_piece
from renderer.theme import Colour, Livery, Theme, blend


class _Pen:
    """A card being drawn: shapes at once, text when the shapes are smooth."""

    def __init__(self, theme: Theme, width: int, height: int) -> None:
        self.theme = theme
        self.soft = blend(theme.card, theme.ink, 5 / 6)
        self.canvas = Canvas(width, height, theme.page)
        self._texts: list[tuple[Image.Image, Point, Colour, float]] = []

    def text(self, text: str, size: float, at: Point, fill: Colour, align: float = 0.5) -> None:
        """Text, its middle at a height; `align` is the part of its width that lies left of the point."""
        self._texts.append((text_mask(text, size), at, fill, align))

    def box(self, left: float, top: float, right: float, bottom: float, fill: Colour) -> None:
        """A box with round corners."""
        rounding = 10.0
        left, top, right, bottom = left + rounding, top + rounding, right - rounding, bottom - rounding
        self.canvas.polygon([(left, top), (right, top), (right, bottom), (left, bottom)], fill, rounding)

    def piece(self, livery: Livery, fighter: DrawnFighter, centre: Point, radius: float) -> None:
        """A fighter with its tokens."""
        figure = fighter.figure
        look = PieceLook(
            livery,
            figure.icon,
            figure.letter,
            lettered=False,
            side=0,
            radius=radius,
            tokens=fighter.tokens,
            angle=figure.angle,
        )
        draw_piece(self.canvas, self.theme, look, centre)

    def done(self) -> Image.Image:
        """The card as an RGB picture."""
        image = self.canvas.done()
        for mask, at, fill, align in self._texts:
            put_text(image, mask, at, fill, align)
        return image


@lru_cache(maxsize=24)
def fight_card(
    theme: Theme, palette: Palette, liveries: tuple[Livery, ...], fight: DrawnFight, width: int
) -> Image.Image:
    """The card of a fight in palette indexes, `width` pixels wide; where that is too narrow, all of it is smaller."""
    plan = planned(fight, width)
    pen = _Pen(theme, plan.width, plan.height)
    pen.box(1.5, 1.5, plan.width - 1.5, plan.height - 1.5, theme.card)
    if fight.occasion:
        pen.text(fight.occasion, NAME_SIZE, (plan.width / 2, TITLE / 2 + 10), theme.ink)
    _heads(pen, liveries, fight, plan)
    top = plan.title + HEAD
    for number in range(len(fight.rounds)):
        _rule(pen, plan, top)
        _row(pen, liveries, fight, plan, number, top)
        top += plan.row(number)
    _foot(pen, fight, plan, top)
    image = pen.done()
    if plan.width > width:
        image = image.resize((width, round(plan.height * width / plan.width)), Image.Resampling.LANCZOS)
    return palette.indexed(image)


def _rule(pen: _Pen, plan: Plan, height: float) -> None:
    """A faint line across the card."""
    pen.canvas.line([(PAD, height), (plan.width - PAD, height)], blend(pen.theme.card, pen.theme.ink, 1 / 6), 2)


def _heads(pen: _Pen, liveries: tuple[Livery, ...], fight: DrawnFight, plan: Plan) -> None:
    """Both camps and crossed swords between them."""
    height = plan.title + HEAD / 2 + 2
    swords = icon_of("mdi7.sword-cross")
    if swords is not None:
        pen.canvas.stamp(icon_mask(swords, 46 * FINE), (plan.middle, height), pen.theme.ink)
    for place, (way, camp) in enumerate(zip((-1, 1), fight.camps, strict=True)):
        centre = (plan.middle + way * (HALF + TOTAL / 2), height)
        _head(pen, liveries[camp.seat - 1], camp, centre, way, beaten=fight.fallen == place)


def _head(pen: _Pen, livery: Livery, camp: Camp, centre: Point, way: int, *, beaten: bool) -> None:
    """A camp's piece, or its side's empty counter for several; its name above its dice and modifiers."""
    if len(camp.fighters) == 1:
        pen.piece(livery, camp.fighters[0], centre, EMBLEM)
    else:
        draw_counter(pen.canvas, pen.theme, livery, centre, EMBLEM)
    if beaten:
        ends = [(centre[0] - EMBLEM, centre[1] + EMBLEM), (centre[0] + EMBLEM, centre[1] - EMBLEM)]
        pen.canvas.line(ends, pen.theme.ink, 12)
        pen.canvas.line(ends, pen.theme.accent, 6)
    left, align = centre[0] + way * (EMBLEM + 2 * GAP), 0.5 - way * 0.5
    pen.text(name_of(camp), NAME_SIZE, (left, centre[1] - 15 * bool(camp.modifiers)), pen.theme.ink, align)
    if camp.modifiers:
        pen.text(words_of(camp), WORDS_SIZE, (left, centre[1] + 18), pen.soft, align)


def _row(pen: _Pen, liveries: tuple[Livery, ...], fight: DrawnFight, plan: Plan, number: int, top: float) -> None:
    """One round: both camps' dice, their modifiers and totals, and which of these is higher."""
    theme, middle = pen.theme, plan.middle
    height = top + plan.row(number) / 2
    totals = [throw.total for throw in fight.rounds[number]]
    for place, (camp, total) in enumerate(zip(fight.camps, totals, strict=True)):
        way, scale, lines = 2 * place - 1, plan.scales[place], plan.rounds[number][place]
        centre = middle + way * (HALF + TOTAL / 2)
        best = total == max(totals) > min(totals)
        if best:
            pen.box(centre - TOTAL / 2, height - 25, centre + TOTAL / 2, height + 25, theme.ink)
        pen.text(str(total), 36, (centre, height), theme.text if best else theme.ink)
        edge = middle + way * (HALF + TOTAL + 2 * GAP)
        pen.text(figures_of(camp), FIGURES_SIZE, (edge, height), pen.soft, 0.5 - way * 0.5)
        for index, line in enumerate(lines):
            drop = height + LINE * scale * (index + 0.5 - len(lines) / 2)
            _dice(pen, liveries[camp.seat - 1], line, (middle + way * offset(camp), drop), way * scale)
    if totals[0] != totals[1]:
        pen.text(">" if totals[0] > totals[1] else "<", 36, (middle, height), theme.ink)
    else:
        pen.text("tie" if number == len(fight.rounds) - 1 else "tie: again", 25, (middle, height), theme.ink)


def _dice(pen: _Pen, livery: Livery, line: Sequence[Group], edge: Point, scale: float) -> None:
    """A line of dice in the order they were rolled, to the right of an edge, or to its left for a negative scale."""
    x, height = edge
    if scale < 0:
        scale = -scale
        x -= (sum(group.width for group in line) - GAP) * scale
    for group in line:
        following = x + group.width * scale
        if group.fighter:
            pen.piece(livery, group.fighter, (x + SMALL * scale, height), SMALL * scale)
            x += (2 * SMALL + GAP) * scale
        for die in group.dice:
            width = die_width(die, DIE * scale)
            draw_die(pen.canvas, pen.theme, livery, die, (x + width / 2, height), DIE * scale)
            x += width + GAP * scale
        x = following


def _foot(pen: _Pen, fight: DrawnFight, plan: Plan, top: float) -> None:
    """How it ended, on a dark ground: the verdict, and more faintly what came of it besides."""
    theme, height = pen.theme, top + FOOT / 2 - 2
    pen.box(PAD - 6, top + 2, plan.width - PAD + 6, top + FOOT - 8, theme.ink)
    space = 3 * GAP if fight.note else 0
    verdict, note = text_width(fight.verdict, 28), text_width(fight.note, WORDS_SIZE) if fight.note else 0
    left = (plan.width - verdict - space - note) / 2
    pen.text(fight.verdict, 28, (left, height), theme.text, 0)
    pen.text(fight.note, WORDS_SIZE, (left + verdict + space, height), blend(theme.ink, theme.text, 0.8), 0)
