"""Marks on cells, told apart by shape and not by hue alone; arrows, glows and threats over them."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from math import ceil, dist, floor

from PIL import Image

from renderer.layout.page import Page
from renderer.paint.canvas import FINE, Canvas, Point, put_layer
from renderer.paint.text import Weight, text_mask
from renderer.scene import Scene, Sign
from renderer.theme import THREATS, TINTS, Colour, Livery, Shape, Theme, blend

_TINTS = dict(zip((Sign.ORIGIN, Sign.TARGET), TINTS, strict=True))
_WHOLE = 0.975
"""The share of a cell that a mark fills, so that its edge stays visible."""
_BANDS = {Sign.STRIKE: 0.2, Sign.MOVABLE: 0.14}
THICK, FAINT, _HEAD = 0.11, 0.06, 0.19
_SHORT = 0.4
"""The gap between an arrow's end and the middle of the last cell, so that the piece there stays visible."""
_FRAME = (0.15, 0.07)
"""The thickness of a frame, and of the line in it."""
_GLOW, _CORE = 0.74, 0.62
"""The radius of a glow from the middle of a cell, and its opaque part."""
_ACROSS, _DOWN = -0.26, 0.31
"""The offset of the viewer's count of attackers from the middle of its cell; the others' is as far above it."""
_COUNTER, _EDGE, _NUMBER = 0.15, 0.17, 0.26

Coats = tuple[tuple[Colour, float], ...]
"""Colours and widths, from the lowest up."""


def ground_of(theme: Theme, sign: Sign, ground: Colour) -> Colour:
    """The colour around the middle of a cell that bears a mark."""
    if sign in _TINTS:
        return blend(ground, theme.trace, _TINTS[sign])
    return theme.chosen if sign in {Sign.SELECTED, Sign.SUBJECT} else ground


@lru_cache(maxsize=256)
def mark_layer(theme: Theme, sign: Sign, corners: tuple[Point, ...], pitch: float, ground: Colour) -> Image.Image:
    """A mark (RGBA) for a cell of a ground colour, centred on the cell; exposed pieces bear theirs themselves.

    `corners` are the cell's, from its centre.
    """
    half = _half(corners)
    canvas = Canvas(2 * half, 2 * half, None)

    def cell(scale: float) -> list[Point]:
        return [(half + x * scale, half + y * scale) for x, y in corners]

    match sign:
        case Sign.TARGET | Sign.ORIGIN:
            canvas.polygon(cell(_WHOLE), ground_of(theme, sign, ground))
            canvas.line((*cell(0.94), cell(0.94)[0]), theme.arrow, pitch * 0.045)
        case Sign.SELECTED:
            canvas.polygon(cell(_WHOLE), theme.chosen)
        case Sign.SUBJECT:
            canvas.polygon(cell(_WHOLE), theme.chosen)
            canvas.line((*cell(0.9), cell(0.9)[0]), theme.ink, pitch * 0.04)
        case Sign.GOAL:
            for tick in _ticks(cell(0.88)):
                canvas.line(tick, theme.ink, pitch * 0.045)
        case Sign.HILL:
            for scale in (0.86, 0.7):
                canvas.line((*cell(scale), cell(scale)[0]), theme.ink, pitch * 0.025)
        case Sign.STRIKE | Sign.MOVABLE:
            canvas.polygon(cell(_WHOLE), theme.danger if sign is Sign.STRIKE else theme.reach)
            canvas.polygon(cell(1 - _BANDS[sign]), ground)
        case Sign.REACH:
            canvas.disc((half, half), pitch * 0.32, theme.reach)
            canvas.disc((half, half), pitch * 0.24, ground)
    return canvas.done()


@lru_cache(maxsize=128)
def tint_layer(corners: tuple[Point, ...], tint: Colour) -> Image.Image:
    """A tint (RGBA) for a cell, centred on the cell; the cell's edge stays seen."""
    half = _half(corners)
    canvas = Canvas(2 * half, 2 * half, None)
    canvas.polygon([(half + x * _WHOLE, half + y * _WHOLE) for x, y in corners], tint)
    return canvas.done()


def _half(corners: Sequence[Point]) -> int:
    return round(max(abs(value) for corner in corners for value in corner)) + 1


def _ticks(corners: Sequence[Point]) -> Iterator[tuple[Point, Point, Point]]:
    """The corners of an outline with a quarter of each side that meets there."""
    for index, (x, y) in enumerate(corners):
        (bx, by), (ax, ay) = corners[index - 1], corners[(index + 1) % len(corners)]
        yield (x + (bx - x) / 4, y + (by - y) / 4), (x, y), (x + (ax - x) / 4, y + (ay - y) / 4)


def lay_glow(image: Image.Image, theme: Theme, centre: Point, pitch: float) -> None:
    """A glow around a point: a royal piece there is attacked."""
    put_layer(image, _glow(theme.danger, round(2 * _GLOW * pitch)), centre)


