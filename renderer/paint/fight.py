"""The strip below the board that shows a fight: who fought, the dice of the last round, what they make, who fell."""

from collections.abc import Sequence
from functools import lru_cache
from math import ceil, inf
from typing import NamedTuple

from PIL import Image

from renderer.fight import Camp, Die, DrawnFight, DrawnFighter, Modifier, Throw
from renderer.paint.canvas import FINE, Canvas, Point
from renderer.paint.pen import Pen
from renderer.paint.text import Weight, text_mask, text_width
from renderer.theme import Livery, Theme, blend, shows_bare

_NEAR, _FAR = -0.5, 0.5
_PIPS: dict[int, tuple[Point, ...]] = {
    1: ((0, 0),),
    2: ((_NEAR, _FAR), (_FAR, _NEAR)),
    3: ((_NEAR, _FAR), (0, 0), (_FAR, _NEAR)),
    4: ((_NEAR, _NEAR), (_NEAR, _FAR), (_FAR, _NEAR), (_FAR, _FAR)),
    5: ((_NEAR, _NEAR), (_NEAR, _FAR), (0, 0), (_FAR, _NEAR), (_FAR, _FAR)),
    6: ((_NEAR, _NEAR), (_NEAR, 0), (_NEAR, _FAR), (_FAR, _NEAR), (_FAR, 0), (_FAR, _FAR)),
}
_SQUARE: tuple[Point, ...] = ((-0.86, -0.86), (0.86, -0.86), (0.86, 0.86), (-0.86, 0.86))
_DIAMOND: tuple[Point, ...] = ((0, -1.04), (1.04, 0), (0, 1.04), (-1.04, 0))
_TRAPEZOHEDRON: tuple[Point, ...] = ((0, -1), (1.02, -0.36), (1.02, 0.36), (0, 1), (-1.02, 0.36), (-1.02, -0.36))
_RIDGES: dict[int, tuple[tuple[Point, ...], ...]] = {
    8: (((-0.64, 0.4), (0.64, 0.4)),),
    10: (
        ((-1.02, 0.36), (-0.7, 0.24), (0, -1), (0.7, 0.24), (1.02, 0.36)),
        ((-0.7, 0.24), (0, 0.6), (0.7, 0.24)),
        ((0, 0.6), (0, 1)),
    ),
}


def die_width(die: Die, size: float) -> float:
    """The width of a die in pixels if one that counts is `size` wide: others are smaller."""
    return size if die.counts else size * 0.74


def draw_die(canvas: Canvas, theme: Theme, livery: Livery, die: Die, centre: Point, size: float) -> None:
    """A die in its side's colours; one that does not count is smaller, pale and struck through."""
    half = die_width(die, size) / 2
    body, edge, ink = livery.fill, theme.ink, livery.icon
    if not die.counts:
        body, edge, ink = (blend(theme.card, theme.ink, part / 6) for part in (0, 3, 4))

    def at(point: Point, scale: float = 0.86) -> Point:
        return centre[0] + point[0] * half * scale, centre[1] + point[1] * half * scale

    outline = [at(point) for point in {6: _SQUARE, 8: _DIAMOND}.get(die.faces, _TRAPEZOHEDRON)]
    canvas.polygon(outline, edge, half * 0.14)
    canvas.polygon(outline, body, half * 0.05)
    for ridge in _RIDGES.get(die.faces, ()):
        canvas.line([at(point) for point in ridge], blend(body, ink, 0.3), half * 0.05)
    if not die.counts:
        canvas.line((at((-1, 1), 1.0), at((1, -1), 1.0)), theme.ink, half * 0.12)
    if die.faces == 6:
        for pip in _PIPS[die.value]:
            if not die.counts:
                canvas.disc(at(pip), half * 0.28, body)
            canvas.disc(at(pip), half * 0.17, ink)
    else:
        text = str(die.value)
        canvas.stamp(text_mask(text, half * (1.06 if len(text) == 1 else 0.94) * FINE, Weight.BOLD), centre, ink)


