"""Inks: a colour on ground of another, in palette indexes for every coverage, so that texts need no blending.

Lines of text are kept as they are printed, since most are printed again.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from PIL import Image

from renderer.palette import Palette
from renderer.pasting import stamp
from renderer.sprites.canvas import Point
from renderer.sprites.faces import Weight
from renderer.sprites.fonts import line_mask
from renderer.sprites.sprites import Sprite
from renderer.theme import Colour

COVERED = (0, *[255] * 255)
"""For each coverage, 255 where there is any."""
_COVERAGES = bytes(range(256))


class Ink(NamedTuple):
    """For each coverage from 0 to 255 the palette index that a colour has on a ground, and 255 where it shows."""

    indexes: bytes
    shows: bytes

    def through(self, mask: Image.Image) -> Sprite:
        """What the ink draws through a mask (mode L)."""
        coverages = mask.tobytes()
        drawn, covered = coverages.translate(self.indexes), coverages.translate(self.shows)
        return Sprite(Image.frombytes("P", mask.size, drawn), Image.frombytes("L", mask.size, covered))

    def put(self, image: Image.Image, mask: Image.Image, corner: tuple[int, int]) -> None:
        """Draw through a mask (mode L) on the ground of an image in palette indexes, by the upper left corner."""
        drawn, covered = self.through(mask)
        stamp(image, drawn, corner, covered)

    def write(self, image: Image.Image, mask: Image.Image, at: Point) -> None:
        """Text through its mask, its middle on a point."""
        self.put(image, mask, (round(at[0] - mask.width / 2), round(at[1] - mask.height / 2)))


@lru_cache(maxsize=512)
def ink_of(palette: Palette, fill: Colour, ground: Colour) -> Ink:
    """A colour on a ground colour."""
    shades = Image.new("RGB", (len(_COVERAGES), 1), ground)
    shades.paste(fill, (0, 0), Image.frombytes("L", shades.size, _COVERAGES))
    colours = zip(*(channel.tobytes() for channel in shades.split()), strict=True)
    return Ink(palette.indexed(shades).tobytes(), bytes(255 * (colour != ground) for colour in colours))


@lru_cache(maxsize=256)
def printed(palette: Palette, colours: tuple[Colour, Colour], text: str, size: float, weight: Weight) -> Sprite:
    """A line of text, as large and as high as `line_mask` gives it, in the first colour on ground of the second."""
    return ink_of(palette, *colours).through(line_mask(text, size, weight))
