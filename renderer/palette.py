"""The palette that a picture's background and sprites share, so that they are composed as colour indexes."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from PIL import Image

from renderer.theme import Colour, Livery, Theme, blend

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
def palette_of(theme: Theme, liveries: tuple[Livery, ...], shades: tuple[str, ...]) -> Palette:
    """The palette for these sides on cells of these shades."""
    grounds = [theme.shade(shade) for shade in shades] + [theme.card, theme.chosen]
    colours: dict[Colour, None] = {}
    for start, end, steps in _ramps(theme, liveries, grounds):
        colours.update((blend(start, end, step / steps), None) for step in range(steps + 1))
    return Palette(tuple(colours)[:_LARGEST])


def _ramps(theme: Theme, liveries: tuple[Livery, ...], grounds: list[Colour]) -> Iterator[tuple[Colour, Colour, int]]:
    """Pairs of colours that meet, and into how many steps the way between them is divided."""
    for ground in grounds:
        yield ground, theme.ink, 4
    for livery in liveries:
        yield livery.fill, theme.ink, 4
        yield livery.fill, livery.icon, 4
        yield livery.fill, livery.rim, 2
        yield livery.rim, theme.ink, 2
    yield theme.page, theme.text, 5
    yield theme.page, theme.muted, 3
    yield theme.ink, theme.text, 4
    yield theme.accent, theme.ink, 4
    for ground in grounds:
        yield ground, theme.accent, 3
        yield ground, theme.page, 2
