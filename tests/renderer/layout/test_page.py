"""Pages: the board as large as fits, cards in the corners it leaves free, the caption above."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.geometry.board import Board, hexagon, rows, squares
from renderer.layout.cells import Point
from renderer.layout.page import Page, page_of
from renderer.scene import grid_of
from renderer.theme import THEME

BOARDS = {
    "lone": hexagon(1),
    "small": hexagon(4),
    "files": hexagon(8),
    "rows": rows((*range(8, 16), *range(14, 7, -1)), (*(1,) * 8, *range(2, 9))),
    "squares": squares(8, 8),
}
PAGES = [
    (name, turn, sides)
    for name, board in BOARDS.items()
    for turn in ((0, 1) if len(board.lattice.hours) == 12 else (0,))
    for sides in (2, 3, 4)
]
"""Boards with every orientation of their cells, and numbers of sides."""

Box = tuple[float, float, float, float]


def paged(board: Board, sides: int, turn: int = 0) -> Page:
    """The page of a board seen from its first seat, or from so many hours further."""
    return page_of(THEME, grid_of(board, board.up + turn), sides)


def cards(page: Page) -> list[Box]:
    """The cards at their largest, and the caption, as left, upper, right and lower edges."""
    tops = [place.edge - THEME.card_px if place.foot else place.edge for place in page.places]
    boxes: list[Box] = [
        (place.left, top, place.left + THEME.panel_px, top + THEME.card_px)
        for place, top in zip(page.places, tops, strict=True)
    ]
    margin = THEME.margin_px
    return [*boxes, (margin, margin, margin + THEME.caption_width_px, margin + THEME.caption_px)]


def covered(page: Page) -> list[Point]:
    """The corners and middles of the edges of all cells, and the labels, that lie inside a card or the caption."""
    points = [label.centre for label in page.layout.labels]
    for cell in range(len(page.layout.centres)):
        outline = page.layout.outline(cell)
        points += outline
        points += [((x + ex) / 2, (y + ey) / 2) for (x, y), (ex, ey) in pairwise(outline)]
    places = [(x + page.left, y + page.top) for x, y in points]
    return [
        (x, y) for x, y in places for left, upper, right, lower in cards(page) if left < x < right and upper < y < lower
    ]


def assert_room_for_everything(page: Page) -> None:
    """The page holds its board and cards, which do not overlap."""
    layout = page.layout
    boxes = cards(page)
    for left, upper, right, lower in (
        (page.left, page.top, page.left + layout.width, page.top + layout.height),
        *boxes,
    ):
        assert 0 <= left <= right <= page.width
        assert 0 <= upper <= lower <= page.height
    for index, (left, upper, right, lower) in enumerate(boxes):
        for x, y, ex, ey in boxes[:index]:
            assert ex <= left or right <= x or ey <= upper or lower <= y


@pytest.mark.parametrize(("name", "turn", "sides"), PAGES)
def test_cards_and_caption_keep_clear_of_the_cells(name: str, turn: int, sides: int) -> None:
    """No corner and no middle of a cell's edge, and no label, lies inside a card or the caption."""
    assert covered(paged(BOARDS[name], sides, turn)) == []


@pytest.mark.parametrize(("name", "turn", "sides"), PAGES)
def test_a_page_has_room_for_everything(name: str, turn: int, sides: int) -> None:
    """A page is 1000 pixels wide and at most 1000 high, and holds its board and cards, which do not overlap."""
    page = paged(BOARDS[name], sides, turn)
    assert page.width == 1000
    assert page.height <= 1000
    assert_room_for_everything(page)


@settings(deadline=None, max_examples=60)
@given(name=st.sampled_from(sorted(BOARDS)), width=st.integers(1, 1600), sides=st.integers(0, 4))
def test_pages_of_any_width(name: str, width: int, sides: int) -> None:
    """Of any width, for any number of sides, a page holds everything apart; it is wider only than caption and card."""
    board, theme = BOARDS[name], replace(THEME, width_px=width)
    page = page_of(theme, grid_of(board, board.up), sides)
    beside = theme.caption_width_px + (theme.gap_px + theme.panel_px) * (sides > 0)
    assert page.width == max(width, beside + 2 * theme.margin_px)
    assert page.height <= theme.height_px
    assert_room_for_everything(page)
    assert covered(page) == []


@pytest.mark.parametrize(("name", "least"), [("files", 58), ("rows", 58)])
def test_cells_of_the_largest_boards_are_as_large_as_a_phone_needs(name: str, least: int) -> None:
    """For two players a cell of a 169-cell board is at least 58 pixels from edge to edge, 23 on a screen 400 wide."""
    assert paged(BOARDS[name], 2).layout.pitch >= least


def test_a_page_without_sides_is_the_board_alone() -> None:
    """With no sides and no caption, a page is its board and the margins, widened to the theme's width."""
    theme = replace(THEME, caption_px=0, width_px=440, height_px=424)
    page = page_of(theme, grid_of(BOARDS["files"], 0), 0)
    assert page.places == ()
    assert page.width == 440
    assert page.height == page.layout.height + 2 * theme.margin_px
