"""Painting scenes: cached background, cards and sprites composed as palette indexes, then written as PNG."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache, partial
from itertools import product
from math import dist

from PIL import Image

from engine.geometry.board import Cell
from renderer.background import background_of, paste, put_name
from renderer.fights.fight import DrawnFight
from renderer.fights.strip import fight_strip
from renderer.layout.page import Page, page_of
from renderer.marks import ground_of, mark_sprite, tint_sprite
from renderer.overlays import lay_arrow, lay_centred, lay_frame, lay_glow
from renderer.palette import Palette, palette_of
from renderer.panel.caption import put_caption
from renderer.panel.card import CardLook, card_of
from renderer.png import QUICKLY, png_of
from renderer.scene import Grid, Scene, Sign
from renderer.sizes import PAGE, Sizes
from renderer.sprites.figures import Figure
from renderer.sprites.sprites import PieceLook, piece_layer, piece_sprite
from renderer.theme import THEME, Colour, Theme, shows_bare
from renderer.threats import put_counts, tint_of

_COUNTERS, _BARE = (0.78, 0.88, 0.92), (0.7, 0.86, 0.88)
"""How wide pieces are in pitches, on counters and without, in the order of their ranks."""


def draw(scene: Scene, theme: Theme = THEME) -> bytes:
    """The scene as a PNG file; safe to call from several threads at once."""
    return png_of(compose(scene, theme), QUICKLY)


def compose(scene: Scene, theme: Theme = THEME) -> Image.Image:
    """The scene as an image in palette mode, of its own."""
    palette, page = palette_for(theme, scene), page_of(PAGE, scene.grid, len(scene.sides))
    image = background_of(theme, palette, scene.grid, page).copy()
    _panel(image, theme, palette, page, scene)
    put_board(image, theme, palette, page, scene)
    return image if scene.fight is None else _extended(image, theme, palette, scene.seats, scene.fight)


def board_alone(theme: Theme, palette: Palette, scene: Scene, sizes: Sizes) -> Image.Image:
    """A scene's board without cards, caption and fight, as an image in palette indexes of its own."""
    page = page_of(sizes, scene.grid, 0)
    image = background_of(theme, palette, scene.grid, page).copy()
    put_board(image, theme, palette, page, scene)
    return image


def palette_for(theme: Theme, scene: Scene) -> Palette:
    """The palette of a scene's picture."""
    shades = tuple(sorted({tile.shade for tile in scene.grid.tiles}))
    return palette_of(theme, scene.seats, shades, threats=bool(scene.threats))


def _extended(
    image: Image.Image, theme: Theme, palette: Palette, seats: tuple[str, ...], fight: DrawnFight
) -> Image.Image:
    """The picture grown downwards by the strip of a fight."""
    margin = PAGE.margin
    strip = fight_strip(theme, palette, seats, fight, image.width - 2 * margin)
    grown = palette.blank(theme.page, image.width, image.height + strip.height + margin)
    grown.paste(image, (0, 0))
    grown.paste(strip, (margin, image.height))
    return grown


def prepare(scene: Scene, theme: Theme = THEME) -> None:
    """Draw what every picture of such a board needs: this one, for its board and letters, and pieces on all colours."""
    palette, page = palette_for(theme, scene), page_of(PAGE, scene.grid, len(scene.sides))
    compose(scene, theme)
    looks = {_look_of(theme, page, scene, figure) for _, figure in scene.pieces}
    for look, ground in product(looks, set(_grounds(theme, scene.grid))):
        piece_sprite(theme, palette, look, ground)


