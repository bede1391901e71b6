"""Painting scenes: cached background, cards and sprites composed as palette indexes, then written as PNG."""

from __future__ import annotations

from io import BytesIO

from PIL import Image

from renderer.background import background_of, foot_of, footed, name_drop, paste, put_name
from renderer.fights.card import fight_card
from renderer.fights.fight import DrawnFight
from renderer.layout.cells import Naming
from renderer.layout.page import Page, page_of
from renderer.marks import mark_sprite, named_in_middle
from renderer.palette import Palette, palette_of
from renderer.panel import caption_of, card_height, card_of
from renderer.scene import Scene, Sign
from renderer.sprites.sprites import Name, PieceLook, named_sprite, piece_sprite
from renderer.theme import THEME, Livery, Theme

LARGE = 96_000
"""From how many bytes on a file is worth the time that packing it well takes."""
_QUICKLY, _WELL = 1, 4


def draw(scene: Scene, theme: Theme = THEME) -> bytes:
    """The scene as a PNG file, packed harder where it were large; safe to call from several threads at once."""
    image = compose(scene, theme)
    data = _packed(image, _QUICKLY)
    return data if len(data) <= LARGE else _packed(image, _WELL)


def _packed(image: Image.Image, level: int) -> bytes:
    buffer = BytesIO()
    image.save(buffer, "PNG", compress_level=level)
    return buffer.getvalue()


def compose(scene: Scene, theme: Theme = THEME) -> Image.Image:
    """The scene as an image in palette mode, of its own."""
    liveries = _liveries(theme, scene)
    palette = palette_for(theme, scene)
    page = page_of(theme, scene.grid, len(scene.sides))
    image = background_of(theme, palette, scene.grid, len(scene.sides)).copy()
    _panel(image, theme, palette, page, scene, liveries)
    put_board(image, theme, palette, scene)
    return image if scene.fight is None else _extended(image, theme, palette, liveries, scene.fight)


def palette_for(theme: Theme, scene: Scene) -> Palette:
    """The palette of a scene's picture."""
    return palette_of(theme, _liveries(theme, scene), tuple(sorted({tile.shade for tile in scene.grid.tiles})))


def _liveries(theme: Theme, scene: Scene) -> tuple[Livery, ...]:
    return tuple(theme.livery(name, number) for number, name in enumerate(scene.seats, 1))


def _extended(
    image: Image.Image, theme: Theme, palette: Palette, liveries: tuple[Livery, ...], fight: DrawnFight
) -> Image.Image:
    """The picture grown downwards by the card of a fight."""
    margin = theme.margin_px
    card = fight_card(theme, palette, liveries, fight, image.width - 2 * margin)
    ground = palette.indexed(Image.new("RGB", (1, 1), theme.page))
    grown = ground.resize((image.width, image.height + card.height + margin))
    grown.paste(image, (0, 0))
    grown.paste(card, (margin, image.height))
    return grown


def put_board(image: Image.Image, theme: Theme, palette: Palette, scene: Scene) -> None:
    """Paste a scene's marks and pieces onto a copy of its background."""
    liveries = _liveries(theme, scene)
    page = page_of(theme, scene.grid, len(scene.sides))
    layout, tiles = page.layout, scene.grid.tiles
    exposed = {mark.cell for mark in scene.marks if mark.sign is Sign.EXPOSED}
    grounds = [theme.shade(tile.shade) for tile in tiles]
    for cell, sign in scene.marks:
        if sign is Sign.EXPOSED:
            continue
        paste(image, mark_sprite(theme, palette, sign, layout, grounds[cell]), page.centre(cell))
        if sign in {Sign.SELECTED, Sign.STRIKE}:
            grounds[cell] = theme.chosen if sign is Sign.SELECTED else theme.accent
        disc = sign is Sign.REACH and named_in_middle(theme, layout)
        put_name(image, theme, palette, page, cell, tiles[cell].name, theme.ink if disc else grounds[cell])
    named, middle, foot = footed(theme, layout), layout.naming is Naming.MIDDLE, foot_of(theme, layout)
    radius = layout.pitch * (foot.counter if named else theme.large_counter) / 2
    lift = layout.pitch * foot.lift if named else 0.0
    size, drop = layout.pitch * foot.name, name_drop(theme, layout)
    side = 2 * round(layout.pitch * 0.5)
    tokens = dict(scene.tokens)
    for cell, figure in scene.pieces:
        livery, tired = liveries[figure.seat - 1], tokens.get(cell, 0)
        look = PieceLook(
            livery, figure.icon, figure.letter, scene.letters, side, radius, lift, tired, cell in exposed, figure.angle
        )
        if named and middle:
            name = Name(tiles[cell].name, size, drop)
            sprite = named_sprite(theme, palette, look, grounds[cell], name)
        else:
            sprite = piece_sprite(theme, palette, look, grounds[cell])
        paste(image, sprite, page.centre(cell))


def _panel(
    image: Image.Image, theme: Theme, palette: Palette, page: Page, scene: Scene, liveries: tuple[Livery, ...]
) -> None:
    image.paste(caption_of(theme, palette, scene.title, scene.headline), (theme.margin_px, theme.margin_px))
    for side, place in zip(scene.sides, page.places, strict=True):
        height = card_height(theme, side)
        card = card_of(theme, palette, liveries[side.number - 1], side, height)
        image.paste(card, (place.left, place.edge - height if place.foot else place.edge))
