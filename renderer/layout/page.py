"""The page: the largest board that fits, with the cards of the sides and the caption where they cost it least."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from math import ceil, floor
from typing import NamedTuple

from renderer.layout.cells import Extent, Layout, Point, Room, extent_of, laid, shape_of
from renderer.layout.outline import Outline, Segment, outline_of, reach
from renderer.scene import Grid


class Sizes(NamedTuple):
    """How large a page and its parts may be; lengths are pixels.

    A page is at most `width` wide and `height` high, its cells lie at most a `pitch` apart. The sides' cards are
    `card_width` wide and at most `card_height` high. A caption is at most as high as `caption`, 0 for none, and its
    first line has at least `caption_width`. Names of cells smaller than `least_name` are left out, infinity for all;
    `labels` says whether letters and numbers stand beside the board.
    """

    width: int = 1000
    height: int = 950
    margin: int = 16
    gap: int = 12
    pitch: float = 112.0
    card_width: int = 240
    card_height: int = 104
    caption: int = 104
    caption_width: int = 240
    least_name: float = 8.0
    labels: bool = True


PAGE = Sizes()
"""The sizes of a page."""


def plain(width: int, height: int, pitch: float = PAGE.pitch, margin: int = 2) -> Sizes:
    """The sizes of a board alone, without names, labels and caption, that fits a box."""
    return Sizes(width, height, margin=margin, pitch=pitch, caption=0, least_name=float("inf"), labels=False)


BAND = 8
"""How high the bands are in which the width of a caption's place is measured."""
FULL = 1000
"""How wide a page is on which letters and cards have their full size."""
_HEADLINE = 40
_LINE = 170


class CardPlace(NamedTuple):
    """Where a card goes: its left edge, its upper one or at the foot of a page its lower one, its size.

    A card is at most `height` high.
    """

    left: int
    edge: int
    width: int
    height: int
    foot: bool = False


class CaptionPlace(NamedTuple):
    """Where the caption goes: its upper left corner, and how wide it may be in each `BAND` from there on."""

    left: int
    top: int
    widths: tuple[int, ...]


class Page(NamedTuple):
    """The parts of a picture: its size, the board's upper left corner, the places of the cards and of the caption.

    The cards' places run as a scene's sides do: the next player's card is at the upper right, the viewer's at the lower
    right, that of a third player at the lower left, but with four at the upper left. `scale` says how large letters and
    cards are: a screen enlarges narrow pages more, so that they need less.
    """

    width: int
    height: int
    left: int
    top: int
    places: tuple[CardPlace, ...]
    caption: CaptionPlace
    layout: Layout
    scale: float

    def centre(self, cell: int, drop: float = 0.0) -> Point:
        """The centre of a cell in the picture, or the point `drop` pixels below it."""
        x, y = self.layout.centres[cell]
        return self.left + x, self.top + y + drop


class Frame(NamedTuple):
    """A page before its cells are laid out: `caption` finds how wide the caption may be, as in its place."""

    width: int
    height: int
    left: int
    top: int
    places: tuple[CardPlace, ...]
    caption: Callable[[], tuple[int, ...]]
    extent: Extent
    scale: float


class PagePlan(NamedTuple):
    """How a page may be made: the cards' width and height, the caption's height, and the scale of letters."""

    wide: int
    high: int
    caption: int
    scale: float

    def caption_boxes(self, sizes: Sizes) -> tuple[tuple[int, int], ...]:
        """The widths and heights that a caption needs at least: its first line is the widest one."""
        if not self.caption:
            return ()
        headline, line = round(_HEADLINE * self.scale), round(_LINE * self.scale)
        return (round(sizes.caption_width * self.scale), headline), (line, self.caption)


