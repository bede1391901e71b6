"""The page: the largest board that fits, the sides' cards in the corners it leaves free, and the caption above."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import pairwise
from math import ceil, floor, inf
from typing import NamedTuple

from renderer.layout.cells import Layout, Point, Room, layout_of
from renderer.scene import Grid
from renderer.theme import Theme

_LABEL = 0.16
_RIGHT = 2

Segment = tuple[Point, Point]


class CardPlace(NamedTuple):
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
    places: tuple[CardPlace, ...]
    layout: Layout

    def centre(self, cell: int, drop: float = 0.0) -> Point:
        """The centre of a cell in the picture, or the point `drop` pixels below it."""
        x, y = self.layout.centres[cell]
        return self.left + x, self.top + y + drop


@lru_cache(maxsize=256)
def page_of(theme: Theme, grid: Grid, sides: int) -> Page:
    """The page for a board and a number of sides: the board as large as the theme allows.

    A theme narrower than the caption and the cards gives a page as wide as they need.
    """
    full = max(theme.width_px, _least(theme, sides) + 2 * theme.margin_px)

    def too_large(width: int) -> bool:
        page = _page(theme, grid, sides, width, full)
        return page.width > full or page.height > theme.height_px

    widths = range(1, max(1, full - 2 * theme.margin_px) + 1)
    fitting = bisect_right(widths, x=False, key=too_large)
    return _page(theme, grid, sides, widths[max(0, fitting - 1)], full)


def _least(theme: Theme, sides: int) -> int:
    """How wide the caption and the cards are that stand side by side."""
    caption = theme.caption_width_px if theme.caption_px else 0
    if not sides:
        return caption
    return max(caption, theme.panel_px if sides > _RIGHT else 0) + theme.gap_px + theme.panel_px


def _page(theme: Theme, grid: Grid, sides: int, width: int, full: int) -> Page:
    """The page with a board of at most this width, which stands in the middle of what it leaves of a `full` one."""
    margin, head, card = theme.margin_px, _head(theme), theme.card_px + theme.gap_px
    layout = layout_of(grid, Room(width, theme.height_px - 2 * margin, theme.pitch_px))
    outline = _outline(layout)
    above = head if sides > _RIGHT else head - min(head, _room_above(theme, outline))
    inner = max(above + layout.height, card * min(sides, _RIGHT), head + card * max(0, sides - _RIGHT))
    top = margin + above + (inner - above - layout.height) // 2
    foot = margin + inner
    upper, lower = margin + card - top, foot - card - top
    right = [_reach(outline, 1, lower, inf), _reach(outline, 1, -inf, upper)]
    left = [_reach(outline, -1, -inf, upper + head), _reach(outline, -1, lower, inf)]
    west = margin + _beyond(theme, left[: max(0, sides - _RIGHT)])
    east = west + max(layout.width, _beyond(theme, right[:sides]))
    spare = max(0, full - margin - east)
    near = east + spare - theme.panel_px
    others = (CardPlace(near, margin), CardPlace(margin, margin + head), CardPlace(margin, foot, foot=True))
    places = (*others[: sides - 1], CardPlace(near, foot, foot=True)) if sides else ()
    return Page(east + spare + margin, foot + margin, west + spare // 2, top, places, layout)


def _beyond(theme: Theme, reaches: Iterable[float]) -> int:
    """How far cards go that stand past where a board reaches beside them; none does where it reaches nowhere."""
    return ceil(max((0.0, *(each + theme.gap_px + theme.panel_px for each in reaches))))


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
