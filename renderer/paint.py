"""Painting scenes: background, cards and pieces in true colours, brought to a palette at the end, as PNG files."""

from __future__ import annotations

from PIL import Image

from renderer.background import background_of, put_name
from renderer.fights.fight import DrawnFight
from renderer.fights.strip import fight_strip
from renderer.layout.page import Page, page_of
from renderer.marks import ground_of, mark_layer, tint_layer
from renderer.overlays import lay_arrow, lay_frame, lay_glow
from renderer.palette import Palette, palette_of
from renderer.panel.caption import put_caption
from renderer.panel.card import CardLook, card_of
from renderer.png import QUICKLY, png_of
from renderer.scene import Scene, Sign
from renderer.sizes import PAGE, Sizes
from renderer.sprites.canvas import put_layer
from renderer.sprites.figures import Figure
from renderer.sprites.sprites import PieceLook, piece_layer
from renderer.theme import THEME, Theme, shows_bare
from renderer.threats import put_counts, tint_of

_COUNTERS, _BARE = (0.78, 0.88, 0.92), (0.7, 0.86, 0.88)
"""How wide pieces are in pitches, on counters and without, in the order of their ranks."""


def draw(scene: Scene, theme: Theme = THEME) -> bytes:
    """The scene as a PNG file; safe to call from several threads at once."""
    return png_of(compose(scene, theme), QUICKLY)


def compose(scene: Scene, theme: Theme = THEME) -> Image.Image:
    """The scene as an image in palette mode, of its own."""
    palette, page = palette_for(theme, scene), page_of(PAGE, scene.grid, len(scene.sides))
    image = background_of(theme, palette, scene.grid, page).convert("RGB")
    _put_panel(image, theme, page, scene)
    put_board(image, theme, page, scene)
    if scene.fight is not None:
        image = _extended(image, theme, scene.seats, scene.fight)
    return palette.indexed(image)


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


def _extended(image: Image.Image, theme: Theme, seats: tuple[str, ...], fight: DrawnFight) -> Image.Image:
    """The picture grown downwards by the strip of a fight."""
    margin = PAGE.margin
    strip = fight_strip(theme, seats, fight, image.width - 2 * margin)
    grown = Image.new("RGB", (image.width, image.height + strip.height + margin), theme.page)
    grown.paste(image, (0, 0))
    grown.paste(strip, (margin, image.height))
    return grown


def prepare(scene: Scene, theme: Theme = THEME) -> None:
    """Draw what every picture of such a board needs: this one, for its board, letters and pieces."""
    compose(scene, theme)


def put_board(image: Image.Image, theme: Theme, page: Page, scene: Scene) -> None:
    """Paint a scene's marks, pieces and threats onto its page's background."""
    _put_marks(image, theme, page, scene)
    tokens = dict(scene.tokens)
    exposed = {mark.cell for mark in scene.marks if mark.sign is Sign.EXPOSED}
    for cell, figure in scene.pieces:
        look = _look_of(theme, page, scene, figure, tokens.get(cell, 0), cell in exposed)
        put_layer(image, piece_layer(theme, look), page.centre(cell))
    put_counts(image, theme, page, scene)


def _look_of(theme: Theme, page: Page, scene: Scene, figure: Figure, tokens: int, exposed: bool) -> PieceLook:
    """How a figure is drawn on a page."""
    pitch, bare = page.layout.pitch, shows_bare(scene.seats)
    return PieceLook(
        theme.liveries_of(scene.seats)[figure.seat - 1],
        figure.icon,
        figure.letter,
        scene.letters,
        side=2 * round(pitch * 0.5),
        radius=pitch * (_BARE if bare else _COUNTERS)[figure.rank] / 2,
        tokens=tokens,
        exposed=exposed,
        angle=figure.angle,
        bare=bare,
    )


def _put_marks(image: Image.Image, theme: Theme, page: Page, scene: Scene) -> None:
    """The marks, and the names of the cells that bear them."""
    tiles, layout = scene.grid.tiles, page.layout
    grounds = [theme.shade(tile.shade) for tile in tiles]
    for cell, own, others in scene.threats:
        grounds[cell] = tint_of(theme, grounds[cell], own, others)
        put_layer(image, tint_layer(layout, grounds[cell]), page.centre(cell))
        put_name(image, theme, page, cell, tiles[cell].name, grounds[cell])
    checked = {mark.cell for mark in scene.marks if mark.sign is Sign.CHECK}
    for cell, sign in scene.marks:
        if sign is Sign.EXPOSED or (sign is Sign.SELECTED and cell in checked):
            continue
        if sign is Sign.CHECK:
            lay_glow(image, theme, page.centre(cell), layout.pitch)
        else:
            put_layer(image, mark_layer(theme, sign, layout, grounds[cell]), page.centre(cell))
        grounds[cell] = ground_of(theme, sign, grounds[cell])
        put_name(image, theme, page, cell, tiles[cell].name, grounds[cell])
    lay_arrow(image, theme, [page.centre(cell) for cell in scene.way], layout.pitch)
    frames = {Sign.SELECTED: (theme.ink, theme.accent)}
    if not shows_bare(scene.seats):
        frames[Sign.CHECK] = (theme.ink, theme.danger)
    for cell, sign in scene.marks:
        if sign in frames:
            outline = [(page.left + x, page.top + y) for x, y in layout.outline(cell)]
            lay_frame(image, frames[sign], outline, layout.pitch)


def _put_panel(image: Image.Image, theme: Theme, page: Page, scene: Scene) -> None:
    liveries = theme.liveries_of(scene.seats)
    if page.caption.widths:
        put_caption(image, theme, (scene.title, scene.headline), page.caption, page.scale)
    for side, place in zip(scene.sides, page.places, strict=True):
        look = CardLook(place.width, place.height, page.scale)
        card = card_of(theme, liveries[side.number - 1], side, look)
        image.paste(card, (place.left, place.edge - card.height if place.foot else place.edge))
