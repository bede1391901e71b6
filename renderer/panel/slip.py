"""Slips: empty cards, and what is written on them."""

from __future__ import annotations

from typing import NamedTuple

from PIL import Image

from renderer.palette import Palette
from renderer.sprites.canvas import Point
from renderer.sprites.inks import COVERED, ink_of
from renderer.theme import Colour


class Blank(NamedTuple):
    """A card without words, in RGB and in palette indexes; nobody changes it."""

    picture: Image.Image
    indexed: Image.Image


class Slip:
    """A blank being written on, mostly in the middle of it, which has one colour."""

    def __init__(self, palette: Palette, blank: Blank, ground: Colour) -> None:
        self.image = blank.indexed.copy()
        self._palette, self._blank, self._ground = palette, blank, ground

    def write(self, mask: Image.Image, at: Point, fill: Colour, align: float = 0.5) -> None:
        """A mask in a colour, its middle at a height; `align` is the part of its width that lies left of the point.

        Where it reaches over the edge of the ground it is blended with what is there.
        """
        corner = round(at[0] - mask.width * align), round(at[1] - mask.height / 2)
        left, top, right, bottom = mask.getbbox() or (0, 0, 1, 1)
        box = (corner[0] + left, corner[1] + top, corner[0] + right, corner[1] + bottom)
        ink = ink_of(self._palette, fill, self._ground)
        if self._blank.indexed.crop(box).getextrema() == (ink.indexes[0], ink.indexes[0]):
            ink.put(self.image, mask, corner)
            return
        part, ground = mask.crop((left, top, right, bottom)), self._blank.picture.crop(box)
        ground.paste(fill, (0, 0), part)
        self.image.paste(self._palette.indexed(ground), box[:2], part.point(COVERED, "1"))
