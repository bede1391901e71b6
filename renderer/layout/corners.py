"""Pages with the caption and the cards in the corners that the board leaves free."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import ceil, floor
from typing import NamedTuple

from renderer.layout.cells import Extent
from renderer.layout.outline import Outline, Segment, reach
from renderer.layout.plan import BAND, FULL, CardPlace, Frame, PagePlan
from renderer.sizes import Sizes

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
