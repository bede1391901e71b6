"""Reviews as pictures: the curves, their sizes, and the numbers of turning points."""

from __future__ import annotations

from io import BytesIO

import pytest
from PIL import Image

from renderer import THEMES
from renderer.cards.review import ReviewedSide, ReviewPlot, review_plot

SHARES = tuple(0.5 + 0.01 * number for number in range(40))
PLOT = ReviewPlot(
    "Review of game 7",
    ("Red", "Blue"),
    (ReviewedSide(1, "Ann", SHARES), ReviewedSide(2, "Bob", tuple(1 - each for each in SHARES))),
    (5, 6, 30),
    0,
    39,
)


@pytest.mark.parametrize("theme", ["slate", "paper", "contrast"])
def test_a_picture(theme: str) -> None:
    """A review is a picture 1000 pixels wide, the same each time, and small."""
    png = review_plot(PLOT, THEMES[theme])
    assert Image.open(BytesIO(png)).width == 1000
    assert png == review_plot(PLOT, THEMES[theme])
    assert len(png) < 100_000


def test_turning_points_are_seen() -> None:
    """Where it turned makes a difference, however near the places are, and so do the curves."""
    theme = THEMES["slate"]
    pictures = {
        review_plot(PLOT, theme),
        review_plot(PLOT._replace(turning=()), theme),
        review_plot(PLOT._replace(turning=(5, 6, 7)), theme),
        review_plot(PLOT._replace(sides=PLOT.sides[:1]), theme),
    }
    assert len(pictures) == 4


def test_the_shortest_game() -> None:
    """A game of a single move has a curve, too."""
    short = PLOT._replace(sides=(ReviewedSide(1, "Ann", (0.5,)),), turning=(0,), last=1)
    assert Image.open(BytesIO(review_plot(short, THEMES["slate"]))).width == 1000
