"""The page: the largest board that fits, with the cards of the sides and the caption where they cost it least.

Lengths are pixels.
"""

from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from math import ceil, floor, inf
from typing import NamedTuple

from renderer.layout.cells import Extent, Layout, Point, extent_of, lay_out, shape_of
from renderer.layout.outline import Segment, outline_of, reach, room_above, sized
from renderer.scene import Grid

GAP = 12
"""The gap between the parts of a page."""
BAND = 8
"""The height of the bands in which the width of a caption's place is measured."""
FULL = 1000
"""The width of a page on which letters and cards have their full size."""
_CARD, _CARDS = (240, 104), (0.8, 0.9, 1.0)
"""The size of a card in a corner, and the parts of its width to choose from."""
_BAR_HIGH, _BAR_CAPTION = 58, 68
"""The height of cards in bars, and the maximum of the caption above these."""
_CAPTION, _HEADLINE, _LINE = 240, 40, 170
"""The least width of a caption's first line, that line's height, and the least width of the others."""
_RIGHT, _ALL = 2, 4
_WIDEST = 1.35
_CLEAR = 2
"""Gaps between caption and board, so that its last word is not read with a label."""
_SCALES = (0.7, 0.8, 0.9, 1.0)
_NEARLY = 0.98
_BOX = 0.9
_EASY_PX = 920
_STEP_PX = 4


class Sizes(NamedTuple):
    """The limits of a page and its parts.

    A page is at most `width` wide and `height` high, its cells lie at most a `pitch` apart. A caption is at most as
    high as `caption`, 0 for none. Names of cells smaller than `least_name` are left out, infinity for all; `labels`
    adds letters and numbers beside the board.
    """

    width: int = 1000
    height: int = 950
    margin: int = 16
    pitch: float = 112.0
    caption: int = 104
    least_name: float = 8.0
    labels: bool = True


PAGE = Sizes()


def plain(width: int, height: int, pitch: float = PAGE.pitch, margin: int = 2) -> Sizes:
    """The sizes of a board alone, without names, labels and caption, that fits a box."""
    return Sizes(width, height, margin, pitch, caption=0, least_name=inf, labels=False)


class CardPlace(NamedTuple):
    """The place of a card: its left edge, its upper one or at the foot of a page its lower one, its size.

    A card is at most `height` high.
    """

    left: int
    edge: int
    width: int
    height: int
    foot: bool = False


class CaptionPlace(NamedTuple):
    """The place of the caption: its upper left corner, and its maximum width in each `BAND` from there on."""

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

    def centre(self, cell: int) -> Point:
        """The centre of a cell in the picture."""
        x, y = self.layout.centres[cell]
        return self.left + x, self.top + y

    def outline(self, cell: int, scale: float = 1.0) -> list[Point]:
        """The corners of a cell in the picture, drawn towards its centre by a scale."""
        return [(self.left + x, self.top + y) for x, y in self.layout.outline(cell, scale)]


class _Frame(NamedTuple):
    """A page before its cells are laid out: `caption` finds how wide the caption may be, as in its place."""

    width: int
    height: int
    left: int
    top: int
    places: tuple[CardPlace, ...]
    caption: Callable[[], tuple[int, ...]]
    extent: Extent
    scale: float


class _Plan(NamedTuple):
    """A candidate page: its cards' number, width and height, the caption's height, and the scale of letters."""

    sizes: Sizes
    sides: int
    wide: int
    high: int
    caption: int
    scale: float

    def caption_boxes(self) -> tuple[tuple[int, int], ...]:
        """The widths and heights that a caption needs at least: its first line is the widest one."""
        if not self.caption:
            return ()
        first, headline, line = (round(size * self.scale) for size in (_CAPTION, _HEADLINE, _LINE))
        return (first, headline), (line, self.caption)


@lru_cache(maxsize=256)
def page_of(sizes: Sizes, grid: Grid, sides: int) -> Page:
    """The page for a board and a number of sides on which the board is largest; it is no wider than its parts need.

    The board is largest that would be so in a box a little higher than wide, and where that makes little difference, by
    its part of the page's width; where that makes little, either, letters and cards are as large as they can be. A
    page too small for caption and cards is as large as they need.
    """
    frames = list(_frames(sizes, grid, sides))
    for box in (_BOX, 0.0):
        worths = [frame.extent.pitch / max(frame.width, frame.height * box) for frame in frames]
        frames = [frame for frame, worth in zip(frames, worths, strict=True) if worth >= _NEARLY * max(worths)]
    frame = max(frames, key=lambda each: (each.scale, max((place.width for place in each.places), default=0)))
    return Page(
        frame.width,
        frame.height,
        frame.left,
        frame.top,
        frame.places,
        CaptionPlace(sizes.margin, sizes.margin, frame.caption()),
        lay_out(grid, frame.extent, sizes.least_name, labels=sizes.labels),
        frame.scale,
    )


def _frames(sizes: Sizes, grid: Grid, sides: int) -> Iterator[_Frame]:
    """The pages to choose from: on none are letters smaller, once it is as wide as a screen, than on a full one."""
    outline, (card, tall) = outline_of(grid, labels=sizes.labels), _CARD

    def cornered(plan: _Plan, extent: Extent) -> _Frame:
        return _cornered(plan, sized(outline, extent), extent)

    ways = [(cornered, (card * across, tall, sizes.caption)) for across in _CARDS]
    ways.append((_barred, (card, _BAR_HIGH, min(sizes.caption, _BAR_CAPTION))))
    for make, parts in ways if sides else ways[:1]:
        for scale in _SCALES:
            wide, high, caption = (round(size * scale) for size in parts)
            frame = _largest(make, grid, _Plan(sizes, sides, wide, high, caption, scale))
            if frame.width <= _EASY_PX * scale or scale == _SCALES[-1]:
                yield frame