def put_board(image: Image.Image, theme: Theme, palette: Palette, page: Page, scene: Scene) -> None:
    """Paste a scene's marks and pieces onto a copy of its page's background.

    Where a piece stands on ground of one colour its cached sprite is pasted; elsewhere it is blended in.
    """
    grounds, uneven = _put_marks(image, theme, palette, page, scene)
    tokens = dict(scene.tokens)
    exposed = {mark.cell for mark in scene.marks if mark.sign is Sign.EXPOSED}
    look_of = cache(partial(_look_of, theme, page, scene))
    sprite_of = cache(partial(piece_sprite, theme, palette))
    for cell, figure in scene.pieces:
        look = look_of(figure, tokens.get(cell, 0), cell in exposed)
        if cell in uneven:
            lay_centred(image, palette, piece_layer(theme, look), page.centre(cell))
        else:
            paste(image, sprite_of(look, grounds[cell]), page.centre(cell))
    put_counts(image, theme, palette, page, scene)


def _look_of(
    theme: Theme,
    page: Page,
    scene: Scene,
    figure: Figure,
    tokens: int = 0,
    exposed: bool = False,
) -> PieceLook:
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


def _put_marks(
    image: Image.Image, theme: Theme, palette: Palette, page: Page, scene: Scene
) -> tuple[Sequence[Colour], set[Cell]]:
    """The marks and the names of the cells that bear them; the colour of each cell then, and which have several."""
    tiles, layout = scene.grid.tiles, page.layout
    grounds = list(_grounds(theme, scene.grid))
    for cell, own, others in scene.threats:
        ground, grounds[cell] = grounds[cell], tint_of(theme, grounds[cell], own, others)
        paste(image, tint_sprite(palette, layout, grounds[cell], ground), page.centre(cell))
        put_name(image, theme, palette, page, cell, tiles[cell].name, grounds[cell])
    uneven = set(scene.way)
    checked = {mark.cell for mark in scene.marks if mark.sign is Sign.CHECK}
    for cell, sign in scene.marks:
        if sign is Sign.EXPOSED:
            continue
        if sign is Sign.SELECTED:
            uneven |= _around(page, cell)
            if cell in checked:
                continue
        if sign is Sign.CHECK:
            lay_glow(image, palette, theme, page.centre(cell), layout.pitch)
        else:
            paste(image, mark_sprite(theme, palette, sign, layout, grounds[cell]), page.centre(cell))
        if sign in {Sign.CHECK, Sign.STRIKE, Sign.MOVABLE}:
            uneven |= _around(page, cell) if sign is Sign.CHECK else {cell}
        grounds[cell] = ground_of(theme, sign, grounds[cell])
        put_name(image, theme, palette, page, cell, tiles[cell].name, grounds[cell])
    lay_arrow(image, palette, theme, [page.centre(cell) for cell in scene.way], layout.pitch)
    frames = {Sign.SELECTED: (theme.ink, theme.accent)}
    if not shows_bare(scene.seats):
        frames[Sign.CHECK] = (theme.ink, theme.danger)
    for cell, sign in scene.marks:
        if sign in frames:
            outline = [(page.left + x, page.top + y) for x, y in layout.outline(cell)]
            lay_frame(image, palette, frames[sign], outline, layout.pitch)
    return grounds, uneven


@lru_cache(maxsize=64)
def _grounds(theme: Theme, grid: Grid) -> tuple[Colour, ...]:
    """The colours of a board's cells."""
    return tuple(theme.shade(tile.shade) for tile in grid.tiles)


def _around(page: Page, cell: Cell) -> set[Cell]:
    """A cell and its neighbours."""
    centre, reach = page.centre(cell), page.layout.pitch * 1.5
    return {other for other in range(len(page.layout.centres)) if dist(page.centre(other), centre) < reach}


def _panel(image: Image.Image, theme: Theme, palette: Palette, page: Page, scene: Scene) -> None:
    liveries = theme.liveries_of(scene.seats)
    if page.caption.widths:
        put_caption(image, theme, palette, (scene.title, scene.headline), page.caption, page.scale)
    for side, place in zip(scene.sides, page.places, strict=True):
        look = CardLook(place.width, place.height, page.scale)
        card = card_of(theme, palette, liveries[side.number - 1], side, look)
        image.paste(card, (place.left, place.edge - card.height if place.foot else place.edge))
