"""Backgrounds: the page, the cells and their names, drawn once for each board and view."""

from __future__ import annotations

from functools import lru_cache

from PIL import Image

from renderer.layout.cells import Layout, Naming, Point
from renderer.layout.page import Page, page_of
from renderer.palette import Palette
from renderer.scene import Grid
from renderer.sprites.canvas import Canvas, put_text
from renderer.sprites.fonts import text_mask
from renderer.sprites.sprites import Sprite, name_sprite
from renderer.theme import MIDDLE_SHADE, Colour, Foot, Theme, blend


@lru_cache(maxsize=48)
def background_of(theme: Theme, palette: Palette, grid: Grid, sides: int) -> Image.Image:
    """The empty board in palette indexes; callers paste on copies only."""
    page = page_of(theme, grid, sides)
    layout = page.layout
    canvas = Canvas(page.width, page.height, theme.page)
    border = blend(theme.shade("dark"), theme.ink, 0.42)
    gap = layout.pitch * 0.014

    def shifted(cell: int, scale: float) -> list[tuple[float, float]]:
        return [(page.left + x, page.top + y) for x, y in layout.outline(cell, scale)]

    for cell in range(len(grid.tiles)):
        canvas.polygon(shifted(cell, 1.0), border, gap)
    for cell, tile in enumerate(grid.tiles):
        canvas.polygon(shifted(cell, 1 - 2 * gap / layout.pitch), theme.shade(tile.shade))
    image = canvas.done()
    for label in layout.labels if layout.pitch * theme.label >= theme.least_label_px else ():
        mask = text_mask(label.text, layout.pitch * theme.label)
        put_text(image, mask, (page.left + label.centre[0], page.top + label.centre[1]), theme.muted)
    indexed = palette.indexed(image)
    for cell, tile in enumerate(grid.tiles):
        put_name(indexed, theme, palette, page, cell, tile.name, theme.shade(tile.shade))
    return indexed


def footed(theme: Theme, layout: Layout) -> bool:
    """Whether the names of cells with pieces on them stand at the foot: everywhere but on squares and on tiny cells."""
    return layout.naming is not Naming.EDGES and layout.pitch * foot_of(theme, layout).name >= theme.least_name_px


def put_name(
    image: Image.Image, theme: Theme, palette: Palette, page: Page, cell: int, name: str, ground: Colour
) -> None:
    """Write a cell's name where the layout has it, unless it were too small; on dark grounds in a light colour."""
    layout = page.layout
    if layout.naming is Naming.EDGES:
        return
    foot = layout.naming is Naming.FOOT
    size = layout.pitch * (theme.foot.name if foot else theme.middle_name)
    if size < theme.least_name_px:
        return
    fill = theme.text if ground == theme.ink else blend(ground, theme.ink, theme.foot.shade if foot else MIDDLE_SHADE)
    drop = name_drop(theme, layout) if foot else 0.0
    paste(image, name_sprite(palette, name, size, fill, ground), page.centre(cell, drop))


def foot_of(theme: Theme, layout: Layout) -> Foot:
    """How pieces stand above the names of their cells."""
    return theme.small_foot if layout.naming is Naming.MIDDLE else theme.foot


def name_drop(theme: Theme, layout: Layout) -> float:
    """How far below the centre of a cell its name stands, in pixels, if it stands at the foot."""
    return layout.reach - layout.pitch * foot_of(theme, layout).drop


def paste(image: Image.Image, sprite: Sprite, centre: Point) -> None:
    """Paste a sprite, its middle on a point of the image."""
    across, down = sprite.image.size
    image.paste(sprite.image, (round(centre[0] - across / 2), round(centre[1] - down / 2)), sprite.mask)
