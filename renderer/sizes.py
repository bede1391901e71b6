"""The sizes of pictures, as one frozen value."""

from __future__ import annotations

from typing import NamedTuple


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
