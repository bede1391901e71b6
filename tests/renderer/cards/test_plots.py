"""Luck, ratings and leaderboards as pictures: what is drawn where."""

from __future__ import annotations

from io import BytesIO
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from engine.records.luck import Course
from engine.records.replay import replay_moves
from engine.variants import variant_of
from renderer import THEMES, theme_for
from renderer.cards.luck import Fortune, LuckPlot, fortunes_of, luck_plot, reach_of, signed
from renderer.cards.paper import MOST, WIDTH, Plot, Range, line_colour, span, thinned
from renderer.cards.standings import Career, Place, Rating, leaderboard, rating_curves
from tests.renderer.samples import DUEL

THEME = theme_for("slate", ())
SEATS = ("Red", "Blue")


def opened(data: bytes) -> Image.Image:
    """A picture from its file."""
    return Image.open(BytesIO(data)).convert("RGB")


def has(picture: Image.Image, colour: tuple[int, ...], apart: int = 8) -> list[tuple[int, int]]:
    """The pixels about of a colour."""
    data = picture.tobytes()
    alike = {
        each
        for each in {data[at : at + 3] for at in range(0, len(data), 3)}
        if max(abs(a - b) for a, b in zip(each, colour, strict=True)) <= apart
    }
    found = (at // 3 for at in range(0, len(data), 3) if data[at : at + 3] in alike)
    return [(at % picture.width, at // picture.width) for at in found]


@given(st.integers(0, 5000))
def test_long_lines_are_thinned(count: int) -> None:
    """At most MOST places and the last are drawn, the first and the last among them."""
    places = thinned(count)
    assert len(places) <= MOST + 1
    assert places == sorted(set(places))
    assert not count or (places[0], places[-1]) == (0, count - 1)


def test_values_run_upwards() -> None:
    """The edges of a plot stand for the ends of its axes."""
    plot = Plot(10, 20, 110, 220, Range(0, 4), Range(-2, 2))
    assert (plot.x(0), plot.x(4), plot.y(-2), plot.y(2), plot.y(0)) == (10, 110, 220, 20, 120)
    assert span([3, -7]) == (-7, 7)
    assert span([]) == (-1, 1)


def test_luck_above_the_expected_is_drawn_above() -> None:
    """Each side has a row of its own; who was lucky ends above its middle line, who was not below."""
    lucky = Fortune(1, "Ana", (Course(0, 0), Course(2, 2), Course(6, 3)))
    unlucky = Fortune(2, "Bertil", (Course(0, 0), Course(-2, 2), Course(-6, 3)))
    picture = opened(luck_plot(LuckPlot("Luck", SEATS, (lucky, unlucky)), THEME))
    assert picture.width == WIDTH
    for number, way in ((0, -1), (1, 1)):
        row = picture.crop((750, 100 + 176 * number, 880, 100 + 176 * (number + 1)))
        line = has(row, line_colour(THEME, THEME.livery(SEATS[number], number + 1)))
        assert line
        assert all((y - 88) * way > 0 for _, y in line)


def test_the_band_holds_four_fifths() -> None:
    """The reach of the plot covers the band of 1.28 deviations and the sums, whichever are further off."""
    assert reach_of([Fortune(1, "", (Course(0, 0), Course(0, 10)))]).most == pytest.approx(12.8155, abs=1e-3)
    assert reach_of([Fortune(1, "", (Course(0, 0), Course(-30, 10)))]).most == 30


def test_only_those_who_fought_have_luck() -> None:
    """In a game of fights both have, under their names or sides; in one without dice nobody."""
    fought = replay_moves(variant_of("combat-chess"), DUEL)
    assert [each.name for each in fortunes_of(fought, {1: "Ana"})] == ["Ana", "Black"]
    assert fortunes_of(replay_moves(variant_of("chess"), "e2e4"), {}) == ()


@pytest.mark.parametrize(("value", "text"), [(2.46, "+2.5"), (-3.04, "−3"), (0.04, "0"), (-0.04, "0"), (12, "+12")])
def test_sums_are_signed(value: float, text: str) -> None:
    """Numbers bear a sign, a true minus, and no decimal that says nothing."""
    assert signed(value) == text


@pytest.mark.parametrize("theme", sorted(THEMES))
def test_ratings_are_curves(theme: str) -> None:
    """A curve rises to the right where the rating does; one game after another adds a panel."""
    chosen = THEMES[theme]
    rising = Career("Hexeh", "1600 ±80", tuple(Rating(1500 + 10 * game, 400 - 30 * game) for game in range(11)))
    one, two = (opened(rating_curves("Ana", (rising,) * count, chosen)) for count in (1, 2))
    assert two.height > one.height + 200
    curve = [(x, y) for x, y in has(one, chosen.accent, 12) if x < 900]
    left = min(y for x, y in curve if x < 200)
    assert all(y < left for x, y in curve if x > 850)


@pytest.mark.parametrize("games", [1, 2, 3000])
def test_careers_of_any_length_are_drawn(games: int) -> None:
    """One rating and thousands of them give a picture of the same size, well below 100 kB."""
    career = Career("Hexeh", "", tuple(Rating(1500 + game % 7, 300) for game in range(games)))
    data = rating_curves("Ana", (career,), THEME)
    assert len(data) < 60_000
    assert opened(data).size == opened(rating_curves("Ana", (career._replace(ratings=career.ratings[:1]),), THEME)).size


def test_better_players_have_longer_bars() -> None:
    """Bars shrink from place to place, and every place adds a row; fifteen of them stay below 100 kB."""
    places = tuple(Place(n, "Ana" * n, Rating(1800 - 40 * n, 60), "1800", "12 games") for n in range(1, 16))
    data = leaderboard("Hexeh", "the best", places, THEME)
    assert len(data) < 100_000
    picture = opened(data)
    ends = []
    for number in range(15):
        row = picture.crop((380, 104 + 56 * number, 736, 104 + 56 * number + 48))
        ends.append(max(x for x, _ in has(row, THEME.accent, 12)))
    assert all(one > other for one, other in pairwise(ends))


def test_your_place_is_marked() -> None:
    """A bar at the left edge marks the place of the one who looks."""
    place = Place(1, "Ana", Rating(1600, 60), "1600", "12 games")
    plain, marked = (opened(leaderboard("", "", (place._replace(yours=yours),), THEME)) for yours in (False, True))
    edges = [has(picture.crop((28, 104, 37, 152)), THEME.accent, 12) for picture in (plain, marked)]
    assert not edges[0]
    assert edges[1]
