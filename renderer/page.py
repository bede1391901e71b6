"""The page: the largest board that fits, the sides' cards in the corners it leaves free, and the caption above."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import pairwise
from math import ceil, floor, inf
from typing import NamedTuple

from renderer.layout import Layout, Point, Room, layout_of
from renderer.scene import Grid
from renderer.theme import Theme

_LABEL = 0.16
_RIGHT = 2

Segment = tuple[Point, Point]


class Place(NamedTuple):
    """Where a card goes, in pixels: its left edge, and its upper one, or its lower one at the foot of the page."""

    left: int
    edge: int
    foot: bool = False


class Page(NamedTuple):
    """The parts of a picture in pixels: its size, the board's upper left corner, the places of the cards.

    The places run as a scene's sides do: the next player's card is at the upper right, the viewer's at the lower right,
    a third and a fourth one at the upper and the lower left, each beside its owner's end of the board.
    """

    width: int
    height: int
    left: int
    top: int
    places: tuple[Place, ...]
    layout: Layout

    def centre(self, cell: int, drop: float = 0.0) -> Point:
        """The centre of a cell in the picture, or the point `drop` pixels below it."""
        x, y = self.layout.centres[cell]
        return self.left + x, self.top + y + drop


@lru_cache(maxsize=256)
def page_of(theme: Theme, grid: Grid, sides: int) -> Page:
    """The page for a board and a number of sides: the board as large as the theme allows."""

    def too_large(width: int) -> bool:
        page = _page(theme, grid, sides, width)
        return page.width > theme.width_px or page.height > theme.height_px

    widths = range(1, theme.width_px - 2 * theme.margin_px + 1)
    fitting = bisect_right(widths, x=False, key=too_large)
    return _widened(_page(theme, grid, sides, widths[max(0, fitting - 1)]), theme.width_px)


def _widened(page: Page, width: int) -> Page:
    """The page as wide as that at least, the board in the middle of the room it gains."""
    more = max(0, width - page.width)
    places = tuple(place._replace(left=place.left + more * (place.left > page.left)) for place in page.places)
    return page._replace(width=page.width + more, left=page.left + more // 2, places=places)


def _page(theme: Theme, grid: Grid, sides: int, width: int) -> Page:
    """The page with a board of at most this width."""
    margin, head, card = theme.margin_px, _head(theme), theme.card_px + theme.gap_px
    layout = layout_of(grid, Room(width, theme.height_px - 2 * margin, theme.pitch_px, theme.named_pitch_px))
    outline = _outline(layout)
    above = head if sides > _RIGHT else head - min(head, _room_above(theme, outline))
    inner = max(above + layout.height, card * min(sides, _RIGHT), head + card * max(0, sides - _RIGHT))
    top = margin + above + (inner - above - layout.height) // 2
    foot = margin + inner
    upper, lower = margin + card - top, foot - card - top
    right = [_reach(outline, 1, -inf, upper), _reach(outline, 1, lower, inf)]
    left = [_reach(outline, -1, -inf, upper + head), _reach(outline, -1, lower, inf)]
    wide = theme.gap_px + theme.panel_px
    west = margin + max(0, *(ceil(wide + each) for each in left[: max(0, sides - _RIGHT)]), 0)
    east = west + max(layout.width, *(ceil(wide + each) for each in right[:sides]), 0)
    near = east - theme.panel_px
    others = (Place(near, margin), Place(margin, margin + head), Place(margin, foot, foot=True))
    places = (*others[: sides - 1], Place(near, foot, foot=True)) if sides else ()
    return Page(east + margin, foot + margin, west, top, places, layout)


def _head(theme: Theme) -> int:
    """The height of the caption and the gap below it."""
    return theme.caption_px + theme.gap_px if theme.caption_px else 0


def _room_above(theme: Theme, outline: Iterable[Segment]) -> int:
    """How much room the board leaves below its upper left corner for the caption."""
    across = [((y, x), (ey, ex)) for (x, y), (ex, ey) in outline]
    return floor(-_reach(across, -1, -inf, theme.caption_width_px + theme.gap_px))


def _outline(layout: Layout) -> Sequence[Segment]:
    """The edges of all cells, and of squares around the labels."""
    half = layout.pitch * _LABEL
    square = ((-half, -half), (half, -half), (half, half), (-half, half))
    shapes = [layout.outline(cell) for cell in range(len(layout.centres))]
    shapes += [tuple((x + dx, y + dy) for dx, dy in square) for (x, y) in (label.centre for label in layout.labels)]
    return [edge for shape in shapes for edge in pairwise((*shape, shape[0]))]


def _reach(segments: Iterable[Segment], way: int, top: float, bottom: float) -> float:
    """How far segments reach to the right (`way` 1) or to the left (-1) within a band of heights; -inf for none."""
    best = -inf
    for one, other in segments:
        (x, y), (ex, ey) = sorted((one, other), key=lambda point: point[1])
        if ey < top or y > bottom:
            continue
        for height in (max(y, top), min(ey, bottom)):
            part = (height - y) / (ey - y) if ey > y else 0.0
            best = max(best, way * (x + (ex - x) * part))
        if ey == y:
            best = max(best, way * ex)
    return best
