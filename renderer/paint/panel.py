"""The panel around the board: the caption, and the sides' cards."""

from collections.abc import Sequence
from functools import cache, lru_cache
from itertools import product
from math import ceil, floor
from typing import NamedTuple

from PIL import Image

from renderer.layout.page import BAND, CaptionPlace
from renderer.paint.canvas import FINE, Canvas, Point, put_text
from renderer.paint.pieces import draw_counter
from renderer.paint.text import Weight, fitting, glyph_mask, icon_mask, icon_of, readable, text_mask, text_width
from renderer.scene import Loss, Side, Status
from renderer.theme import Colour, Livery, Theme, blend

_COUNT = 0.75
_NEAR = 0.1
_LOSS_GAP = 0.22


def row_width(lost: Sequence[Loss]) -> float:
    """The width of a row of lost pieces, as a multiple of its height."""
    return sum(_width(loss) + _LOSS_GAP for loss in lost) - _LOSS_GAP if lost else 0.0


def row_size(lost: Sequence[Loss], width: float, height: float) -> int:
    """The height of the largest row that fits a box."""
    return max(1, floor(min(height, width / row_width(lost)))) if lost else 0


def put_losses(image: Image.Image, fill: Colour, lost: Sequence[Loss], at: Point, size: int) -> None:
    """Draw lost pieces in a row of this height that begins at a point, its middle at that height."""
    x, middle = at
    for loss in lost:
        _, letter, icon, angle, _ = loss.figure
        put_text(image, _shape(icon, letter, angle, size), (x + size / 2, middle), fill)
        if loss.number > 1:
            count = text_mask(str(loss.number), size * _COUNT, Weight.BOLD)
            put_text(image, count, (x + size * (1 + _NEAR), middle), fill, 0)
        x += size * (_width(loss) + _LOSS_GAP)


def _width(loss: Loss) -> float:
    return 1.0 if loss.number == 1 else 1.0 + _NEAR + text_width(str(loss.number), _COUNT, Weight.BOLD)


@lru_cache(maxsize=1024)
def _shape(icon: str, letter: str, angle: int, size: int) -> Image.Image:
    return glyph_mask(icon, letter, size * FINE, angle).reduce(FINE)


_PAD = 12
_HEAD = 58
_FOOT = 9
_EMBLEM = 18
_TEXT = 56
_MARK = 30
_NAMED, _BELOW_NAME, _DETAILED = 0.33, 0.7, 0.76
_BESIDE = 0.46
_NAME, _BROKEN_NAME, _LEAST_NAME, _LEAST_WORD = 26, 20, 16, 13
_GAP, _BESIDE_NAME = 8, 0.8
_DETAIL, _LEAST_DETAIL = 21, 16
_LOSS, _LEAST_LOSS = 32, 16
_SOFT = 0.7
_CAPITALS = 0.38
_ICONS = {Status.WON: "fa6s.trophy", Status.TO_ROLL: "fa6s.dice"}
_MARKED = frozenset({Status.TO_MOVE, Status.TO_ROLL, Status.WON})


class CardLook(NamedTuple):
    """A card's width and maximum height in pixels, and the scale of its content."""

    width: int
    height: int
    scale: float

    def px(self, length: float) -> int:
        """A length at the card's scale."""
        return round(length * self.scale)

    @property
    def head(self) -> int:
        """The height of the part with the player."""
        return self.height if self.low else self.px(_HEAD)

    @property
    def low(self) -> bool:
        """True if there is no room below a side's name, so that its lost pieces go beside it."""
        return self.height < self.px(_HEAD + _LEAST_LOSS + _FOOT)


def card_of(theme: Theme, livery: Livery, side: Side, look: CardLook) -> Image.Image:
    """A side's card in RGB, no higher than it needs; bars, too low for a second row, have their own height.

    A person is called by what can be drawn of the name, with the side's behind it if there is room, or else by the
    side's alone.
    """
    px, marked, lost = look.px, side.status in _MARKED, side.lost
    left, right = px(_PAD), look.width - px(_PAD)
    if look.low:
        left, right = round(look.width * _BESIDE), right - px(_MARK) * marked
    size = row_size(
        lost, right - left, min(px(_LOSS), look.height - px(_FOOT) - (px(_FOOT) if look.low else look.head))
    )
    height = look.height if look.low else look.head + (size + px(_FOOT)) * bool(lost)
    told = 0.5 if look.low or not _detail(side) else _BELOW_NAME
    middle = _DETAILED if lost and not look.low else told
    card = _blank(theme, livery, side.status, look._replace(height=height), look.head, middle).copy()
    if look.low:
        at = right - row_width(lost) * size, height / 2
        edges = (floor(at[0]) - px(_PAD),) * 2 if lost else (right, right)
    else:
        edges = right, right - px(_MARK) * marked
        at = left, look.head + size / 2
    put_losses(card, theme.ink, lost, at, size)
    _put_who(card, theme, side, look, edges)
    return card


