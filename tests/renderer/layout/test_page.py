"""Pages: the board as large as fits, nothing on top of anything else, no wider than its parts."""

from __future__ import annotations

from itertools import combinations, pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.model.board import hexagon, rows, squares
from engine.variants import GAMES, variant_of
from renderer.layout.page import BAND, GAP, PAGE, Page, page_of
from renderer.scene import grid_of

BOARDS = {
    "lone": hexagon(1),
    "small": hexagon(4),
    "files": hexagon(8),
    "rows": rows((*range(8, 16), *range(14, 7, -1)), (*(1,) * 8, *range(2, 9))),
    "squares": squares(8, 8),
}

Box = tuple[float, float, float, float]


def cards(page: Page) -> list[Box]:
    """The cards at their largest, as left, upper, right and lower edges."""
    return [
        (place.left, top, place.left + place.width, top + place.height)
        for place in page.places
        for top in (place.edge - place.height if place.foot else place.edge,)
    ]


def caption(page: Page) -> list[Box]:
    left, top, widths = page.caption
    return [(left, top + place * BAND, left + width, top + (place + 1) * BAND) for place, width in enumerate(widths)]


def covered(page: Page) -> list[tuple[float, float]]:
    """The points on the edges of cells, and the labels, that lie inside a card or the caption."""
    points = [label.centre for label in page.layout.labels]
    for cell in range(len(page.layout.centres)):
        outline = page.layout.outline(cell)
        for (x, y), (ex, ey) in pairwise((*outline, outline[0])):
            points += [(x + (ex - x) * part / 4, y + (ey - y) * part / 4) for part in range(4)]
    boxes = cards(page) + caption(page)
    return [
        (x, y)
        for x, y in ((page.left + x, page.top + y) for x, y in points)
        if any(left < x < right and upper < y < lower for left, upper, right, lower in boxes)
    ]


def assert_room_for_everything(page: Page) -> None:
    board = page.left, page.top, page.left + page.layout.width, page.top + page.layout.height
    for left, upper, right, lower in (board, *cards(page), *caption(page)):
        assert 0 <= left <= right <= page.width
        assert 0 <= upper <= lower <= page.height
    apart = [*combinations(cards(page), 2), *((card, band) for card in cards(page) for band in caption(page))]
    for (left, upper, right, lower), (x, y, ex, ey) in apart:
        assert ex <= left or right <= x or ey <= upper or lower <= y
    assert covered(page) == []


LEAST = {169: 24, 37: 56, 64: 45, 70: 44, 75: 39, 91: 37}
"""How wide cells are at least on a screen 400 pixels wide, by the number of cells."""


@pytest.mark.parametrize("key", sorted(GAMES))
def test_every_game_has_a_page(key: str) -> None:
    """Everything has its place, the board takes nine tenths of a phone's width, and no label is read as caption."""
    variant = variant_of(key)
    page = page_of(PAGE, grid_of(variant.board, variant.seat(1).view), len(variant.seats))
    assert page.height <= PAGE.height
    assert_room_for_everything(page)
    assert page.layout.pitch * 400 / page.width >= LEAST[len(variant.board)]
    assert page.layout.width / page.width >= 0.9
    assert page.scale * 22 * 400 / page.width >= 9
    half = page.layout.pitch * 0.16
    for _, upper, right, lower in caption(page):
        for x, y in (label.centre for label in page.layout.labels):
            if right > PAGE.margin and upper - half < page.top + y < lower + half:
                assert page.left + x - half - right >= 1.5 * GAP


@settings(deadline=None, max_examples=25)
@given(name=st.sampled_from(sorted(BOARDS)), width=st.integers(1, 1600), sides=st.integers(0, 4))
def test_pages_of_any_width(name: str, width: int, sides: int) -> None:
    """Of any width, for any number of sides, a page holds everything apart; only caption and cards widen it."""
    page = page_of(PAGE._replace(width=width), grid_of(BOARDS[name], BOARDS[name].up), sides)
    assert page.width <= max(width, 600)
    assert_room_for_everything(page)
