"""Small boards for cards: a scene without its panel, its cells without names."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from math import ceil, floor

from PIL import Image

from renderer.background import background_of
from renderer.layout.page import Page, page_of
from renderer.paint import palette_for, put_board
from renderer.scene import Grid, Scene
from renderer.theme import Theme

_NEVER = 1000.0
_ROOM = (1.24, 1.2, 1.16, 1.12, 1.08, 1.04, 1.0)


@lru_cache(maxsize=64)
def _small(theme: Theme, width: int, height: int) -> Theme:
    return replace(
        theme,
        margin_px=0,
        panel_px=0,
        caption_px=0,
        card_px=0,
        width_px=width,
        height_px=height,
        least_name_px=_NEVER,
        least_label_px=_NEVER,
    )


def small_board(theme: Theme, scene: Scene, width: int, height: int) -> Image.Image:
    """A scene's board (RGB), as large as it gets in so many pixels, cut to its cells."""
    bare = replace(scene, sides=(), fight=None)
    small, box = _fitting(theme, bare.grid, width, height)
    palette = palette_for(small, bare)
    image = background_of(small, palette, bare.grid, 0).copy()
    put_board(image, small, palette, bare)
    return image.convert("RGB").crop(box)


@lru_cache(maxsize=128)
def _fitting(theme: Theme, grid: Grid, width: int, height: int) -> tuple[Theme, tuple[int, int, int, int]]:
    """The theme that gives the largest board whose cells fit, and the box around these.

    Themes leave room for labels beside the board, which here are too small to be drawn.
    """
    for part in _ROOM:
        small = _small(theme, round(width * part), round(height * part))
        left, top, right, bottom = box = _box(page_of(small, grid, 0))
        if right - left <= width and bottom - top <= height:
            break
    return small, box


def _box(page: Page) -> tuple[int, int, int, int]:
    """The box around the cells of a page, and their edges."""
    corners = [point for cell in range(len(page.layout.centres)) for point in page.layout.outline(cell)]
    xs, ys = zip(*corners, strict=True)
    return (
        max(0, floor(page.left + min(xs)) - 1),
        max(0, floor(page.top + min(ys)) - 1),
        min(page.width, ceil(page.left + max(xs)) + 2),
        min(page.height, ceil(page.top + max(ys)) + 2),
    )