@lru_cache(maxsize=128)
def _blank(theme: Theme, livery: Livery, status: Status, look: CardLook, head: int, middle: float) -> Image.Image:
    """A card without words: the side's counter, and a mark, at this part of the head, if it is to move or has won.

    Nobody changes it.
    """
    canvas = Canvas(look.width, look.height, theme.page)
    active = status in _MARKED
    if active:
        canvas.box(0, 0, look.width, look.height, theme.accent)
    inset = 4.0 if active else 1.5
    canvas.box(inset, inset, look.width - inset, look.height - inset, theme.card)
    draw_counter(canvas, theme, livery, (look.px(_PAD + _EMBLEM), head / 2), look.px(_EMBLEM))
    x, y = look.width - look.px(_PAD + 12), head * middle
    if status is Status.TO_MOVE:
        reach = 9 * look.scale
        canvas.polygon([(x + reach, y - reach), (x + reach, y + reach), (x - reach, y)], theme.ink, 1.5)
    elif status in _ICONS and (icon := icon_of(_ICONS[status])) is not None:
        canvas.stamp(icon_mask(icon, 23 * look.scale * FINE), (x, y), theme.ink)
    return canvas.done()


def _put_who(card: Image.Image, theme: Theme, side: Side, look: CardLook, edges: tuple[int, int]) -> None:
    """The name, and below it the side's status, with the rating and the clock, each before its edge at the right.

    A long name takes both lines, with the status if there is room; a long word is smaller.
    """
    head, left, least = look.head, look.px(_TEXT), look.px(_LEAST_WORD)
    person, below = readable(side.person.name), _detail(side)
    name, large = person or side.name, look.px(_NAME)
    ink, weight, sizes = blend(theme.card, theme.ink, _SOFT), Weight.MEDIUM, (look.px(_DETAIL), look.px(_LEAST_DETAIL))
    right = edges[0]
    if below and text_width(name, look.px(_LEAST_NAME), Weight.BOLD) > right - left:
        name, rest = _broken(name, right - left, right - left, look.px(_BROKEN_NAME))
        if rest:
            both, large, person = f"{rest} · {below}", look.px(_BROKEN_NAME), ""
            below = both if text_width(both, sizes[1], weight) <= edges[1] - left else rest
            sizes = sizes[0], least
    elif not below:
        name, below = _broken(name, edges[1] - left, right - left, look.px(_BROKEN_NAME))
        if not below:
            right = edges[1]
        else:
            large, person = look.px(_BROKEN_NAME), ""
            ink, weight, sizes = theme.ink, Weight.BOLD, (large, least)
    name, size = fitting(name, right - left, large, least, Weight.BOLD)
    mask, height, lower = text_mask(name, size, Weight.BOLD), head * (_NAMED if below else 0.5), size
    if below:
        text, lower = fitting(below, edges[1] - left, *sizes, weight)
        _write(card, text, lower, (left, head * _DETAILED), ink, weight)
        height = min(height, head * _DETAILED - lower * _CAPITALS - _foot(mask))
    put_text(card, mask, (left, height), theme.ink, 0)
    if person:
        behind = left + mask.width + look.px(_GAP)
        _put_side(card, theme, side.name, (behind, height), right - behind, lower * _BESIDE_NAME)


def _broken(name: str, alone: float, room: float, size: float) -> tuple[str, str]:
    """A name in two lines, the first in a room, if it is too wide for one; one of a single word stays so."""
    words = name.split(" ")
    if text_width(name, size, Weight.BOLD) <= alone:
        return name, ""
    fits = [n for n in range(1, len(words)) if text_width(" ".join(words[:n]), size, Weight.BOLD) <= room]
    first = fits[-1] if fits else 1
    return " ".join(words[:first]), " ".join(words[first:])