def _largest(make: Callable[[_Plan, Extent], _Frame], grid: Grid, plan: _Plan) -> _Frame:
    sizes, shape = plan.sizes, shape_of(grid, labels=plan.sizes.labels)

    def framed(width: int) -> _Frame:
        return make(plan, extent_of(shape, width, sizes.height - 2 * sizes.margin, sizes.pitch))

    def too_large(width: int) -> bool:
        found = framed(width)
        return found.width > sizes.width or found.height > sizes.height

    widths = range(1, max(2, sizes.width - 2 * sizes.margin), _STEP_PX)
    if not too_large(widths[-1]):
        return framed(widths[-1])
    return framed(widths[max(1, bisect_right(widths, x=False, key=too_large)) - 1])


def _barred(plan: _Plan, extent: Extent) -> _Frame:
    """The cards in bars above and below the board, as wide as the page.

    Two cards share a bar if there are more than two, and with three the lower one.
    """
    margin, gap, above = plan.sizes.margin, GAP // 2, plan.sides // 2
    below = plan.sides - above
    inner = max(extent.width, below * (plan.wide + gap) - gap, *(width for width, _ in plan.caption_boxes()))
    head = margin + (plan.caption + gap if plan.caption else 0)
    top = head + (plan.high + gap) * (above > 0)
    foot = top + extent.height + (gap + plan.high) * (below > 0)

    def bar(count: int, edge: int, *, foot: bool) -> list[CardPlace]:
        step = (inner + gap) // max(1, count)
        return [CardPlace(margin + step * place, edge, step - gap, plan.high, foot) for place in range(count)]

    return _Frame(
        width=inner + 2 * margin,
        height=foot + margin,
        left=margin + (inner - extent.width) // 2,
        top=top,
        places=(*reversed(bar(above, head, foot=False)), *bar(below, foot, foot=True)),
        caption=lambda: (inner,) * -(-plan.caption // BAND),
        extent=extent,
        scale=plan.scale,
    )


class _Corner(NamedTuple):
    """A corner for a card: whether it is on the left and at the foot, and where the board ends beside it.

    That is how far the board reaches towards the corner's side, -inf if it is not beside the card at all.
    """

    left: bool
    foot: bool
    reach: float


def _cornered(plan: _Plan, outline: Sequence[Segment], extent: Extent) -> _Frame:
    """The caption and the cards in the corners that the board leaves free, or past what it reaches beside them."""
    margin, sides, boxes = plan.sizes.margin, plan.sides, plan.caption_boxes()
    head, card = plan.caption + GAP if boxes else 0, plan.high + GAP
    above = max((0, *(height - room_above(outline, extent, width + GAP) for width, height in boxes)))
    inner = max(above + extent.height, card * min(sides, _RIGHT), head + card * max(0, sides - _RIGHT))
    top, foot = margin + above + (inner - above - extent.height) // 2, margin + inner
    upper, lower = margin + card - top, foot - card - top
    corners = [
        _Corner(left=False, foot=False, reach=reach(outline, 1, -inf, upper)),
        _Corner(left=True, foot=False, reach=reach(outline, -1, -inf, upper + head)),
        _Corner(left=True, foot=True, reach=reach(outline, -1, lower, inf)),
        _Corner(left=False, foot=True, reach=reach(outline, 1, lower, inf)),
    ]
    at_next, upper_left, lower_left, at_viewer = corners
    others = (at_next, upper_left, lower_left) if sides == _ALL else (at_next, lower_left)
    taken = (*others[: sides - 1], at_viewer) if sides else ()
    west = margin + _beyond(plan, (each.reach for each in taken if each.left))
    east = west + max(extent.width, _beyond(plan, (each.reach for each in taken if not each.left)))
    least = max(plan.wide * (sides > _RIGHT), *(width for width, _ in boxes), 0)
    end = max(east, margin + least + (GAP + plan.wide) * (sides > 0))
    board = west + (end - east) // 2
    places = []
    for corner in taken:
        free = (board - margin if corner.left else end - board) - corner.reach
        width = max(plan.wide, floor(min(plan.wide * _WIDEST, free - GAP, end - margin - GAP - least)))
        left = margin if corner.left else end - width
        edge = foot if corner.foot else margin + head * corner.left
        places.append(CardPlace(left, edge, width, plan.high, corner.foot))
    beside = places[0].left - GAP if sides > 1 else end
    return _Frame(
        width=end + margin,
        height=foot + margin,
        left=board,
        top=top,
        places=tuple(places),
        caption=lambda: _widths(plan, outline, (board - margin, top - margin), beside - margin),
        extent=extent,
        scale=plan.scale,
    )


def _beyond(plan: _Plan, reaches: Iterable[float]) -> int:
    """The extent of cards beyond the board beside them; zero where the board does not reach."""
    return ceil(max((0.0, *(each + GAP + plan.wide for each in reaches))))


def _widths(plan: _Plan, outline: Sequence[Segment], board: tuple[int, int], most: int) -> tuple[int, ...]:
    """The caption's maximum width, band by band, before it comes near a board that begins at a point."""
    left, top = board
    bands = ((height - top - GAP / 2, height + BAND - top + GAP / 2) for height in range(0, plan.caption, BAND))
    return tuple(max(0, floor(min(most, left - reach(outline, -1, *band) - _CLEAR * GAP, FULL))) for band in bands)
