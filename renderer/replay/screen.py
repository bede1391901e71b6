"""The screen of a replay: the board, and around it what stays: who plays, which game it is, how it ended.

Of two sides the viewer's is below the board and the other above it, on the left, and the words are on the right. Of
more, each is at its own end of the board, as on the cards of a page, and the words have a line of their own.
"""

from collections.abc import Iterator, Sequence
from enum import Enum
from math import ceil, floor
from typing import NamedTuple

from PIL import Image

from engine.model.board import Cell
from renderer.fight import DrawnFight
from renderer.layout.page import Page, Sizes, page_of
from renderer.paint.board import background_of, palette_for, put_board
from renderer.paint.canvas import put_text
from renderer.paint.fight import fight_strip
from renderer.paint.pen import TEXT_MIN_SCALE, Pen, fitted
from renderer.paint.text import Weight, readable, text_mask
from renderer.scene import Scene, Side, Status
from renderer.theme import Colour, Livery, Theme

HIGH = 40
"""The height of a plate, in pixels."""
_EMBLEM, _GAP = 15, 9
_NAME, _WORDS, _HEADLINE = 25.0, 19.0, 25.0


class Word(NamedTuple):
    """A word on a plate: its text, size in pixels, colour and weight."""

    text: str
    size: float
    fill: Colour
    weight: Weight = Weight.MEDIUM


def side_plate(theme: Theme, livery: Livery, side: Side, room: int) -> Image.Image:
    """The player of a side, behind its empty counter, with a trophy for the winner; at most `room` pixels wide."""
    name, won = readable(side.person.name) or side.name, side.status is Status.WON
    words = [Word(name, _NAME, theme.text, Weight.BOLD)]
    rest = ", ".join(part for part in (side.name if name != side.name else "", side.person.rating) if part)
    words += [Word(rest, _WORDS, theme.muted)] if rest else []
    head, tail = 2 * _EMBLEM + _GAP, HIGH * won
    masks = _fitted(words, room - head - tail)
    pen = Pen(theme, head + _across(masks) + tail, HIGH)
    pen.counter(livery, (_EMBLEM, HIGH / 2), _EMBLEM)
    if won:
        pen.icon("fa6s.trophy", 22, (head + _across(masks) + HIGH / 2, HIGH / 2), theme.accent)
    for mask, word in zip(masks, words, strict=True):
        pen.mask(mask, (head, HIGH / 2), word.fill, 0)
        head += mask.width + _GAP
    return pen.done()


def words_plate(theme: Theme, text: str, room: int, *, loud: bool = False) -> Image.Image:
    """A line of words, loud ones in the brightest colour; at most `room` pixels wide."""
    word = Word(text, _HEADLINE, theme.text, Weight.BOLD) if loud else Word(text, _WORDS, theme.muted)
    (mask,) = _fitted([word], room)
    image = Image.new("RGB", (mask.width, HIGH), theme.page)
    put_text(image, mask, (0, HIGH / 2), word.fill, 0)
    return image


def _fitted(words: Sequence[Word], room: int) -> list[Image.Image]:
    """The words' masks: all smaller where they were wider than the room, then the first one cut at its end."""
    masks = [text_mask(word.text, word.size, word.weight) for word in words]
    if _across(masks) <= room:
        return masks
    scale = max(TEXT_MIN_SCALE, room / _across(masks))
    first, *others = words
    rest = [text_mask(word.text, word.size * scale, word.weight) for word in others]
    left = room - sum(mask.width + _GAP for mask in rest)
    return [fitted(first.text, first.size * scale, left, first.weight, least=1), *rest]


def _across(masks: Sequence[Image.Image]) -> int:
    return sum(mask.width for mask in masks) + _GAP * (len(masks) - 1)


WIDTH = 720
_PAIR = 2
_PART = 0.48
_EDGE, _APART = 8, 10
_LEGIBLE = 14.0
"""The least size of a cell's name in a replay, in pixels: what is still read on a phone."""


class Row(Enum):
    """The place of a plate: over the board, under it, or in the line of words at the bottom."""

    HEAD = "head"
    FOOT = "foot"
    LINE = "line"


class Caption(NamedTuple):
    """Words beside the board: a picture, its row and its left edge."""

    image: Image.Image
    row: Row
    left: int


