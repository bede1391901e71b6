"""Scenes painted: background, cards and pieces in true colours, brought to a palette at the end."""

from functools import lru_cache

from PIL import Image

from renderer.layout.cells import Point
from renderer.layout.page import PAGE, Page, Sizes, page_of
from renderer.paint.canvas import FlatCanvas, put_layer, put_text
from renderer.paint.fight import fight_strip
from renderer.paint.marks import (
    FAINT,
    ground_of,
    lay_arrow,
    lay_frame,
    lay_glow,
    mark_layer,
    put_counts,
    tint_layer,
    tint_of,
)
from renderer.paint.palette import Palette, palette_of, png_of
from renderer.paint.panel import CardLook, card_of, put_caption
from renderer.paint.pieces import PieceLook, piece_layer
from renderer.paint.text import Weight, text_mask
from renderer.scene import Grid, Scene, Sign
from renderer.theme import NAME_SHADE, THEME, Colour, Theme, blend, shows_bare

_LABEL, _LEAST_LABEL = 0.3, 6.5
"""The size of labels in pitches, and their minimum in pixels."""
_WALL = 0.05
"""The thickness of walls, outside the cells."""
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

    for cell, hour in grid.furniture.walls:
        ends = (layout.corner(cell, hour + side) for side in (-1, 1))
        canvas.line([(page.left + x, page.top + y) for x, y in ends], theme.muted, layout.pitch * 2 * _WALL)
    for cell in range(len(grid.tiles)):
        canvas.polygon(page.outline(cell), border, gap)
    for cell, tile in enumerate(grid.tiles):
        canvas.polygon(page.outline(cell, 1 - 2 * gap / layout.pitch), theme.shade(tile.shade))
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


_COUNTERS, _BARE = (0.78, 0.88, 0.92), (0.7, 0.86, 0.88)
"""The width of pieces in pitches, on counters and without, in the order of their ranks."""


def draw(scene: Scene, theme: Theme = THEME) -> bytes:
    """The scene as a PNG file; safe to call from several threads at once."""
    return png_of(compose(scene, theme))


def compose(scene: Scene, theme: Theme = THEME) -> Image.Image:
    """The scene as an image in palette mode, of its own."""
    palette, page = palette_for(theme, scene), page_of(PAGE, scene.grid, len(scene.sides))
    image = background_of(theme, palette, scene.grid, page).convert("RGB")
    _put_panel(image, theme, page, scene)
    put_board(image, theme, page, scene)
    if scene.fight is not None:
        strip = fight_strip(theme, scene.seats, scene.fight, image.width - 2 * PAGE.margin)
        board, image = image, Image.new("RGB", (image.width, image.height + strip.height + PAGE.margin), theme.page)
        image.paste(board, (0, 0))
        image.paste(strip, (PAGE.margin, board.height))
    return palette.indexed(image)


BARE = Sizes(width=1200, height=1140, margin=8, pitch=134.0, caption=0)
"""The sizes of a board alone for a screen, with names and labels."""


def draw_bare(scene: Scene, theme: Theme = THEME) -> bytes:
    """The scene's board alone as a PNG file; its cells lie where `bare_page` says."""
    return png_of(palette_for(theme, scene).indexed(board_alone(theme, scene, BARE)))


def bare_page(grid: Grid) -> Page:
    """The page of a board alone: its size, and its cells in pixels."""
    return page_of(BARE, grid, 0)


def board_alone(theme: Theme, scene: Scene, sizes: Sizes) -> Image.Image:
    """A scene's board without cards, caption and fight, as an RGB image of its own."""
    page = page_of(sizes, scene.grid, 0)
    image = background_of(theme, palette_for(theme, scene), scene.grid, page).convert("RGB")
    put_board(image, theme, page, scene)
    return image


def palette_for(theme: Theme, scene: Scene) -> Palette:
    """The palette of a scene's picture."""
    shades = tuple(sorted({tile.shade for tile in scene.grid.tiles}))
    return palette_of(theme, scene.seats, shades, threats=bool(scene.threats))


def put_board(image: Image.Image, theme: Theme, page: Page, scene: Scene) -> None:
    """Paint a scene's marks, pieces and threats onto its page's background."""
    _put_marks(image, theme, page, scene)
    tokens, liveries = dict(scene.tokens), theme.liveries_of(scene.seats)
    exposed = {mark.cell for mark in scene.marks if mark.sign is Sign.EXPOSED}
    pitch, bare = page.layout.pitch, shows_bare(scene.seats)
    for cell, figure in scene.pieces:
        radius = pitch * (_BARE if bare else _COUNTERS)[figure.rank] / 2
        livery = liveries[figure.seat - 1]
        look = PieceLook(livery, figure, radius, scene.letters, tokens.get(cell, 0), cell in exposed, bare)
        put_layer(image, piece_layer(theme, look, 2 * round(pitch * 0.5)), page.centre(cell))
    put_counts(image, theme, page, scene)


def _put_marks(image: Image.Image, theme: Theme, page: Page, scene: Scene) -> None:
    tiles, layout = scene.grid.tiles, page.layout
    grounds = [theme.shade(tile.shade) for tile in tiles]
    for cell, own, others in scene.threats:
        grounds[cell] = tint_of(theme, grounds[cell], own, others)
        put_layer(image, tint_layer(layout.corners, grounds[cell]), page.centre(cell))
        put_name(image, theme, page, cell, tiles[cell].name, grounds[cell])
    checked = {mark.cell for mark in scene.marks if mark.sign is Sign.CHECK}
    for cell, sign in scene.marks:
        if sign is Sign.EXPOSED or (sign is Sign.SELECTED and cell in checked):
            continue
        if sign is Sign.CHECK:
            lay_glow(image, theme, page.centre(cell), layout.pitch)
        else:
            put_layer(image, mark_layer(theme, sign, layout.corners, layout.pitch, grounds[cell]), page.centre(cell))
        grounds[cell] = ground_of(theme, sign, grounds[cell])
        put_name(image, theme, page, cell, tiles[cell].name, grounds[cell])
    faint = blend(theme.shade(tiles[0].shade), theme.arrow, 2 / 3)
    for way in scene.ahead:
        lay_arrow(image, faint, [page.centre(cell) for cell in way], layout.pitch, FAINT)
    lay_arrow(image, theme.arrow, [page.centre(cell) for cell in scene.way], layout.pitch)
    frames = {Sign.SELECTED: (theme.ink, theme.accent)}
    if not shows_bare(scene.seats):
        frames[Sign.CHECK] = (theme.ink, theme.danger)
    for cell, sign in scene.marks:
        if sign in frames:
            lay_frame(image, frames[sign], page.outline(cell), layout.pitch)


def _put_panel(image: Image.Image, theme: Theme, page: Page, scene: Scene) -> None:
    liveries = theme.liveries_of(scene.seats)
    if page.caption.widths:
        put_caption(image, theme, (scene.title, scene.headline), page.caption, page.scale)
    for side, place in zip(scene.sides, page.places, strict=True):
        look = CardLook(place.width, place.height, page.scale)
        card = card_of(theme, liveries[side.number - 1], side, look)
        image.paste(card, (place.left, place.edge - card.height if place.foot else place.edge))
