"""Backgrounds: the page, the cells and their names, drawn once for each board and view."""

from __future__ import annotations

from functools import lru_cache

from PIL import Image

from renderer.layout.cells import Point
from renderer.layout.page import Page
from renderer.palette import Palette
from renderer.scene import Grid
from renderer.sprites.canvas import FlatCanvas, put_text
from renderer.sprites.fonts import Weight, text_mask
from renderer.theme import NAME_SHADE, Colour, Theme, blend

_LABEL, _LEAST_LABEL = 0.3, 6.5
"""How large labels are, in pitches; how small in pixels they may be."""
_WALL = 0.05
"""How thick walls are, outside the cells."""
_CROWN: tuple[Point, ...] = (
    (-0.3, 0.26),
    (-0.4, -0.24),
    (-0.2, -0.13),
    (0.0, -0.4),
    (0.2, -0.13),
    (0.4, -0.24),
    (0.3, 0.26),
)
"""The outline of a throne's crown around the name of its cell, in pitches from the middle."""


@lru_cache(maxsize=32)
def background_of(theme: Theme, palette: Palette, grid: Grid, page: Page) -> Image.Image:
    """The empty board on its page, in palette indexes, which take a fourth of the memory; nobody changes it."""
    layout = page.layout
    canvas = FlatCanvas(page.width, page.height, theme.page)
    border = blend(theme.shade("dark"), theme.ink, 0.42)
    gap = layout.pitch * 0.014

    def shifted(cell: int, scale: float) -> list[Point]:
        return [(page.left + x, page.top + y) for x, y in layout.outline(cell, scale)]

    for cell, hour in grid.furniture.walls:
        ends = (layout.corner(cell, hour + side) for side in (-1, 1))
        canvas.line([(page.left + x, page.top + y) for x, y in ends], theme.muted, layout.pitch * 2 * _WALL)
    for cell in range(len(grid.tiles)):
        canvas.polygon(shifted(cell, 1.0), border, gap)
    for cell, tile in enumerate(grid.tiles):
        canvas.polygon(shifted(cell, 1 - 2 * gap / layout.pitch), theme.shade(tile.shade))
    for cell in grid.furniture.thrones:
        ground = theme.shade(grid.tiles[cell].shade)
        x, y = page.centre(cell)
        crown = [(x + dx * layout.pitch, y + dy * layout.pitch) for dx, dy in (*_CROWN, _CROWN[0])]
        canvas.line(crown, blend(ground, theme.ink, 0.5), layout.pitch * 0.03)
    image = canvas.done()
    for label in layout.labels if layout.pitch * _LABEL >= _LEAST_LABEL else ():
        mask = text_mask(label.text, layout.pitch * _LABEL)
        put_text(image, mask, (page.left + label.centre[0], page.top + label.centre[1]), theme.muted)
    for cell, tile in enumerate(grid.tiles):
        put_name(image, theme, page, cell, tile.name, theme.shade(tile.shade))
    return palette.indexed(image)


def put_name(image: Image.Image, theme: Theme, page: Page, cell: int, name: str, ground: Colour) -> None:
    """Write a cell's name in its middle, where the layout names cells."""
    if page.layout.name:
        mask = text_mask(name, page.layout.name, Weight.BOLD)
        put_text(image, mask, page.centre(cell), blend(ground, theme.ink, NAME_SHADE))
