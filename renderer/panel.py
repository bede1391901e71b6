"""The panels around the board: a card for each side with its lost pieces, and the caption."""

from __future__ import annotations

from functools import lru_cache
from math import ceil

from PIL import Image

from renderer.palette import Palette
from renderer.scene import Loss, Side, Status
from renderer.sprites.canvas import FINE, Canvas, put_text
from renderer.sprites.fonts import icon_mask, icon_of, text_mask
from renderer.sprites.sprites import PieceLook, draw_counter, piece_picture
from renderer.theme import Livery, Theme, blend

_PAD = 12
_EMBLEM = 17
_HEAD = 58
_PLACE = 46


def card_height(theme: Theme, side: Side) -> int:
    """The height of a side's card in pixels: what its lost pieces need, at most the theme's."""
    if not side.lost:
        return min(theme.card_px, _HEAD)
    place, across = _places(theme, len(side.lost) + 1, theme.card_px)
    return min(theme.card_px, _HEAD + place * ceil((len(side.lost) + 1) / across) + _PAD)


def _places(theme: Theme, count: int, height: int) -> tuple[int, int]:
    """The size of a place in pixels and how many are in a row, so that all fit a card of this height."""
    width = theme.panel_px - 2 * _PAD
    across = width // _PLACE
    while across < count and ceil(count / across) * (width // across) > height - _HEAD - _PAD:
        across += 1
    return min(_PLACE, width // across), across


@lru_cache(maxsize=512)
def card_of(theme: Theme, palette: Palette, livery: Livery, side: Side, height: int) -> Image.Image:
    """A side's card in palette indexes: emblem, name, how it stands, and its lost pieces."""
    width = theme.panel_px
    canvas = Canvas(width, height, theme.page)
    active = side.status in {Status.TO_MOVE, Status.WON}
    edge = 4.0
    if active:
        _box(canvas, width, height, 0.0, theme.accent)
    _box(canvas, width, height, edge if active else 1.5, theme.card)
    middle = (_PAD + _EMBLEM + 4.0, _HEAD / 2)
    draw_counter(canvas, theme, livery, middle, _EMBLEM)
    if side.status is Status.TO_MOVE:
        _pointer(canvas, theme, width)
    trophy = icon_of("fa6s.trophy")
    if side.status is Status.WON and trophy is not None:
        canvas.stamp(icon_mask(trophy, 26 * FINE), (width - _PAD - 18.0, _HEAD / 2), theme.ink)
    image = canvas.done()
    left = middle[0] + _EMBLEM + 10
    waiting = side.status is Status.WAITING
    put_text(image, text_mask(side.name, 22), (left, _HEAD / 2 if waiting else 21), theme.ink, 0)
    if not waiting:
        soft = blend(theme.card, theme.ink, 0.67)
        put_text(image, text_mask(side.status.value, 14), (left, 41), soft, 0)
    _losses(image, theme, livery, side, height)
    return palette.indexed(image)


def _box(canvas: Canvas, width: int, height: int, inset: float, fill: tuple[int, int, int]) -> None:
    rounding = 10.0
    near, right, bottom = inset + rounding, width - inset - rounding, height - inset - rounding
    canvas.polygon([(near, near), (right, near), (right, bottom), (near, bottom)], fill, rounding)


def _pointer(canvas: Canvas, theme: Theme, width: int) -> None:
    x, y = width - _PAD - 22.0, _HEAD / 2
    canvas.polygon([(x + 14, y - 10), (x + 14, y + 10), (x, y)], theme.ink, 2)


def _losses(image: Image.Image, theme: Theme, livery: Livery, side: Side, height: int) -> None:
    """The lost pieces by kind with their numbers, in rows after a word in the first place; smaller if many."""
    if not side.lost:
        return
    place, across = _places(theme, len(side.lost) + 1, height)
    soft = blend(theme.card, theme.ink, 0.67)
    put_text(image, text_mask("lost", min(16, place * 0.36)), (_PAD + 4, _HEAD + place / 2), soft, 0)
    for index, loss in enumerate(side.lost, 1):
        at = (_PAD + place * (index % across), _HEAD + place * (index // across))
        image.paste(_loss(theme, livery, loss, place), at)


def _loss(theme: Theme, livery: Livery, loss: Loss, place: int) -> Image.Image:
    """One kind of lost piece in a square place: a counter, and the number if there are several."""
    figure = loss.figure
    look = PieceLook(
        livery, figure.icon, figure.letter, lettered=False, side=place, radius=place * 0.42, angle=figure.angle
    )
    return piece_picture(theme, look, theme.card)


@lru_cache(maxsize=256)
def caption_of(theme: Theme, palette: Palette, title: str, headline: str) -> Image.Image:
    """The game's name above the headline, each in one line of the caption's width at most, in palette indexes."""
    image = Image.new("RGB", (theme.caption_width_px, theme.caption_px), theme.page)
    put_text(image, _fitting(theme, title, 18), (0, theme.caption_px * 0.2), theme.muted, 0)
    put_text(image, _fitting(theme, headline, 26), (0, theme.caption_px * 0.68), theme.text, 0)
    return palette.indexed(image)


def _fitting(theme: Theme, text: str, size: float) -> Image.Image:
    """A line of text, smaller where it would be wider than the caption."""
    excess = text_mask(text, size).width / theme.caption_width_px
    return text_mask(text, size / max(1, excess))
