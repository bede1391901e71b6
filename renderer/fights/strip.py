"""The strip below the board that shows a fight: who fought, the dice of the last round, what they make, who fell."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from PIL import Image

from renderer.fights.dice import die_width, draw_die
from renderer.fights.fight import Camp, DrawnFight, DrawnFighter, Throw
from renderer.fights.plan import (
    DIE,
    EMBLEM,
    GAP,
    LINE,
    NAME,
    NAME_SIZE,
    PAD,
    SMALL,
    SMALL_DIE,
    TOTAL,
    WORDS_SIZE,
    Group,
    Plan,
    Wing,
    planned,
    words_of,
)
from renderer.sprites.canvas import Point
from renderer.sprites.fonts import Weight
from renderer.sprites.pen import Pen
from renderer.theme import Livery, Theme, blend, shows_bare

_TOTAL_SIZE, _VERDICT_SIZE = 44, 29
_NOTHING = Throw((), 0)


@lru_cache(maxsize=16)
def fight_strip(theme: Theme, seats: tuple[str, ...], fight: DrawnFight, width: int) -> Image.Image:
    """The strip of a fight in RGB, `width` pixels wide; where that is too narrow, all of it is smaller.

    `seats` are the names of the game's sides, in seat order.
    """
    plan = planned(fight, width)
    pen = Pen(theme, plan.width, plan.height, theme.page)
    pen.box(1.5, 1.5, plan.width - 1.5, plan.height - 1.5, theme.card)
    throws = fight.rounds[-1] if fight.rounds else (_NOTHING, _NOTHING)
    best = max(throw.total for throw in throws)
    liveries = theme.liveries_of(seats)
    for place, (camp, wing, throw) in enumerate(zip(fight.camps, plan.wings, throws, strict=True)):
        side = _Side(pen, plan, liveries[camp.seat - 1], mirrored=place == 1, bare=shows_bare(seats))
        side.camp(camp, wing, beaten=fight.fallen == place)
        if fight.rounds:
            side.total(wing, throw.total, best=throw.total == best > min(each.total for each in throws))
    _verdict(pen, fight, plan)
    image = pen.done()
    if plan.width > width:
        image = image.resize((width, round(plan.height * width / plan.width)), Image.Resampling.LANCZOS)
    return image


class _Side:
    """One camp's half of the strip; distances count from its own edge."""

    def __init__(self, pen: Pen, plan: Plan, livery: Livery, *, mirrored: bool, bare: bool) -> None:
        self._bare = bare
        self._pen, self._plan, self._livery, self._mirrored = pen, plan, livery, mirrored
        self._soft = blend(pen.theme.card, pen.theme.ink, 5 / 6)
        self._align = float(mirrored)

    def _x(self, distance: float) -> float:
        return self._plan.width - distance if self._mirrored else distance

    def camp(self, camp: Camp, wing: Wing, *, beaten: bool) -> None:
        """A camp's pieces, its name, its dice and its modifiers."""
        pen, middle = self._pen, self._plan.height / 2
        if len(camp.fighters) == 1:
            self._piece(camp.fighters[0], (self._x(PAD + EMBLEM), middle), EMBLEM, beaten=beaten)
        lines = len(wing.lines)
        top = NAME + (self._plan.height - NAME - PAD / 2) / 2
        name = (self._x(wing.dice), NAME / 2 + 5)
        room = wing.total - wing.dice - GAP
        pen.text(camp.name, NAME_SIZE, name, pen.theme.ink, self._align, Weight.BOLD, room)
        for index, line in enumerate(wing.lines):
            self._dice(line, wing.dice, top + LINE * (index + 0.5 - lines / 2), beaten=beaten)
        beside = top if len(camp.fighters) == 1 else NAME / 2 + 7
        for index, modifier in enumerate(camp.modifiers):
            height = beside + 25 * (index + 0.5 - len(camp.modifiers) / 2)
            pen.text(words_of(modifier), WORDS_SIZE, (self._x(wing.words), height), self._soft, self._align)

    def _dice(self, line: Sequence[Group], start: float, height: float, *, beaten: bool) -> None:
        """A line of dice in the order they were rolled, from the camp's edge inwards."""
        pen, at = self._pen, start
        for group in line:
            following = at + group.width
            if group.fighter:
                self._piece(group.fighter, (self._x(at + SMALL), height), SMALL, beaten=beaten)
                at += 2 * SMALL + GAP / 2
            size = SMALL_DIE if group.fighter else DIE
            for die in group.dice:
                width = die_width(die, size)
                draw_die(pen.canvas, pen.theme, self._livery, die, (self._x(at + width / 2), height), size)
                at += width + GAP / 3
            at = following

    def _piece(self, fighter: DrawnFighter, centre: Point, radius: float, *, beaten: bool) -> None:
        """A fighter with its tokens, struck through if it falls."""
        pen, (x, y) = self._pen, centre
        pen.piece(self._livery, fighter.figure, fighter.tokens, centre, radius, bare=self._bare)
        if beaten:
            ends = [(x - radius, y + radius), (x + radius, y - radius)]
            pen.line(ends, pen.theme.ink, radius * 0.34)
            pen.line(ends, pen.theme.accent, radius * 0.18)

    def total(self, wing: Wing, total: int, *, best: bool) -> None:
        """What a camp's dice make; the higher of both on a dark ground."""
        pen, middle, theme = self._pen, self._plan.height / 2, self._pen.theme
        near, far = sorted((self._x(wing.total), self._x(wing.total + TOTAL)))
        if best:
            pen.box(near, middle - 32, far, middle + 32, theme.ink)
        fill = theme.card if best else theme.ink
        pen.text(str(total).replace("-", "−"), _TOTAL_SIZE, ((near + far) / 2, middle), fill, 0.5, Weight.BOLD)


def _verdict(pen: Pen, fight: DrawnFight, plan: Plan) -> None:
    """How it ended, below what led there and above what came of it, each in a line."""
    left, right = plan.wings[0].width, plan.width - plan.wings[1].width
    room, middle = right - left - 2 * GAP, (left + right) / 2
    soft = blend(pen.theme.card, pen.theme.ink, 5 / 6)
    lines = [
        (before_words(fight), WORDS_SIZE, soft, Weight.MEDIUM),
        (fight.verdict, _VERDICT_SIZE, pen.theme.ink, Weight.BOLD),
        (fight.note, WORDS_SIZE, soft, Weight.MEDIUM),
    ]
    written = [line for line in lines if line[0]]
    height = plan.height / 2 - sum(size * 1.3 for _, size, _, _ in written) / 2
    for text, size, fill, weight in written:
        pen.text(text, size, (middle, height + size * 0.65), fill, 0.5, weight, room)
        height += size * 1.3


def before_words(fight: DrawnFight) -> str:
    """What is special about a fight, and the rounds before the last, which were ties: `tied 4–4, 6–6`."""
    ties = ", ".join("–".join(str(throw.total).replace("-", "−") for throw in throws) for throws in fight.rounds[:-1])
    return " · ".join(each for each in (fight.occasion, f"tied {ties}" if ties else "") if each)
