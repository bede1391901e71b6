"""Boards as pictures: their size, what shows in gray, and drawing from several threads."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

from engine.records.replay import replay_moves
from engine.variants import variant_of
from renderer import draw, scene_of
from renderer.layout.page import PAGE, page_of
from renderer.paint.board import background_of, compose
from renderer.paint.fight import fight_strip
from renderer.paint.marks import mark_layer
from renderer.paint.pieces import piece_layer
from renderer.paint.text import text_mask
from renderer.scene import Scene
from renderer.theme import THEMES, Colour, Theme
from tests.renderer.samples import scenes
from tests.renderer.sight import nearest

SCENES = scenes()


def pixel(scene: Scene, cell: int, up: float, theme: Theme) -> Colour:
    """The colour of a point so many pitches above the middle of a cell."""
    page = page_of(PAGE, scene.grid, len(scene.sides))
    x, y = page.centre(cell)
    value = compose(scene, theme).convert("RGB").getpixel((round(x), round(y - up * page.layout.pitch)))
    assert isinstance(value, tuple)
    return int(value[0]), int(value[1]), int(value[2])


def test_a_step_shows_in_gray() -> None:
    """In every theme both cells of a step, which has no arrow, have a line around that differs in every sight."""
    glinski = variant_of("glinski")
    state = replay_moves(glinski, "b1b2")
    scene = scene_of(glinski, state.position, last_move=state.last_move, before=glinski.start)
    assert not scene.way
    for theme in THEMES.values():
        for cell in glinski.board.cells("b1 b2"):
            assert nearest([pixel(scene, cell, -0.47, theme)], [pixel(scene, cell, -0.4, theme)]) >= 15


def test_threads_draw_what_one_thread_draws() -> None:
    names = ["combat-duel", "hexeh-moves", "imperial-turned"]
    expected = {name: draw(SCENES[name]) for name in names}
    for cached in (background_of, page_of, piece_layer, mark_layer, text_mask, fight_strip):
        cached.cache_clear()
    with ThreadPoolExecutor(4) as pool:
        pictures = list(pool.map(lambda name: draw(SCENES[name]), names * 4))
    assert pictures == [expected[name] for name in names * 4]