def _put_side(card: Image.Image, theme: Theme, side: str, at: Point, room: float, size: float) -> None:
    if text_width(side, size) <= room:
        drop = size * (1 / _BESIDE_NAME - 1) * _CAPITALS
        _write(card, side, size, (at[0], at[1] + drop), blend(theme.card, theme.ink, _SOFT))


def _write(card: Image.Image, text: str, size: float, at: Point, fill: Colour, weight: Weight = Weight.MEDIUM) -> None:
    put_text(card, text_mask(text, size, weight), at, fill, 0)


def _foot(mask: Image.Image) -> float:
    """The depth of a line's ink below its middle."""
    box = mask.getbbox()
    return box[3] - mask.height / 2 if box else 0.0


def _detail(side: Side) -> str:
    """The rating and the clock while it matters; the status in words if the side is out or has no player."""
    told = readable(side.person.clock)
    if side.status is Status.OUT or (side.status is not Status.WAITING and not side.person.name):
        told = side.status.value
    elif side.status is Status.WON:
        told = ""
    return " · ".join(each for each in (readable(side.person.rating), told) if each)


_SIZES = sorted(product(range(32, 16, -2), range(22, 12, -2)), key=lambda sizes: -sizes[0] - 2 * sizes[1])
"""The sizes of headline and title to choose from, the best first."""
_LEADING = 1.22
_SEPARATOR = " · "


class _Line(NamedTuple):
    """A line of text, its size, and where its upper edge is."""

    text: str
    size: float
    top: int

    @property
    def foot(self) -> int:
        """The start of the next line."""
        return self.top + ceil(self.size * _LEADING)


def put_caption(image: Image.Image, theme: Theme, words: tuple[str, str], place: CaptionPlace, scale: float) -> None:
    """Write the headline above the title, in lines no wider than the place is at their height.

    `words` are title and headline. They are smaller where the place is too small, and shortened if nothing else helps.
    """
    head, rest = _set(*words, place.widths, scale)
    for lines, fill, weight in ((head, theme.text, Weight.BOLD), (rest, theme.muted, Weight.MEDIUM)):
        for text, size, top in lines:
            mask = text_mask(text, size, weight)
            image.paste(fill, (place.left, place.top + round(top + size * 0.6 - mask.height / 2)), mask)


@lru_cache(maxsize=256)
def _set(title: str, headline: str, widths: tuple[int, ...], scale: float) -> tuple[list[_Line], list[_Line]]:
    """The lines of the headline and those of the title, as large as they fit."""
    headed = cache(lambda size: _flow(headline, size, widths, 0, Weight.BOLD))
    for large, small in _SIZES:
        head = headed(large * scale)
        if head and (rest := _flow(title, small * scale, widths, head[-1].foot, Weight.MEDIUM)):
            return head, rest
    least, least_title = (size * scale for size in _SIZES[-1])
    line = _Line(*fitting(headline, _room(widths, 0, least), least, least, Weight.BOLD), 0)
    head = headed(least) or [line]
    top = head[-1].foot
    return head, [_Line(*fitting(title, _room(widths, top, least_title), least_title, least_title), top)]


def _flow(text: str, size: float, widths: Sequence[int], top: int, weight: Weight) -> list[_Line] | None:
    """Text in lines from a height on, None if there is no room; what separators divide is kept together if it fits."""
    lines: list[_Line] = []

    def put(words: str, separator: str) -> bool:
        if lines:
            longer = lines[-1]._replace(text=f"{lines[-1].text}{separator}{words}")
            if text_width(longer.text, size, weight) <= _room(widths, longer.top, size):
                lines[-1] = longer
                return True
        line = _Line(words, size, lines[-1].foot if lines else top)
        if text_width(words, size, weight) > _room(widths, line.top, size):
            return False
        lines.append(line)
        return True

    for part in text.split(_SEPARATOR):
        first, *others = part.split(" ")
        if not put(part, _SEPARATOR) and not (put(first, _SEPARATOR) and all(put(word, " ") for word in others)):
            return None
    return lines


def _room(widths: Sequence[int], top: int, size: float) -> int:
    """The maximum width of a line of this size at a height; nothing if it would leave the place."""
    foot = top + size * _LEADING
    if foot > len(widths) * BAND:
        return 0
    return min(widths[top // BAND : ceil(foot / BAND)])