class FilmScreen:
    """The frames of a game, all of one size and in one palette, at most `width` pixels wide.

    `first` and `last` are scenes of the game; if it is `over` in the last one, it is told how. `page` says where cells
    are in a frame.
    """

    def __init__(self, first: Scene, last: Scene, theme: Theme, *, over: bool, width: int = WIDTH) -> None:
        self._theme, self._seats = theme, first.seats
        self._sizes = Sizes(width, width, caption=0, least_name=_LEGIBLE)
        self.palette = palette_for(theme, first)
        self._page = page_of(self._sizes, first.grid, 0)
        self._lasting = tuple(self._plates(first, ""))
        self._final = tuple(self._plates(last, last.headline)) if over else self._lasting
        self._above, self._below = (self._beyond(row) for row in (Row.HEAD, Row.FOOT))
        line = HIGH if len(first.sides) > _PAIR else 0
        self.size = (self._page.width, self._above + self._page.height + self._below + line)
        self._blank = self._empty(first, self._lasting)
        self._blank_at_end = self._empty(first, self._final)
        self.page = self._page._replace(top=self._page.top + self._above)

    def _empty(self, scene: Scene, plates: Sequence[Caption]) -> Image.Image:
        """The frame of a board without pieces, with these plates; nobody changes it."""
        image = Image.new("RGB", self.size, self._theme.page)
        board = background_of(self._theme, self.palette, scene.grid, self._page)
        image.paste(board.convert("RGB"), (0, self._above))
        for plate in plates:
            image.paste(plate.image, (plate.left, self._height_of(plate.row)))
        return image

    def frame(self, scene: Scene, *, ended: bool = False) -> Image.Image:
        """A scene of the game in palette indexes; a fight lies where it hides least of its cells."""
        image = (self._blank_at_end if ended else self._blank).copy()
        put_board(image, self._theme, self.page, scene)
        if scene.fight is not None:
            self._put_fight(image, scene.fight, scene.way)
        return self.palette.indexed(image)

    def _put_fight(self, image: Image.Image, fight: DrawnFight, cells: tuple[Cell, ...]) -> None:
        page, margin = self._page, self._sizes.margin
        strip = fight_strip(self._theme, self._seats, fight, image.width - 2 * margin)
        below, reach = page.height - margin - strip.height, page.layout.pitch / 2

        def covered(top: int) -> list[bool]:
            heights = [page.centre(cell)[1] for cell in reversed(cells)]
            return [top - reach < height < top + strip.height + reach for height in heights]

        image.paste(strip, (margin, max(0, self._above + min(below, margin, key=covered))))

    # ---- the plates

    def _plates(self, scene: Scene, headline: str) -> Iterator[Caption]:
        theme, wide = self._theme, self._page.width - 2 * self._sizes.margin
        made = [
            side_plate(theme, theme.liveries_of(self._seats)[side.number - 1], side, round(wide * _PART))
            for side in scene.sides
        ]
        if len(made) > _PAIR:
            places = [(Row.HEAD, True), (Row.HEAD, False), (Row.FOOT, False)][: len(made) - 1]
            yield from (self._placed(*each) for each in zip(made, (*places, (Row.FOOT, True)), strict=True))
            said = words_plate(theme, headline or scene.title, wide, loud=bool(headline))
            yield self._placed(said, (Row.LINE, False))
            return
        for image, row, words in zip(made, (Row.HEAD, Row.FOOT), (scene.title, headline), strict=True):
            yield self._placed(image, (row, False))
            if words:
                said = words_plate(theme, words, wide - image.width - 2 * _APART, loud=row is Row.FOOT)
                yield self._placed(said, (row, True))

    def _placed(self, image: Image.Image, place: tuple[Row, bool]) -> Caption:
        row, right = place
        margin = self._sizes.margin
        return Caption(image, row, self._page.width - margin - image.width if right else margin)

    def _beyond(self, row: Row) -> int:
        """The gap between a row and the board's own picture; nothing if all its plates fit into the corners."""
        plates = [plate for plate in (*self._lasting, *self._final) if plate.row is row]
        need = HIGH + _EDGE + _APART
        return max([0, *(need - _room(self._page, plate, foot=row is Row.FOOT) for plate in plates)])

    def _height_of(self, row: Row) -> int:
        if row is Row.HEAD:
            return _EDGE
        if row is Row.LINE:
            return self.size[1] - HIGH - _EDGE // 2
        return self._above + self._page.height + self._below - HIGH - _EDGE


def _room(page: Page, plate: Caption, *, foot: bool) -> int:
    """The free height of the board's picture under a plate, from its upper or from its lower edge."""
    layout, (left, right) = page.layout, (plate.left - _APART, plate.left + plate.image.width + _APART)
    across, down = (max(abs(corner[axis]) for corner in layout.corners) for axis in (0, 1))
    small = layout.pitch / 5
    shapes = [(*page.centre(cell), across, down) for cell in range(len(layout.centres))]
    shapes += [(page.left + x, page.top + y, small, small) for x, y in (label.centre for label in layout.labels)]
    under = [(y - high, y + high) for x, y, wide, high in shapes if x + wide > left and x - wide < right]
    if foot:
        return page.height - ceil(max((lower for _, lower in under), default=0))
    return floor(min((upper for upper, _ in under), default=page.height))
