"""The key of a sheet of diagrams: every mark and line on it, with its meaning."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from PIL import Image

from renderer.marks import draw_sign
from renderer.palette import Palette
from renderer.scene import Scene, Sign
from renderer.sprites.canvas import Canvas, put_text
from renderer.sprites.fonts import text_mask
from renderer.theme import Theme

_SIZE, _ROW, _SAMPLE, _GAP = 17, 34, 40, 22
_WORDS = {
    Sign.REACH: "moves or captures",
    Sign.QUIET: "only moves",
    Sign.TAKE: "only captures",
    Sign.LEAP: "leaps, whatever stands between",
}
_SLIDES = "slides over vacant cells"
_FARTHER = f"{_SLIDES}, beyond the picture where there is an arrow"
_CIRCLES = "circles over vacant cells, any number of steps either way round; one circle of each size is bold"


def key_of(theme: Theme, palette: Palette, scenes: Sequence[Scene], width: int) -> Image.Image:
    """The key to scenes in palette indexes, `width` pixels wide, in as many rows as it needs."""
    entries = [(picture, text_mask(words, _SIZE)) for picture, words in _entries(theme, scenes)]
    rows: list[list[tuple[Image.Image, Image.Image]]] = [[]]
    left = 0
    for entry in entries:
        across = _SAMPLE + entry[1].width + _GAP
        if rows[-1] and left + across > width:
            rows.append([])
            left = 0
        rows[-1].append(entry)
        left += across
    image = Image.new("RGB", (width, _ROW * len(rows)), theme.card)
    for number, row in enumerate(rows):
        x, middle = _GAP // 2, _ROW * number + _ROW // 2
        for sample, words in row:
            image.paste(sample, (x, middle - sample.height // 2))
            put_text(image, words, (x + _SAMPLE, middle), theme.ink, 0)
            x += _SAMPLE + words.width + _GAP
    return palette.indexed(image)


def _entries(theme: Theme, scenes: Sequence[Scene]) -> Iterator[tuple[Image.Image, str]]:
    """A sample and the words for every sign and line that occurs."""
    across = _SAMPLE - 8
    centre = across / 2, _ROW / 2
    signs = {mark.sign for scene in scenes for mark in scene.marks}
    for sign in (each for each in _WORDS if each in signs):
        canvas = Canvas(across, _ROW, theme.card)
        draw_sign(canvas, theme, sign, centre, 46, theme.card)
        yield canvas.done(), _WORDS[sign]
    trails = [trail for scene in scenes for trail in scene.trails]
    if any(not trail.circles for trail in trails):
        canvas = Canvas(across, _ROW, theme.card)
        canvas.line([(2, centre[1]), (across - 2, centre[1])], theme.ink, 2.5)
        yield canvas.done(), _FARTHER if any(trail.on for trail in trails) else _SLIDES
    if any(trail.circles for trail in trails):
        canvas = Canvas(across, _ROW, theme.card)
        for radius, fill in ((14, theme.ink), (12, theme.accent), (9, theme.ink), (7.5, theme.card)):
            canvas.disc(centre, radius, fill)
        yield canvas.done(), _CIRCLES
