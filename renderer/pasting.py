"""Pasting and blending, for what is done a hundred times a picture.

Pillow asks longer what it is given than small pictures take, and copies the palette of whatever is cut out. Here
nothing is asked: all pictures were drawn, not read from files, so that their pixels are there and may be changed.
"""

from __future__ import annotations

from PIL import Image

from renderer.palette import Palette

Box = tuple[int, int, int, int]


def stamp(image: Image.Image, part: Image.Image | int, corner: tuple[int, int], mask: Image.Image) -> None:
    """Paste a part in the image's mode, or a value, where a mask has it, by the mask's upper left corner.

    What lies outside the image is left out.
    """
    (left, top), (across, down) = corner, mask.size
    source = part if isinstance(part, int) else part.im
    image.im.paste(source, (left, top, left + across, top + down), mask.im)


def blend_in(image: Image.Image, palette: Palette, layer: Image.Image, box: Box) -> None:
    """Blend a layer (RGBA) into a box of its size within a picture in palette indexes."""
    ground = image.im.crop(box).convert("RGB", 0)
    ground.paste(layer.im, (0, 0, *layer.size), layer.im)
    palette.put(image, ground, box)


def is_even(image: Image.Image, box: Box, index: int) -> bool:
    """Whether a box of a picture in palette indexes has this one alone."""
    return bool(image.im.crop(box).getextrema() == (index, index))
