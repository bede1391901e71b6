"""Film strips: the moments of a game side by side in one picture, for those who dislike motion."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from io import BytesIO
from math import ceil

from PIL import Image

from engine.records.replay import short_of
from renderer.background import background_of
from renderer.paint import palette_for, put_board
from renderer.palette import Palette
from renderer.replay.moments import LARGE, moments_of
from renderer.replay.plates import HIGH, side_plate, words_plate
from renderer.replay.reel import Reel
from renderer.scene import Scene
from renderer.theme import Theme

WIDTH = 1000
_MARGIN, _GAP = 16, 14
_LABEL = 44
_ABREAST = 2
_NEVER = 10_000.0
_WELL = 4


@lru_cache(maxsize=16)
def _tile_theme(theme: Theme, side: int) -> Theme:
    """A theme for boards without names that are at most so many pixels wide and high."""
    return replace(
        theme,
        width_px=side,
        height_px=side,
        margin_px=0,
        caption_px=0,
        least_name_px=_NEVER,
        least_label_px=_NEVER,
    )


def film_strip(reel: Reel, theme: Theme) -> bytes:
    """A reel's moments as a PNG file: result and names above, and below each board the move that led to it."""
    plies = moments_of(reel)
    columns = min(len(plies), 2 if len(reel.state.variant.board) >= LARGE else 3)
    side = (WIDTH - 2 * _MARGIN - (columns - 1) * _GAP) // columns
    scenes = [reel.scene(each) for each in plies]
    tile = _tile_theme(theme, side)
    palette = palette_for(tile, scenes[0])
    boards = [_board(scene, tile, palette) for scene in scenes]
    head = _head(scenes[-1], theme, palette)
    across, down = side + _GAP, boards[0].height + _LABEL
    width = 2 * _MARGIN + columns * across - _GAP
    ground = palette.indexed(Image.new("RGB", (1, 1), theme.page))
    image = ground.resize((width, head.height + ceil(len(plies) / columns) * (down + _GAP) + _MARGIN))
    image.paste(head, (0, 0))
    for index, (board, count) in enumerate(zip(boards, plies, strict=True)):
        left = _MARGIN + across * (index % columns) + side // 2
        top = head.height + (down + _GAP) * (index // columns)
        image.paste(board, (left - board.width // 2, top))
        label = words_plate(theme, palette, _named(reel, count), side, loud=True)
        image.paste(label, (left - label.width // 2, top + board.height + (_LABEL - HIGH)))
    buffer = BytesIO()
    image.save(buffer, "PNG", compress_level=_WELL)
    return buffer.getvalue()


def _named(reel: Reel, plies: int) -> str:
    """A moment in words: the number of the move that led to it, counting everybody's, and the move."""
    return f"Move {plies}: {short_of(reel.state, reel.state.played[plies - 1])}" if plies else "Start"


def _board(scene: Scene, theme: Theme, palette: Palette) -> Image.Image:
    board = background_of(theme, palette, scene.grid, 0).copy()
    put_board(board, theme, palette, replace(scene, sides=()))
    return board


def _head(last: Scene, theme: Theme, palette: Palette) -> Image.Image:
    """The game and how it ended above the sides in seat order."""
    wide = WIDTH - 2 * _MARGIN
    title = words_plate(theme, palette, last.title, wide // 2)
    result = words_plate(theme, palette, last.headline, wide - title.width - _GAP, loud=True)
    sides = sorted(last.sides)
    room = wide // _ABREAST
    ground = palette.indexed(Image.new("RGB", (1, 1), theme.page))
    image = ground.resize((WIDTH, HIGH * (1 + ceil(len(sides) / _ABREAST)) + _MARGIN + _GAP))
    image.paste(result, (_MARGIN, _MARGIN // 2))
    image.paste(title, (WIDTH - _MARGIN - title.width, _MARGIN // 2))
    for place, side in enumerate(sides):
        plate = side_plate(theme, palette, theme.livery(side.name, side.number), side, room - _GAP)
        image.paste(plate, (_MARGIN + place % _ABREAST * room, HIGH * (1 + place // _ABREAST) + _MARGIN // 2))
    return image
