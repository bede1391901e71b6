"""Dice as pictures: pips on six faces, an outline with a number for other dice."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from renderer.fights.fight import Die
from renderer.sprites.canvas import FINE, Canvas, Point
from renderer.sprites.fonts import Weight, text_mask
from renderer.theme import Colour, Livery, Theme, blend

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


class Dye(NamedTuple):
    """The colours of a die: its body, its edge, and the pips or number on it."""

    body: Colour
    edge: Colour
    mark: Colour


def die_width(die: Die, size: float) -> float:
    """How wide a die is drawn, in pixels, where one that counts is `size` wide: those that do not count are smaller."""
    return size if die.counts else size * 0.74


def draw_die(canvas: Canvas, theme: Theme, livery: Livery, die: Die, centre: Point, size: float) -> None:
    """A die in its side's colours; one that does not count is smaller, pale and struck through."""
    half = die_width(die, size) / 2
    dye = Dye(livery.fill, theme.ink, livery.icon) if die.counts else _pale(theme)
    shape = {6: _SQUARE, 8: _DIAMOND}.get(die.faces, _TRAPEZOHEDRON)

    def at(point: Point, scale: float = 1.0) -> Point:
        return centre[0] + point[0] * half * scale, centre[1] + point[1] * half * scale

    _body(canvas, [at(point, 0.86) for point in shape], dye, half)
    for ridge in _RIDGES.get(die.faces, ()):
        canvas.line([at(point, 0.86) for point in ridge], blend(dye.body, dye.mark, 0.3), half * 0.05)
    if not die.counts:
        canvas.line((at((-1, 1)), at((1, -1))), theme.ink, half * 0.12)
    if die.faces == 6:
        for pip in _PIPS[die.value]:
            if not die.counts:
                canvas.disc(at(pip, 0.86), half * 0.28, dye.body)
            canvas.disc(at(pip, 0.86), half * 0.17, dye.mark)
    else:
        text = str(die.value)
        canvas.stamp(text_mask(text, half * (1.06 if len(text) == 1 else 0.94) * FINE, Weight.BOLD), centre, dye.mark)


def _pale(theme: Theme) -> Dye:
    body, edge, mark = (blend(theme.card, theme.ink, part / 6) for part in (0, 3, 4))
    return Dye(body, edge, mark)


def _body(canvas: Canvas, points: Sequence[Point], dye: Dye, half: float) -> None:
    """The die's outline: an edge around its body."""
    canvas.polygon(points, dye.edge, half * 0.14)
    canvas.polygon(points, dye.body, half * 0.05)
