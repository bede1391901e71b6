"""PNG files of pictures in palette indexes."""

from __future__ import annotations

from io import BytesIO

from PIL import Image

QUICKLY, WELL = 4, 6
"""The levels of zlib for what somebody waits for, and for what is kept."""


def png_of(image: Image.Image, level: int = WELL) -> bytes:
    """A picture as a PNG file, packed at a level of zlib."""
    out = BytesIO()
    image.save(out, "PNG", compress_level=level)
    return out.getvalue()