def lay_frame(image: Image.Image, fills: tuple[Colour, Colour], outline: Sequence[Point], pitch: float) -> None:
    """A frame of the first colour along the outline of a cell, with a line of the second in it."""
    coats = tuple((fill, pitch * thick) for fill, thick in zip(fills, _FRAME, strict=True))
    _lay(image, (*outline, *outline[:2]), pitch * _FRAME[0], coats)


def lay_arrow(image: Image.Image, colour: Colour, points: Sequence[Point], pitch: float, thick: float = THICK) -> None:
    """An arrow through the middles of cells, from the first to just before the last.

    It is laid on in parts no longer than the way between two points, so that a long one costs as much as it is long.
    """
    if len(points) < 2:
        return
    (x, y), (ex, ey) = points[-2:]
    part = 1 - (_SHORT + _HEAD) * pitch / dist((x, y), (ex, ey))
    neck = (x + (ex - x) * part, y + (ey - y) * part)
    for ends in pairwise([*points[:-1], neck]):
        _lay(image, ends, pitch * thick, ((colour, pitch * thick),))
    _lay(image, _head((x, y), neck, pitch), pitch * 0.04, ((colour, pitch * 0.02),), filled=True)


def _head(tail: Point, neck: Point, pitch: float) -> tuple[Point, ...]:
    """The corners of the triangle on the end of an arrow, as long as it is wide."""
    length, size = dist(tail, neck) or 1.0, pitch * _HEAD
    ux, uy = (neck[0] - tail[0]) / length, (neck[1] - tail[1]) / length
    return (
        (neck[0] + ux * size, neck[1] + uy * size),
        (neck[0] - uy * size, neck[1] + ux * size),
        (neck[0] + uy * size, neck[1] - ux * size),
    )


def _lay(image: Image.Image, points: Sequence[Point], margin: float, coats: Coats, *, filled: bool = False) -> None:
    """Lines through points, or shapes with rounded corners between them, blended in no farther than a margin off."""
    xs, ys = zip(*points, strict=True)
    left, top = floor(min(xs) - margin), floor(min(ys) - margin)
    size = ceil(max(xs) + margin) - left + 1, ceil(max(ys) + margin) - top + 1
    layer = _strokes(tuple((x - left, y - top) for x, y in points), size, coats, filled=filled)
    image.paste(layer, (left, top), layer)


@lru_cache(maxsize=256)
def _strokes(points: tuple[Point, ...], size: tuple[int, int], coats: Coats, *, filled: bool) -> Image.Image:
    canvas = Canvas(*size, None)
    for fill, width in coats:
        (canvas.polygon if filled else canvas.line)(points, fill, width)
    return canvas.done()


@lru_cache(maxsize=16)
def _glow(colour: Colour, size: int) -> Image.Image:
    fading = Image.radial_gradient("L").resize((size, size))
    layer = Image.new("RGBA", (size, size), colour)
    layer.putalpha(fading.point(_fading))
    return layer


def _fading(value: int) -> int:
    """The coverage where Pillow's radial gradient has a value: 0 in the middle, 181 on the edge of the disc."""
    part = value / 181
    return round(235 * max(0.0, min(1.0, (1 - part) / (1 - _CORE))))


def tint_of(theme: Theme, ground: Colour, own: int, others: int) -> Colour:
    """The colour of a cell by its attackers: its own if both sides have as many, deeper from two more on."""
    part = (0.0, *THREATS)[min(abs(own - others), len(THREATS))]
    return blend(ground, theme.reach if own > others else theme.rival, part)


def put_counts(image: Image.Image, theme: Theme, page: Page, scene: Scene) -> None:
    """Blend the counts of a scene's threats in, over pieces and all; several others have a counter in common."""
    if not scene.threats:
        return
    *others, viewer = (theme.livery(side.name, side.number) for side in scene.sides)
    several = Livery(theme.rival, theme.rival, theme.ink, Shape.CIRCLE)
    liveries = viewer, others[0] if len(others) == 1 else several
    pitch = page.layout.pitch
    for cell, *counts in scene.threats:
        x, y = page.centre(cell)
        put_layer(image, _counters(theme, liveries, tuple(counts), pitch), (x + _ACROSS * pitch, y))


@lru_cache(maxsize=256)
def _counters(theme: Theme, liveries: tuple[Livery, ...], counts: tuple[int, ...], pitch: float) -> Image.Image:
    """The counts of a cell on small counters (RGBA), the viewer's below its middle, the others' above; none for 0."""
    across, half = round(pitch * _EDGE) + 2, round(pitch * (_DOWN + _EDGE)) + 2
    canvas = Canvas(2 * across, 2 * half, None)
    for livery, count, down in zip(liveries, counts, (_DOWN, -_DOWN), strict=True):
        if count:
            centre = across, half + down * pitch
            canvas.emblem(livery.shape, centre, pitch * _EDGE, theme.ink)
            canvas.emblem(livery.shape, centre, pitch * _COUNTER, livery.fill)
            canvas.stamp(text_mask(str(count), pitch * _NUMBER * FINE, Weight.BOLD), centre, livery.icon)
    return canvas.done()