def barred(sizes: Sizes, sides: int, plan: PagePlan, extent: Extent) -> Frame:
    """The frame of a board; two cards share a bar if there are more than two, and with three the lower one."""
    margin, gap = sizes.margin, sizes.gap // 2
    above = sides // 2
    below = sides - above
    least = max((0, *(width for width, _ in plan.caption_boxes(sizes)), below * (plan.wide + gap) - gap))
    inner = max(extent.width, least)
    head = margin + (plan.caption + gap if plan.caption else 0)
    top = head + (plan.high + gap) * (above > 0)
    end = top + extent.height
    foot = end + (gap + plan.high) * (below > 0)
    upper = _bar(plan, above, (margin, inner, gap), head, foot=False)
    lower = _bar(plan, below, (margin, inner, gap), foot, foot=True)
    return Frame(
        width=inner + 2 * margin,
        height=foot + margin,
        left=margin + (inner - extent.width) // 2,
        top=top,
        places=(*reversed(upper), *lower),
        caption=lambda: (inner,) * -(-plan.caption // BAND),
        extent=extent,
        scale=plan.scale,
    )


def _bar(plan: PagePlan, count: int, across: tuple[int, int, int], edge: int, *, foot: bool) -> list[CardPlace]:
    """So many places side by side in a bar."""
    left, inner, gap = across
    step = (inner + gap) // max(1, count)
    return [CardPlace(left + step * place, edge, step - gap, plan.high, foot) for place in range(count)]


_RIGHT = 2
_ALL = 4
_WIDEST = 1.35
_CLEAR = 2
"""How many gaps a caption keeps from the board, so that its last word is not read with a label."""


class _Corner(NamedTuple):
    """A corner for a card: whether it is on the left and at the foot, and where the board ends beside it.

    That is how far the board reaches towards the corner's side, -inf if it is not beside the card at all.
    """

    left: bool
    foot: bool
    reach: float


def cornered(sizes: Sizes, outline: Outline, sides: int, plan: PagePlan, extent: Extent) -> Frame:
    """The frame of a board; it is wider than the board where cards stand past what that reaches beside them."""
    margin, gap = sizes.margin, sizes.gap
    boxes = plan.caption_boxes(sizes)
    head, card = plan.caption + gap if boxes else 0, plan.high + gap
    above = max((0, *(height - outline.room_above(extent, width + gap) for width, height in boxes)))
    inner = max(above + extent.height, card * min(sides, _RIGHT), head + card * max(0, sides - _RIGHT))
    top, foot = margin + above + (inner - above - extent.height) // 2, margin + inner
    upper, lower = margin + card - top, foot - card - top
    corners = _taken(
        sides,
        _Corner(left=False, foot=False, reach=outline.reach(extent, 1, -1, upper)),
        _Corner(left=True, foot=False, reach=outline.reach(extent, -1, -1, upper + head)),
        _Corner(left=True, foot=True, reach=outline.reach(extent, -1, 1, lower)),
        _Corner(left=False, foot=True, reach=outline.reach(extent, 1, 1, lower)),
    )
    west = margin + _beyond(sizes, plan, (each.reach for each in corners if each.left))
    east = west + max(extent.width, _beyond(sizes, plan, (each.reach for each in corners if not each.left)))
    caption = max((0, *(width for width, _ in boxes)))
    least = max(caption, plan.wide * (sides > _RIGHT))
    end = max(east, margin + least + (gap + plan.wide) * (sides > 0))
    board = west + (end - east) // 2
    places = []
    for corner in corners:
        free = board - margin - corner.reach if corner.left else end - board - corner.reach
        most = min(plan.wide * _WIDEST, free - gap, end - margin - gap - least)
        width = max(plan.wide, floor(most))
        left = margin if corner.left else end - width
        edge = foot if corner.foot else margin + head * corner.left
        places.append(CardPlace(left, edge, width, plan.high, corner.foot))
    beside = places[0].left - gap if sides > 1 else end
    return Frame(
        width=end + margin,
        height=foot + margin,
        left=board,
        top=top,
        places=tuple(places),
        caption=lambda: _widths(sizes, plan, outline.sized(extent), (board, top), beside - margin),
        extent=extent,
        scale=plan.scale,
    )


def _taken(sides: int, *corners: _Corner) -> Sequence[_Corner]:
    """The corners that cards stand in, in the order of a page's places."""
    at_next, upper, lower, at_viewer = corners
    others = (at_next, upper, lower) if sides == _ALL else (at_next, lower)
    return (*others[: sides - 1], at_viewer) if sides else ()


def _beyond(sizes: Sizes, plan: PagePlan, reaches: Iterable[float]) -> int:
    """How far cards go that stand past where a board reaches beside them; none does where it reaches nowhere."""
    return ceil(max((0.0, *(each + sizes.gap + plan.wide for each in reaches))))


def _widths(
    sizes: Sizes, plan: PagePlan, outline: Sequence[Segment], board: tuple[int, int], most: int
) -> tuple[int, ...]:
    """How wide the caption may be, band by band, before it comes near a board that begins at a point of the page."""
    left, top = board[0] - sizes.margin, board[1] - sizes.margin
    gap, foot = sizes.gap, plan.caption + sizes.gap - top
    upper = [(one, other) for one, other in outline if min(one[1], other[1]) <= foot]
    bands = ((height - top - gap / 2, height + BAND - top + gap / 2) for height in range(0, plan.caption, BAND))
    return tuple(max(0, floor(min(most, left - reach(upper, -1, *band) - _CLEAR * gap, FULL))) for band in bands)


__all__ = ["CardPlace", "Page", "page_of"]

_SCALES = (0.7, 0.8, 0.9, 1.0)
_CARDS = (0.8, 0.9, 1.0)
_NEARLY = 0.98
_BOX = 0.9
_EASY_PX = 920
_BAR_PX = 58
_BAND_PX = 68
_STEP_PX = 4

_Make = Callable[[PagePlan, Extent], Frame]


@lru_cache(maxsize=256)
def page_of(sizes: Sizes, grid: Grid, sides: int) -> Page:
    """The page for a board and a number of sides on which the board is largest; it is no wider than its parts need.

    The board is largest that would be so in a box a little higher than wide, and where that makes little difference, by
    its part of the page's width; where that makes little, either, letters and cards are as large as they can be. A
    page too small for caption and cards is as large as they need.
    """
    frames = list(_frames(sizes, grid, sides))
    for worth in (_in_a_box, _in_a_column):
        least = _NEARLY * max(map(worth, frames))
        frames = [frame for frame in frames if worth(frame) >= least]
    frame = max(frames, key=_easily_read)
    return Page(
        frame.width,
        frame.height,
        frame.left,
        frame.top,
        frame.places,
        CaptionPlace(sizes.margin, sizes.margin, frame.caption()),
        laid(grid, frame.extent, sizes.least_name, labels=sizes.labels),
        frame.scale,
    )


def _in_a_box(frame: Frame) -> float:
    return frame.extent.pitch / max(frame.width, frame.height * _BOX)


def _in_a_column(frame: Frame) -> float:
    return frame.extent.pitch / frame.width


def _easily_read(frame: Frame) -> tuple[float, int]:
    return frame.scale, max((place.width for place in frame.places), default=0)


def _frames(sizes: Sizes, grid: Grid, sides: int) -> Iterator[Frame]:
    """The pages to choose from: on none are letters smaller, once it is as wide as a screen, than on a full one."""
    outline = outline_of(grid, labels=sizes.labels)

    def corners(plan: PagePlan, extent: Extent) -> Frame:
        return cornered(sizes, outline, sides, plan, extent)

    def bars(plan: PagePlan, extent: Extent) -> Frame:
        return barred(sizes, sides, plan, extent)

    ways = [(corners, (sizes.card_width * across, sizes.card_height, sizes.caption)) for across in _CARDS]
    ways.append((bars, (sizes.card_width, _BAR_PX, min(sizes.caption, _BAND_PX))))
    for make, parts in ways if sides else ways[:1]:
        for scale in _SCALES:
            wide, high, caption = (round(size * scale) for size in parts)
            frame = _largest(sizes, grid, make, PagePlan(wide, high, caption, scale))
            if frame.width <= _EASY_PX * scale or scale == _SCALES[-1]:
                yield frame


def _largest(sizes: Sizes, grid: Grid, make: _Make, plan: PagePlan) -> Frame:
    """The page with the largest board that the sizes allow."""
    shape = shape_of(grid, labels=sizes.labels)

    def framed(width: int) -> Frame:
        return make(plan, extent_of(shape, Room(width, sizes.height - 2 * sizes.margin, sizes.pitch)))

    def too_large(width: int) -> bool:
        found = framed(width)
        return found.width > sizes.width or found.height > sizes.height

    widths = range(1, max(2, sizes.width - 2 * sizes.margin), _STEP_PX)
    if not too_large(widths[-1]):
        return framed(widths[-1])
    return framed(widths[max(1, bisect_right(widths, x=False, key=too_large)) - 1])
