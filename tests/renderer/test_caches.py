"""The memory of what is drawn once and kept."""

from __future__ import annotations

from functools import _lru_cache_wrapper
from importlib import import_module
from pkgutil import walk_packages

import pytest

import renderer
from engine.variants import GAMES, variant_of
from renderer import draw, scene_of, theme_for
from renderer.layout.page import page_of
from renderer.paint.board import background_of
from renderer.paint.pieces import piece_layer


def test_every_cache_is_bounded() -> None:
    """No cached function of the renderer keeps everything."""
    modules = [each.name for each in walk_packages(renderer.__path__, "renderer.") if "__main__" not in each.name]
    named = [value for module in modules for value in vars(import_module(module)).values()]
    found = [value for value in named if isinstance(value, _lru_cache_wrapper)]
    assert len(found) >= 15
    assert all(each.cache_parameters()["maxsize"] is not None for each in found)


@pytest.mark.slow
def test_no_board_drives_out_another() -> None:
    """The caches hold the empty boards and the pieces of every game, from every seat."""
    for each in (background_of, piece_layer, page_of):
        each.cache_clear()
    for key in GAMES:
        variant = variant_of(key)
        for seat in variant.seats:
            scene = scene_of(variant, variant.start, seat.number)
            draw(scene, theme_for("", scene.seats))
    for each in (background_of, piece_layer, page_of):
        assert each.cache_info().currsize == each.cache_info().misses
