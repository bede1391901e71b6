"""Slips: empty cards, and what is written on them."""

from __future__ import annotations

from typing import NamedTuple

from PIL import Image

from renderer.palette import Palette
from renderer.pasting import is_even, stamp
from renderer.sprites.canvas import Point
from renderer.sprites.faces import Weight
from renderer.sprites.fonts import line_mask
from renderer.sprites.inks import COVERED, ink_of, printed
from renderer.theme import Colour


class Blank(NamedTuple):
    """A card without words, in RGB and in palette indexes; nobody changes it."""

    picture: Image.Image
    indexed: Image.Image


class Slip:
    """A blank being written on, mostly in the middle of it, which has one colour.

    What reaches over the edge of that is blended with what is there. It begins as the blank, or as `begun`.
    """

    def __init__(self, palette: Palette, blank: Blank, ground: Colour, begun: Image.Image | None = None) -> None:
        self.image = (begun or blank.indexed).copy()
        self._palette, self._blank, self._ground = palette, blank, ground

    def write(self, mask: Image.Image, at: Point, fill: Colour, align: float = 0.5) -> None:
        """A mask in a colour, its middle at a height; `align` is the part of its width that lies left of the point."""
        corner = round(at[0] - mask.width * align), round(at[1] - mask.height / 2)
        if not self._blended(mask, corner, fill):
            ink_of(self._palette, fill, self._ground).put(self.image, mask, corner)

    def line(self, text: str, size: float, at: Point, fill: Colour, weight: Weight = Weight.MEDIUM) -> None:
        """A line of text that begins at a point, its middle at that height."""
        mask = line_mask(text, size, weight)
        corner = round(at[0]), round(at[1] - mask.height / 2)
        if not self._blended(mask, corner, fill):
            drawn, covered = printed(self._palette, (fill, self._ground), text, size, weight)
            stamp(self.image, drawn, corner, covered)

    def _blended(self, mask: Image.Image, corner: tuple[int, int], fill: Colour) -> bool:
        """Whether a mask reaches over the edge of the ground; then it is drawn here."""
        left, top, right, bottom = mask.getbbox() or (0, 0, 1, 1)
        box = (corner[0] + left, corner[1] + top, corner[0] + right, corner[1] + bottom)
        even = ink_of(self._palette, fill, self._ground).indexes[0]
        if is_even(self._blank.indexed, box, even):
            return False
        part, ground = mask.crop((left, top, right, bottom)), self._blank.picture.crop(box)
        ground.paste(fill, (0, 0), part)
        self.image.paste(self._palette.indexed(ground), box[:2], part.point(COVERED, "1"))
        return True
