"""Film strips: the moments of a game side by side in one picture, for people who dislike motion."""

from math import ceil

from PIL import Image

from engine.records.moments import plies_of
from engine.records.replay import named_move
from renderer.layout.page import plain
from renderer.paint.board import board_alone, palette_for
from renderer.paint.palette import png_of
from renderer.replay.reel import Reel
from renderer.replay.screen import HIGH, side_plate, words_plate
from renderer.scene import Scene
from renderer.theme import Theme

WIDTH = 1000
LARGE = 91
"""From how many cells on a board needs more room than a third of the strip."""
_ROWS = 3
_MARGIN, _GAP = 16, 14
_LABEL = 44
_ABREAST = 2


def film_strip(reel: Reel, theme: Theme) -> bytes:
    """A reel's moments as a PNG file: result and names above, and below each board the move that led to it."""
    plies = moments_of(reel)
    columns = min(len(plies), _columns(reel))
    side = (WIDTH - 2 * _MARGIN - (columns - 1) * _GAP) // columns
    scenes = [reel.scene(each) for each in plies]
    boards = [board_alone(theme, scene, plain(side, side)) for scene in scenes]
    head = _head(scenes[-1], theme)
    across, down = side + _GAP, boards[0].height + _LABEL
    width = 2 * _MARGIN + columns * across - _GAP
    height = head.height + ceil(len(plies) / columns) * (down + _GAP) + _MARGIN
    image = Image.new("RGB", (width, height), theme.page)
    image.paste(head, (0, 0))
    for index, (board, count) in enumerate(zip(boards, plies, strict=True)):
        left = _MARGIN + across * (index % columns) + side // 2
        top = head.height + (down + _GAP) * (index // columns)
        image.paste(board, (left - board.width // 2, top))
        label = words_plate(theme, _named(reel, count), side, loud=True)
        image.paste(label, (left - label.width // 2, top + board.height + (_LABEL - HIGH)))
    return png_of(palette_for(theme, scenes[0]).indexed(image))


def moments_of(reel: Reel) -> tuple[int, ...]:
    """The moments that a strip shows of a reel, as numbers of moves: its ends and its turning points."""
    return plies_of(reel.state, reel.plies[0], reel.plies[-1], _ROWS * _columns(reel) - 2)


def _columns(reel: Reel) -> int:
    return 2 if len(reel.state.variant.board) >= LARGE else 3


def _named(reel: Reel, plies: int) -> str:
    return named_move(reel.state, plies - 1) if plies else "Start"


def _head(last: Scene, theme: Theme) -> Image.Image:
    """The game and how it ended above the sides in seat order."""
    wide = WIDTH - 2 * _MARGIN
    title = words_plate(theme, last.title, wide // 2)
    result = words_plate(theme, last.headline, wide - title.width - _GAP, loud=True)
    sides = sorted(last.sides)
    room = wide // _ABREAST
    image = Image.new("RGB", (WIDTH, HIGH * (1 + ceil(len(sides) / _ABREAST)) + _MARGIN + _GAP), theme.page)
    image.paste(result, (_MARGIN, _MARGIN // 2))
    image.paste(title, (WIDTH - _MARGIN - title.width, _MARGIN // 2))
    for place, side in enumerate(sides):
        plate = side_plate(theme, theme.liveries_of(last.seats)[side.number - 1], side, room - _GAP)
        image.paste(plate, (_MARGIN + place % _ABREAST * room, HIGH * (1 + place // _ABREAST) + _MARGIN // 2))
    return image
