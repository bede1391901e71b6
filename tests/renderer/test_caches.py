"""The memory of what is drawn once and kept."""

from __future__ import annotations

from collections.abc import Iterator
from functools import _lru_cache_wrapper
from importlib import import_module
from pkgutil import walk_packages
from typing import Any

import renderer
from engine.variants import GAMES, variant_of
from renderer import THEMES, draw, scene_of, theme_for
from renderer.layout.page import page_of, plain
from renderer.paint.board import background_of, board_alone
from renderer.paint.palette import palette_of
from renderer.paint.pieces import piece_layer


def cached() -> Iterator[tuple[str, _lru_cache_wrapper[Any]]]:
    """Every cached function of the renderer, with its name."""
    return ((name, value) for name, value in named() if isinstance(value, _lru_cache_wrapper))


def named() -> Iterator[tuple[str, object]]:
    """All that the renderer's modules name."""
    for module in walk_packages(renderer.__path__, "renderer."):
        if not module.name.endswith("__main__"):
            for name, value in vars(import_module(module.name)).items():
                yield f"{module.name}.{name}", value


def forget() -> None:
    """Forget everything that was drawn, as in a process that has just started."""
    for _, each in cached():
        each.cache_clear()


def test_every_cache_is_bounded() -> None:
    """No cached function of the renderer keeps all it ever gave."""
    found = dict(cached())
    assert len(found) >= 15
    assert not [name for name, each in found.items() if each.cache_parameters()["maxsize"] is None]


def test_what_is_kept_of_boards_of_all_kinds_has_room() -> None:
    """Empty boards and pieces of every game, from every seat, are all kept, so that no board drives out another."""
    forget()
    for key in GAMES:
        variant = variant_of(key)
        for seat in variant.seats:
            scene = scene_of(variant, variant.start, seat.number)
            draw(scene, theme_for("", scene.seats))
    for kept in (background_of, piece_layer, page_of):
        assert kept.cache_info().currsize == kept.cache_info().misses


def test_themes_share_pages_and_boards_of_all_sizes_share_palettes() -> None:
    """However many themes and sizes a board is drawn in, it is laid out once a size and has a palette a theme."""
    game = variant_of("shafran")
    scene = scene_of(game, game.start)
    page_of.cache_clear()
    palette_of.cache_clear()
    for theme in THEMES.values():
        draw(scene, theme)
        for sizes in (plain(300, 300), plain(225, 236)):
            board_alone(theme, scene, sizes)
    assert page_of.cache_info().misses == 3
    assert palette_of.cache_info().misses == len(THEMES)
