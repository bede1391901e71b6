"""The page: the largest board that fits, with the cards of the sides and the caption where they cost it least."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterator
from functools import lru_cache

from renderer.layout.bars import barred
from renderer.layout.cells import Extent, Room, extent_of, laid, shape_of
from renderer.layout.corners import cornered
from renderer.layout.outline import outline_of
from renderer.layout.plan import CaptionPlace, CardPlace, Frame, Page, PagePlan
from renderer.scene import Grid
from renderer.sizes import Sizes

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
