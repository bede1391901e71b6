"""Pages: the board as large as fits, nothing on top of anything else, no wider than its parts."""

from __future__ import annotations

from functools import cache
from itertools import combinations, pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.model.board import Board, hexagon, rows, squares
from engine.variants import GAMES, built
from renderer.layout.page import BAND, GAP, PAGE, Page, Sizes, page_of
from renderer.scene import Grid, grid_of
from tests.suites import first, spread_rows

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


@cache
def played() -> dict[tuple[Grid, int], str]:
    """The boards of all games, with the numbers of their sides and a game that is played there."""
    games = ((key, built(game, {})) for key, game in sorted(GAMES.items()))
    return {(grid_of(each.board, each.seat(1).view), len(each.seats)): key for key, each in games}


def paged(board: Board, sides: int, turn: int = 0) -> Page:
    """The page of a board seen from its first seat, or from so many hours further."""
    return page_of(PAGE, grid_of(board, board.up + turn), sides)


def cards(page: Page) -> list[Box]:
    """The cards at their largest, as left, upper, right and lower edges."""
    return [
        (place.left, top, place.left + place.width, top + place.height)
        for place in page.places
        for top in (place.edge - place.height if place.foot else place.edge,)
    ]


def caption(page: Page) -> list[Box]:
    """The bands of the caption."""
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
    """The page holds its board, its caption and its cards, none of which overlap."""
    board = page.left, page.top, page.left + page.layout.width, page.top + page.layout.height
    for left, upper, right, lower in (board, *cards(page), *caption(page)):
        assert 0 <= left <= right <= page.width
        assert 0 <= upper <= lower <= page.height
    apart = [*combinations(cards(page), 2), *((card, band) for card in cards(page) for band in caption(page))]
    for (left, upper, right, lower), (x, y, ex, ey) in apart:
        assert ex <= left or right <= x or ey <= upper or lower <= y
    assert covered(page) == []


def assert_no_wider_than_its_parts(page: Page) -> None:
    """From margin to margin, the page is as wide as its board and its cards."""
    lefts = [page.left, *(place.left for place in page.places)]
    rights = [page.left + page.layout.width, *(place.left + place.width for place in page.places)]
    assert min(lefts) == page.width - max(rights) == PAGE.margin


@pytest.mark.parametrize(("name", "turn", "sides"), spread_rows(14, PAGES))
def test_everything_has_its_place(name: str, turn: int, sides: int) -> None:
    """A page is at most 1000 pixels wide and high; what is on it does not overlap, and it is no wider than that."""
    page = paged(BOARDS[name], sides, turn)
    assert page.width <= PAGE.width
    assert page.height <= PAGE.height
    assert len(page.places) == sides
    assert_room_for_everything(page)
    assert_no_wider_than_its_parts(page)


@pytest.mark.parametrize("width", first(1, [1000, 600, 720]))
def test_every_game_fits_pages_of_any_usual_width(width: int) -> None:
    """For as many sides as a game has, cards, caption and board do not overlap on pages 600, 720 and 1000 wide."""
    for grid, sides in played():
        page = page_of(PAGE._replace(width=width), grid, sides)
        assert page.width <= width
        assert page.height <= PAGE.height
        assert_room_for_everything(page)


def test_captions_are_not_read_with_labels() -> None:
    """Beside the caption, a label in the same lines stands at least a gap and a half farther to the right."""
    for grid, sides in played():
        page = page_of(PAGE, grid, sides)
        half = page.layout.pitch * 0.16
        for _, upper, right, lower in caption(page):
            for x, y in (label.centre for label in page.layout.labels):
                if right > PAGE.margin and upper - half < page.top + y < lower + half:
                    assert page.left + x - half - right >= 1.5 * GAP


@settings(deadline=None, max_examples=25)
@given(name=st.sampled_from(sorted(BOARDS)), width=st.integers(1, 1600), sides=st.integers(0, 4))
def test_pages_of_any_width(name: str, width: int, sides: int) -> None:
    """Of any width, for any number of sides, a page holds everything apart; only caption and cards widen it."""
    board = BOARDS[name]
    page = page_of(PAGE._replace(width=width), grid_of(board, board.up), sides)
    assert page.width <= max(width, 600)
    assert_room_for_everything(page)


LEAST = {
    "hexeh": 56,
    "chess": 45,
    "shafran": 44,
    "imperial": 39,
    "glinski": 37,
    "mccooey": 37,
    "nd-trios": 27.5,
    "nd-mccooey-3": 27.5,
    "nd-wellisch": 24,
    "nd-wellisch-3": 24,
    "nd-wellisch-4-trios": 24,
}
"""How large cells are on a screen 400 pixels wide, from edge to edge, by their games."""


@pytest.mark.parametrize(("key", "least"), LEAST.items())
def test_boards_are_large_on_a_phone(key: str, least: int) -> None:
    """On a screen 400 pixels wide, the board has nine tenths of the width, and its cells are as large as they were."""
    variant = built(GAMES[key], {})
    page = page_of(PAGE, grid_of(variant.board, variant.seat(1).view), len(variant.seats))
    assert page.layout.pitch * 400 / page.width >= least
    assert page.layout.width / page.width >= 0.9
    assert page.scale * 22 * 400 / page.width >= 9


def test_cards_of_two_sides_stand_above_and_below_squares() -> None:
    """A board that leaves no corners free has bars as wide as itself above and below."""
    page = paged(BOARDS["squares"], 2)
    above, below = cards(page)
    assert above[3] <= page.top
    assert below[1] >= page.top + page.layout.height
    assert above[2] - above[0] == below[2] - below[0] == page.layout.width


def test_a_page_without_sides_is_the_board_alone() -> None:
    """With no sides and no caption, a page is its board and the margins."""
    page = page_of(Sizes(440, 424, caption=0), grid_of(BOARDS["files"], 0), 0)
    assert page.places == ()
    assert page.caption.widths == ()
    assert page.width == page.layout.width + 2 * PAGE.margin
    assert page.height == page.layout.height + 2 * PAGE.margin