HEIGHT = 104
PAD, GAP = 14, 12
EMBLEM, DIE = 37, 54
SMALL, SMALL_DIE, LINE = 17, 32, 38
TOTAL = 66
NAME, NAME_SIZE, NAME_ROOM = 34, 24, 190
WORDS_SIZE = 20
VERDICT = 270
"""The least room for the verdict."""
_TOTAL_SIZE, _VERDICT_SIZE = 44, 29
_NOTHING = Throw((), 0)


class Group(NamedTuple):
    """A fighter's dice in the last round; its piece comes before them if the camp has several."""

    fighter: DrawnFighter | None
    dice: tuple[Die, ...]

    @property
    def size(self) -> int:
        """The width of a die that counts."""
        return SMALL_DIE if self.fighter else DIE

    @property
    def width(self) -> float:
        """Its width, with the gap after it."""
        dice = sum(die_width(die, self.size) + GAP / 3 for die in self.dice)
        return dice + GAP + (2 * SMALL + GAP / 2 if self.fighter else 0)


class CampLayout(NamedTuple):
    """A camp laid out: where its name and dice begin, its groups in lines, where its modifiers and its total begin.

    The modifiers of a lone piece go beside its dice, those of several beside their name.
    """

    dice: float
    lines: Sequence[Sequence[Group]]
    words: float
    total: float

    @property
    def width(self) -> float:
        """The camp's share of the strip."""
        return self.total + TOTAL + GAP


class Plan(NamedTuple):
    """The strip laid out: its size, and both layouts, the attacker's first."""

    width: int
    height: int
    layouts: tuple[CampLayout, CampLayout]


