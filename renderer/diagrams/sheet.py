"""Sheets of movement diagrams: all kinds of a game's pieces in one picture, with a key to the marks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from io import BytesIO
from math import ceil, floor

from PIL import Image

from engine.variants.variant import Variant
from renderer.background import background_of
from renderer.diagrams.diagrams import diagrams_of
from renderer.diagrams.key import key_of
from renderer.diagrams.trails import with_trails
from renderer.layout.page import Page, page_of
from renderer.paint import palette_for, put_board
from renderer.palette import Palette
from renderer.scene import Scene
from renderer.sprites.canvas import put_text
from renderer.sprites.fonts import text_mask
from renderer.theme import THEME, Theme

WIDEST = 1400
_SIDES, _FEW = (424, 332), 2
_PITCH, _GAP = 64.0, 10
_HEAD, _NOTED = 34, 20


@lru_cache(maxsize=32)
def diagram_sheet(variant: Variant) -> bytes:
    """How every kind of a game's pieces moves, as a PNG file at most 1400 pixels wide."""
    buffer = BytesIO()
    _sheet(diagrams_of(variant)).save(buffer, "PNG", optimize=True)
    return buffer.getvalue()


@lru_cache(maxsize=64)
def _theme(side: int, pitch: float) -> Theme:
    """The theme of a diagram that fits a square of so many pixels, with cells of at most this pitch, without names."""
    return replace(
        THEME,
        margin_px=10,
        panel_px=0,
        caption_px=0,
        card_px=0,
        width_px=side,
        height_px=side,
        pitch_px=pitch,
        least_name_px=1000.0,
        least_label_px=1000.0,
    )


def _sheet(scenes: Sequence[Scene]) -> Image.Image:
    """The diagrams at one scale, in rows of as many as fit, spread evenly over the rows, above the key."""
    theme, columns = _planned(scenes)
    pages = [page_of(theme, scene.grid, 0) for scene in scenes]
    palette = palette_for(theme, scenes[0])
    margin = 2 * theme.margin_px
    size = _size(pages)
    across, width = size[0] + _GAP, columns * (size[0] + _GAP) - _GAP + 2 * margin
    head = _HEAD + _NOTED * any(scene.headline for scene in scenes)
    down = head + size[1] + margin
    key = key_of(theme, palette, scenes, width - 2 * margin)
    sheet = _blank(palette, theme, width, ceil(len(scenes) / columns) * down + key.height + 2 * margin)
    for place, (scene, page) in enumerate(zip(scenes, pages, strict=True)):
        x, y = margin + place % columns * across, margin + place // columns * down
        sheet.paste(_caption(theme, palette, scene, (size[0], head)), (x, y))
        board = _board(theme, palette, page, scene)
        sheet.paste(board, (x + (size[0] - board.width) // 2, y + head + (size[1] - board.height) // 2))
    sheet.paste(key, (margin, sheet.height - margin - key.height))
    return sheet


def _planned(scenes: Sequence[Scene]) -> tuple[Theme, int]:
    """The theme with cells as large in every diagram, and the columns: large diagrams if they take two rows at most."""
    for side in _SIDES:
        least = min(page_of(_theme(side, _PITCH), scene.grid, 0).layout.pitch for scene in scenes)
        theme = _theme(side, least)
        across = _size([page_of(theme, scene.grid, 0) for scene in scenes])[0] + _GAP
        rows = ceil(len(scenes) / max(1, (WIDEST - 4 * theme.margin_px + _GAP) // across))
        if rows <= _FEW:
            break
    return theme, ceil(len(scenes) / rows)


def _size(pages: Sequence[Page]) -> tuple[int, int]:
    """The width and the height that hold the cells of any of the pages."""
    bounds = [_bounds(page) for page in pages]
    return max(right - left for left, _, right, _ in bounds), max(bottom - top for _, top, _, bottom in bounds)


def _bounds(page: Page) -> tuple[int, int, int, int]:
    """The box around the cells of a board, without its labels, in pixels from the board's corner."""
    points = [point for cell in range(len(page.layout.centres)) for point in page.layout.outline(cell)]
    xs, ys = ([point[axis] for point in points] for axis in (0, 1))
    return floor(min(xs)), floor(min(ys)), ceil(max(xs)) + 1, ceil(max(ys)) + 1


def _blank(palette: Palette, theme: Theme, width: int, height: int) -> Image.Image:
    return palette.indexed(Image.new("RGB", (1, 1), theme.page)).resize((width, height))


def _board(theme: Theme, palette: Palette, page: Page, scene: Scene) -> Image.Image:
    """A diagram's board without its margins: the trails below the marks and the piece."""
    board = with_trails(background_of(theme, palette, scene.grid, 0), theme, palette, page, scene.trails)
    put_board(board, theme, palette, scene)
    left, top, right, bottom = _bounds(page)
    return board.crop((page.left + left, page.top + top, page.left + right, page.top + bottom))


def _caption(theme: Theme, palette: Palette, scene: Scene, size: tuple[int, int]) -> Image.Image:
    """A diagram's caption in palette indexes: the piece above the note, if there is one."""
    image = Image.new("RGB", size, theme.page)
    put_text(image, text_mask(scene.title, 22), (size[0] / 2, 13), theme.text)
    if scene.headline:
        put_text(image, text_mask(scene.headline, 15), (size[0] / 2, 37), theme.muted)
    return palette.indexed(image)
