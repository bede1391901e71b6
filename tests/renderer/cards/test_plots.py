"""Luck, ratings, leaderboards and reviews as pictures."""

from __future__ import annotations

from io import BytesIO

import pytest
from PIL import Image

from engine.records.replay import replay_moves
from engine.variants import variant_of
from renderer import theme_for
from renderer.cards.luck import luck_curves, signed
from renderer.cards.paper import WIDTH
from renderer.cards.review import ReviewedSide, ReviewPlot, review_plot
from renderer.cards.standings import Career, Place, Rating, leaderboard, rating_curves
from tests.renderer.samples import DUEL

THEME, SEATS = theme_for("slate", ()), ("Red", "Blue")
SHARES = tuple(0.5 + 0.01 * number for number in range(40))
SIDES = ReviewedSide(1, "Ann", SHARES), ReviewedSide(2, "Bob", tuple(1 - each for each in SHARES))
REVIEW = ReviewPlot("Review of game 7", SEATS, SIDES, (5, 6, 30), 0, 39)


def opened(data: bytes) -> Image.Image:
    """A picture from its file, small enough for a message."""
    assert len(data) < 100_000
    picture = Image.open(BytesIO(data)).convert("RGB")
    assert picture.width == WIDTH
    return picture


def test_only_those_who_fought_have_luck() -> None:
    """In a game of fights both have, under their names or sides; in one without dice nobody."""
    fought = replay_moves(variant_of("combat-chess"), DUEL)
    assert [each.name for each in luck_curves(fought, {1: "Ana"})] == ["Ana", "Black"]
    assert luck_curves(replay_moves(variant_of("chess"), "e2e4"), {}) == ()


@pytest.mark.parametrize(("value", "text"), [(2.46, "+2.5"), (-3.04, "−3"), (0.04, "0"), (-0.04, "0"), (12, "+12")])
def test_sums_are_signed(value: float, text: str) -> None:
    assert signed(value) == text


def test_pictures_grow_with_what_they_show() -> None:
    """Thousands of ratings take no more room than one; another game or place adds its own, and your place is marked."""
    short, long = (Career("Hexeh", "", (Rating(1500, 300), Rating(1510, 290)) * count) for count in (1, 1500))
    one, other, both = (opened(rating_curves("Ana", each, THEME)) for each in ((short,), (long,), (short, long)))
    assert one.size == other.size
    assert both.height > one.height + 200
    places = [Place(n, "Ana" * n, Rating(1800 - 40 * n, 60), "1800", "12 games") for n in range(1, 16)]
    few, many = (opened(leaderboard("Hexeh", "", tuple(places[:count]), THEME)) for count in (5, 15))
    assert many.height - few.height == 10 * 56
    yours = opened(leaderboard("Hexeh", "", (places[0]._replace(yours=True), *places[1:5]), THEME))
    assert few.tobytes() != yours.tobytes()


def test_a_review_shows_curves_and_turning_points() -> None:
    """Where it turned makes a difference, and so do the curves; a single move is enough."""
    short = REVIEW._replace(sides=(ReviewedSide(1, "Ann", (0.5,)),), turning=(0,), last=1)
    plots = [REVIEW, REVIEW._replace(turning=(5, 6, 7)), REVIEW._replace(sides=SIDES[:1]), short]
    assert len({opened(review_plot(plot, THEME)).tobytes() for plot in plots}) == 4
