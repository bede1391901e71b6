"""What a page is made of, and the sizes that decide how it may be made; lengths are pixels."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from renderer.layout.cells import Extent, Layout, Point
from renderer.sizes import Sizes

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