def planned(fight: DrawnFight, width: int) -> Plan:
    """A lone piece takes what it needs, several take what it leaves them; the strip is wider if it must be.

    Several pieces have at least the room of the words above them.
    """
    crowds = [len(camp.fighters) > 1 for camp in fight.camps]
    taken = sum(_layout_of(*camp, inf).width for camp, crowd in zip(_thrown(fight), crowds, strict=True) if not crowd)
    room = (width - VERDICT - taken) / max(1, sum(crowds)) - PAD - TOTAL - GAP
    layouts = [_layout_of(camp, throw, room) for camp, throw in _thrown(fight)]
    lines = max(len(layout.lines) * crowd for layout, crowd in zip(layouts, crowds, strict=True))
    height = max(HEIGHT, NAME + lines * LINE + PAD // 2)
    return Plan(max(width, ceil(sum(layout.width for layout in layouts)) + VERDICT), height, (layouts[0], layouts[1]))


def _thrown(fight: DrawnFight) -> Sequence[tuple[Camp, Throw]]:
    """Both camps with what they threw in the last round."""
    return list(zip(fight.camps, fight.rounds[-1] if fight.rounds else (_NOTHING, _NOTHING), strict=True))


def _layout_of(camp: Camp, throw: Throw, room: float) -> CampLayout:
    """A camp with its groups in lines, as many in each as the room has place for, its name above them."""
    crowd = len(camp.fighters) > 1
    start = PAD + (0 if crowd else 2 * EMBLEM + GAP)
    name = text_width(camp.name, NAME_SIZE, Weight.BOLD) + GAP
    amounts = max((text_width(words_of(each), WORDS_SIZE) + GAP for each in camp.modifiers), default=0)
    lines: list[list[Group]] = [[]]
    for piece, dice in zip(camp.fighters, throw.dice, strict=False):
        group = Group(piece if crowd else None, dice)
        if lines[-1] and sum(each.width for each in lines[-1]) + group.width > max(room, name + amounts):
            lines.append([])
        lines[-1].append(group)
    across = max(sum(group.width for group in line) for line in lines)
    if crowd:
        return CampLayout(start, lines, start + name, start + max(across, name + amounts))
    return CampLayout(start, lines, start + across, start + max(min(NAME_ROOM, name), across + amounts))


def words_of(modifier: Modifier) -> str:
    """A modifier beside the dice: `+1 weapon`, `−2 fatigue`."""
    return f"{modifier.amount:+d} {modifier.word}".replace("-", "−")


@lru_cache(maxsize=16)
def fight_strip(theme: Theme, seats: tuple[str, ...], fight: DrawnFight, width: int) -> Image.Image:
    """The strip of a fight in RGB, `width` pixels wide; where that is too narrow, all of it is smaller.

    `seats` are the names of the game's sides, in seat order.
    """
    plan = planned(fight, width)
    pen = Pen(theme, plan.width, plan.height)
    pen.box(1.5, 1.5, plan.width - 1.5, plan.height - 1.5, theme.card)
    totals = [throw.total for _, throw in _thrown(fight)]
    liveries = theme.liveries_of(seats)
    for place, (camp, layout, total) in enumerate(zip(fight.camps, plan.layouts, totals, strict=True)):
        side = _Side(pen, plan, liveries[camp.seat - 1], mirrored=place == 1, bare=shows_bare(seats))
        side.camp(camp, layout, beaten=fight.fallen == place)
        if fight.rounds:
            side.total(layout, total, best=total == max(totals) > min(totals))
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

    def camp(self, camp: Camp, layout: CampLayout, *, beaten: bool) -> None:
        """A camp's pieces, its name, its dice and its modifiers."""
        pen, middle = self._pen, self._plan.height / 2
        if len(camp.fighters) == 1:
            self._piece(camp.fighters[0], (self._x(PAD + EMBLEM), middle), EMBLEM, beaten=beaten)
        lines = len(layout.lines)
        top = NAME + (self._plan.height - NAME - PAD / 2) / 2
        name = (self._x(layout.dice), NAME / 2 + 5)
        room = layout.total - layout.dice - GAP
        pen.text(camp.name, NAME_SIZE, name, pen.theme.ink, self._align, Weight.BOLD, room)
        for index, line in enumerate(layout.lines):
            self._dice(line, layout.dice, top + LINE * (index + 0.5 - lines / 2), beaten=beaten)
        beside = top if len(camp.fighters) == 1 else NAME / 2 + 7
        for index, modifier in enumerate(camp.modifiers):
            height = beside + 25 * (index + 0.5 - len(camp.modifiers) / 2)
            pen.text(words_of(modifier), WORDS_SIZE, (self._x(layout.words), height), self._soft, self._align)

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
                draw_die(pen, pen.theme, self._livery, die, (self._x(at + width / 2), height), size)
                at += width + GAP / 3
            at = following

    def _piece(self, fighter: DrawnFighter, centre: Point, radius: float, *, beaten: bool) -> None:
        pen, (x, y) = self._pen, centre
        pen.piece(self._livery, fighter.figure, fighter.tokens, centre, radius, bare=self._bare)
        if beaten:
            ends = [(x - radius, y + radius), (x + radius, y - radius)]
            pen.line(ends, pen.theme.ink, radius * 0.34)
            pen.line(ends, pen.theme.accent, radius * 0.18)

    def total(self, layout: CampLayout, total: int, *, best: bool) -> None:
        """A camp's total; the higher one on a dark ground."""
        pen, middle, theme = self._pen, self._plan.height / 2, self._pen.theme
        near, far = sorted((self._x(layout.total), self._x(layout.total + TOTAL)))
        if best:
            pen.box(near, middle - 32, far, middle + 32, theme.ink)
        fill = theme.card if best else theme.ink
        pen.text(str(total).replace("-", "−"), _TOTAL_SIZE, ((near + far) / 2, middle), fill, 0.5, Weight.BOLD)


def _verdict(pen: Pen, fight: DrawnFight, plan: Plan) -> None:
    left, right = plan.layouts[0].width, plan.width - plan.layouts[1].width
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
    """The peculiarities of a fight, and the tied rounds before the last: `tied 4–4, 6–6`."""
    ties = ", ".join("–".join(str(throw.total).replace("-", "−") for throw in throws) for throws in fight.rounds[:-1])
    return " · ".join(each for each in (fight.occasion, f"tied {ties}" if ties else "") if each)
