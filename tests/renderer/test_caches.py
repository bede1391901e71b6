"""The memory of what is drawn once and kept."""

from __future__ import annotations

from collections.abc import Iterator
from functools import _lru_cache_wrapper
from importlib import import_module
from pkgutil import walk_packages
from typing import Any

from PIL import Image

import renderer
from engine.variants import variant_of
from renderer import THEME, THEMES, draw, scene_of
from renderer.background import background_of
from renderer.layout.page import page_of
from renderer.marks import mark_sprite
from renderer.overlays import _glow
from renderer.paint import board_alone, palette_for
from renderer.palette import palette_of
from renderer.scene import Sign
from renderer.sizes import PAGE, plain
from renderer.sprites.fonts import icon_mask, icon_of, silhouette_of
from renderer.sprites.sprites import PieceLook, piece_layer, piece_sprite

MOST = 130_000_000
"""As many bytes the large caches may hold, were all they hold as large as on the board with the largest cells."""
BYTES = {"RGBA": 4, "RGB": 4}
"""How many bytes a pixel takes in Pillow's memory; one in all other modes here, that of masks included."""


def caches() -> Iterator[tuple[str, _lru_cache_wrapper[Any]]]:
    """Every cached function of the renderer, with its name."""
    for module in walk_packages(renderer.__path__, "renderer."):
        if not module.name.endswith("__main__"):
            for name, value in vars(import_module(module.name)).items():
                if isinstance(value, _lru_cache_wrapper):
                    yield f"{module.name}.{name}", value


def size(value: Image.Image | tuple[Image.Image, ...]) -> int:
    """The bytes of a picture's pixels, or of several pictures'."""
    if isinstance(value, tuple):
        return sum(map(size, value))
    return value.width * value.height * BYTES.get(value.mode, 1)


def full(cached: _lru_cache_wrapper[Any], *arguments: object) -> int:
    """The bytes that a cache would take, were it full of what it gives for these arguments."""
    return size(cached(*arguments)) * (cached.cache_parameters()["maxsize"] or 0)


def test_every_cache_is_bounded() -> None:
    """No cached function of the renderer keeps all it ever gave."""
    found = dict(caches())
    assert len(found) >= 20
    assert not [name for name, cached in found.items() if cached.cache_parameters()["maxsize"] is None]


def test_the_large_caches_hold_130_megabytes_at_most() -> None:
    """Of sprites, marks, backgrounds and icons for the largest cells, full caches take less than that."""
    game = variant_of("hexeh")
    scene = scene_of(game, game.start, letters=True)
    palette, page = palette_for(THEME, scene), page_of(PAGE, scene.grid, len(scene.sides))
    pitch, ground = page.layout.pitch, THEME.shade("dark")
    look = PieceLook(
        THEME.livery("White", 1), "fa6s.chess-king", "K", True, 2 * round(pitch / 2), pitch * 0.44, bare=True
    )
    icon = icon_of(look.icon)
    assert icon is not None
    box = 2 * look.radius * 4
    held = (
        full(piece_layer, THEME, look),
        full(piece_sprite, THEME, palette, look, ground),
        full(mark_sprite, THEME, palette, Sign.STRIKE, page.layout, ground),
        full(background_of, THEME, palette, scene.grid, page),
        full(_glow, THEME.danger, round(1.5 * pitch)),
        full(icon_mask, icon, box),
        full(silhouette_of, icon, box, 12),
    )
    assert sum(held) < MOST


def test_themes_share_pages_and_boards_of_all_sizes_share_palettes() -> None:
    """However many themes and sizes a board is drawn in, it is laid out once a size and has a palette a theme."""
    game = variant_of("shafran")
    scene = scene_of(game, game.start)
    page_of.cache_clear()
    palette_of.cache_clear()
    for theme in THEMES.values():
        draw(scene, theme)
        for sizes in (plain(300, 300), plain(225, 236)):
            board_alone(theme, palette_for(theme, scene), scene, sizes)
    assert page_of.cache_info().misses == 3
    assert palette_of.cache_info().misses == len(THEMES)
