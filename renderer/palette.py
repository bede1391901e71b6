"""The palette that a picture's background and sprites share, so that they are composed as colour indexes."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from PIL import Image

from renderer.theme import TINTS, Colour, Livery, Theme, blend

_LARGEST = 256


class Palette:
    """At most 256 colours: the theme's, those of the sides, and ramps between the pairs that meet at smooth edges."""

    def __init__(self, colours: tuple[Colour, ...]) -> None:
        if len(colours) > _LARGEST:
            raise ValueError(f"a palette holds 256 colours, not {len(colours)}")
        self.colours = colours
        self._image = Image.new("P", (1, 1))
        self._image.putpalette([value for each in colours for value in each])

    def indexed(self, image: Image.Image) -> Image.Image:
        """An RGB image in this palette, each pixel in the nearest colour."""
        return image.quantize(palette=self._image, dither=Image.Dither.NONE)


@lru_cache(maxsize=64)
def palette_of(theme: Theme, liveries: tuple[Livery, ...], shades: tuple[str, ...], *, bare: bool = False) -> Palette:
    """The palette for these sides on cells of these shades, their pieces `bare` or on counters."""
    colours: dict[Colour, None] = {}
    for start, end, steps in _ramps(theme, liveries, [theme.shade(shade) for shade in shades], bare=bare):
        colours.update((blend(start, end, step / steps), None) for step in range(steps + 1))
    return Palette(tuple(colours)[:_LARGEST])


def _ramps(
    theme: Theme, liveries: tuple[Livery, ...], cells: list[Colour], *, bare: bool
) -> Iterator[tuple[Colour, Colour, int]]:
    """Pairs of colours that meet, and into how many steps the way between them is divided; what matters most first."""
    tinted = [blend(cell, theme.trace, part) for part in TINTS for cell in cells]
    edges = dict.fromkeys(livery.edge for livery in liveries) if bare else {theme.ink: None}
    for livery in liveries:
        yield livery.fill, livery.edge if bare else theme.ink, 4
        if not bare:
            yield livery.fill, livery.icon, 4
            yield livery.fill, livery.rim, 2
            yield livery.rim, theme.ink, 2
    for ground in (*cells, theme.card):
        yield ground, theme.ink, 4
    for ground in (*cells, *tinted, theme.chosen):
        for edge in edges:
            yield ground, edge, 3
    yield theme.page, theme.text, 5
    yield theme.page, theme.muted, 3
    yield theme.ink, theme.light, 4
    yield theme.accent, theme.ink, 3
    for cell in cells:
        yield cell, theme.danger, 4
        yield cell, theme.reach, 3
        yield cell, theme.arrow, 3
    for ground in tinted:
        yield ground, theme.arrow, 2
        yield ground, theme.ink, 3
    yield theme.weary, theme.ink, 3
    yield theme.danger, theme.ink, 3
    yield theme.danger, theme.light, 2
    for ground in (*cells, theme.card):
        yield ground, theme.page, 2
        yield ground, theme.accent, 2
    for ground in tinted:
        yield ground, theme.danger, 3
