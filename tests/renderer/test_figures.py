"""What games make of their boards, as data and on the board."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PIL import Image

from engine.variants import GAMES, variant_of
from renderer.figures import NO_FURNITURE, furniture_of
from renderer.layout.page import PAGE, page_of
from renderer.paint.board import compose
from renderer.scene import Mark, Scene, Sign, grid_of, scene_of
from renderer.theme import THEME

HEXEH = variant_of("hexeh")
D1, D7 = HEXEH.board.cells("d1 d7")
VACANT = replace(scene_of(HEXEH, HEXEH.start), pieces=())


def picture(scene: Scene, cell: int) -> Image.Image:
    """What a scene shows around a cell."""
    page = page_of(PAGE, scene.grid, len(scene.sides))
    (x, y), half = page.centre(cell), page.layout.pitch / 2
    return compose(scene).convert("RGB").crop((round(x - half), round(y - half), round(x + half), round(y + half)))


def test_thrones_and_walls_follow_from_the_rules() -> None:
    """Guards promote only where the enemy empress began; wizards bounce off the outer files' outer edges."""
    found = furniture_of(HEXEH)
    assert found.thrones == (D1, D7)
    names = {(HEXEH.board.names[cell], hour) for cell, hour in found.walls}
    assert names == {
        (f"{file}{n}", hour) for file, hours in (("a", (8, 10)), ("g", (2, 4))) for n in range(1, 5) for hour in hours
    }


@pytest.mark.parametrize("key", sorted(set(GAMES) - {"hexeh"}))
def test_other_boards_are_bare(key: str) -> None:
    """Where nothing bounces, and pieces promote along a whole edge, the board has no furniture."""
    assert furniture_of(variant_of(key)) == NO_FURNITURE


def test_furniture_is_drawn_on_the_board() -> None:
    """A throne bears a crown that a ring leaves visible, and a wall runs outside its cell's edge."""
    bare = replace(VACANT, grid=grid_of(HEXEH.board, 0))
    ring = (Mark(D7, Sign.REACH),)
    assert picture(VACANT, D7).tobytes() != picture(bare, D7).tobytes()
    assert picture(replace(VACANT, marks=ring), D7).tobytes() != picture(replace(bare, marks=ring), D7).tobytes()
    page = page_of(PAGE, VACANT.grid, 2)
    for cell, hour in VACANT.grid.furniture.walls:
        (x, y), corners = page.centre(cell), [page.layout.corner(cell, hour + side) for side in (-1, 1)]
        middle = [page.left + sum(x for x, _ in corners) / 2, page.top + sum(y for _, y in corners) / 2]
        outside = round(middle[0] + (middle[0] - x) * 0.06), round(middle[1] + (middle[1] - y) * 0.06)
        assert compose(VACANT).convert("RGB").getpixel(outside) == THEME.muted
        assert compose(bare).convert("RGB").getpixel(outside) != THEME.muted


def test_the_board_is_seen_from_every_side() -> None:
    """Turned round, the crowns change places with the board."""
    turned = replace(scene_of(HEXEH, HEXEH.start, 2), pieces=())
    assert turned.grid.furniture == VACANT.grid.furniture
    assert page_of(PAGE, turned.grid, 2).centre(D1)[1] < page_of(PAGE, turned.grid, 2).centre(D7)[1]
