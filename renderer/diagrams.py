"""Movement diagrams: a sheet with a small board for each kind of piece, its targets marked."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from io import BytesIO
from math import ceil

from PIL import Image

from engine.board import Cell
from engine.moves import Movement, movement_of
from engine.position import Position
from engine.variant import Variant
from renderer.background import background_of
from renderer.drawing import put_text
from renderer.figures import figure_of
from renderer.fonts import text_mask
from renderer.layout import spot
from renderer.page import page_of
from renderer.paint import palette_for, put_board
from renderer.palette import Palette
from renderer.scene import Mark, Scene, Sign, grid_of
from renderer.theme import THEME, Theme

WIDEST = 1400
NOTE = "dots: moves, corners: captures"
_HEAD, _NOTED = 34, 22
_THEME = replace(
    THEME,
    margin_px=10,
    panel_px=0,
    caption_px=0,
    card_px=0,
    width_px=440,
    height_px=424,
    pitch_px=64.0,
    named_pitch_px=1000.0,
)


def diagram_of(variant: Variant, letter: str, cell: Cell | None = None) -> Scene:
    """How the first seat's kind of a letter moves on an otherwise empty board, from a cell or else its widest one.

    The widest cell is the one with the most targets, the nearest to the board's middle among equals. Where the kind
    captures otherwise than it moves, what it could capture is marked too, and the headline says how.
    """
    movement = movement_of(variant)
    code = variant.codes[variant.seats[0].number, letter]
    origin = _widest(movement, code) if cell is None else cell
    moves, captures = _targets(movement, code, origin)
    return Scene(
        grid=grid_of(variant.board, variant.seats[0].view),
        men=((origin, figure_of(variant, code)),),
        marks=(Mark(origin, Sign.SELECTED), *_marks(moves, captures)),
        sides=(),
        seats=tuple(each.name for each in variant.seats),
        title=f"{variant.by_letter[letter].name.capitalize()} ({letter})",
        headline="" if moves == captures else NOTE,
    )


def diagrams_of(variant: Variant) -> tuple[Scene, ...]:
    """The diagram of every kind of piece, in the variant's order."""
    return tuple(diagram_of(variant, kind.letter) for kind in variant.kinds)


def _marks(moves: frozenset[Cell], captures: frozenset[Cell]) -> Iterator[Mark]:
    if moves != captures:
        yield from (Mark(cell, Sign.STRIKE) for cell in sorted(captures))
    yield from (Mark(cell, Sign.REACH) for cell in sorted(moves))


def _targets(movement: Movement, code: int, cell: Cell) -> tuple[frozenset[Cell], frozenset[Cell]]:
    """Where the first seat's man of a code can go from a cell of an empty board, and where it could capture."""
    position, man = _alone(movement.variant, code, cell), 1 << cell
    moves = frozenset(move.target for move in movement.pseudo_legal(position, cell))
    if movement.wanders(position, man):
        others = (each for each in range(len(position.placement)) if each != cell)
        return moves, frozenset(each for each in others if cell in movement.attackers(position, each, man))
    return moves, frozenset(movement.sight(code, cell))


def _alone(variant: Variant, code: int, cell: Cell) -> Position:
    """The first seat to move with nothing but one man, which has its first move if it begins the game there."""
    start, seat = variant.start, variant.seats[0].number
    placement = bytearray(len(variant.board))
    placement[cell] = code
    men = tuple(1 << cell if number in {0, seat} else 0 for number in range(len(start.men)))
    rights = start.rights & 1 << cell if start.placement[cell] == code else 0
    return start._replace(placement=bytes(placement), men=men, turn=seat, rights=rights, due=0)


def _widest(movement: Movement, code: int) -> Cell:
    """The cell from which a man has the most targets, the nearest to the middle among equals."""
    board = movement.variant.board
    spots = [spot(board.lattice, place, 0) for place in board.places]
    middle = tuple(sum(point[axis] for point in spots) / len(spots) for axis in (0, 1))

    def rank(cell: Cell) -> tuple[int, float, Cell]:
        moves, captures = _targets(movement, code, cell)
        x, y = spots[cell]
        return -len(moves | captures), round((x - middle[0]) ** 2 + (y - middle[1]) ** 2, 6), cell

    return min(range(len(board)), key=rank)


@lru_cache(maxsize=32)
def diagram_sheet(variant: Variant) -> bytes:
    """How every kind of a game's pieces moves, as a PNG file at most 1400 pixels wide."""
    buffer = BytesIO()
    _sheet(diagrams_of(variant), _THEME).save(buffer, "PNG", optimize=True)
    return buffer.getvalue()


def _sheet(scenes: tuple[Scene, ...], theme: Theme) -> Image.Image:
    """The diagrams in rows of as many as fit, spread evenly over the rows."""
    palette = palette_for(theme, scenes[0])
    page = page_of(theme, scenes[0].grid, 0)
    margin, gap = 2 * theme.margin_px, theme.margin_px
    across = page.layout.width + gap
    rows = ceil(len(scenes) / max(1, (WIDEST - 2 * margin + gap) // across))
    columns = ceil(len(scenes) / rows)
    lines = [scenes[first : first + columns] for first in range(0, len(scenes), columns)]
    heads = [_HEAD + _NOTED * any(scene.headline for scene in line) for line in lines]
    height = sum(heads) + rows * (page.layout.height + margin) + margin
    sheet = palette.indexed(Image.new("RGB", (1, 1), theme.page)).resize((columns * across - gap + 2 * margin, height))
    box = (page.left, page.top, page.left + page.layout.width, page.top + page.layout.height)
    y = margin
    for line, head in zip(lines, heads, strict=True):
        for column, scene in enumerate(line):
            x = margin + column * across
            sheet.paste(_caption(theme, palette, scene, (page.layout.width, head)), (x, y))
            board = background_of(theme, palette, scene.grid, 0).copy()
            put_board(board, theme, palette, scene)
            sheet.paste(board.crop(box), (x, y + head))
        y += head + page.layout.height + margin
    return sheet


def _caption(theme: Theme, palette: Palette, scene: Scene, size: tuple[int, int]) -> Image.Image:
    """A diagram's caption in palette indexes: the piece above the note, if there is one."""
    image = Image.new("RGB", size, theme.page)
    put_text(image, text_mask(scene.title, 22, 0.018), (size[0] / 2, 13), theme.text)
    if scene.headline:
        put_text(image, text_mask(scene.headline, 15, 0.012), (size[0] / 2, 37), theme.muted)
    return palette.indexed(image)
