"""PNG files: pictures in palette indexes as bytes, packed quickly where somebody waits and well where they are kept.

The extra `speed` has a library that packs several times as fast, in files about as large.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable
from importlib import import_module
from struct import pack
from typing import Protocol

from PIL import Image

LARGE = 100_000
"""From how many bytes on a file is worth the time that packing it well takes."""
QUICKLY, WELL, BEST = 2, 4, 6
"""The levels of zlib that files are packed with."""
_SIGNATURE = b"\x89PNG\r\n\x1a\n"
_DEPTH, _INDEXED = 8, 3
_QUICK = 2


class Packing(Protocol):
    """Packs bytes as a zlib stream, piece by piece."""

    def compress(self, data: bytes | memoryview, /) -> bytes:
        """What a piece adds to the stream so far."""

    def flush(self) -> bytes:
        """The end of the stream."""


Packer = Callable[[int], Packing]
"""Begins to pack, at a level of its own."""


def fast_packer() -> Packer | None:
    """The packer of the library that the extra `speed` installs; None where it is not there."""
    try:
        packer: Packer = import_module("isal.isal_zlib").compressobj
    except ImportError:
        return None
    return packer


_FAST = fast_packer()


def quick_png(image: Image.Image) -> bytes:
    """A picture in palette indexes as a PNG file, packed quickly, or well where it were large."""
    file = _file(image, zlib.compressobj(QUICKLY) if _FAST is None else _FAST(_QUICK))
    return file if len(file) <= LARGE else png_of(image, WELL)


def png_of(image: Image.Image, level: int = BEST) -> bytes:
    """A picture in palette indexes as a PNG file, packed at a level of zlib."""
    return _file(image, zlib.compressobj(level))


def _packed(image: Image.Image, packing: Packing) -> bytes:
    """The lines of a picture packed, each after the byte 0, which says that it is not filtered."""
    followed = memoryview(image.tobytes("raw", "P", image.width + 1, 1))
    return b"".join((packing.compress(b"\0"), packing.compress(followed[:-1]), packing.flush()))


def _file(image: Image.Image, packing: Packing) -> bytes:
    header = pack(">IIBBBBB", image.width, image.height, _DEPTH, _INDEXED, 0, 0, 0)
    colours = bytes(image.getpalette() or ())
    chunks = ((b"IHDR", header), (b"PLTE", colours), (b"IDAT", _packed(image, packing)), (b"IEND", b""))
    return _SIGNATURE + b"".join(part for name, data in chunks for part in _chunk(name, data))


def _chunk(name: bytes, data: bytes) -> tuple[bytes, bytes, bytes, bytes]:
    """A chunk of a PNG file: its length, its name, what it holds, and a sum to check it by."""
    return pack(">I", len(data)), name, data, pack(">I", zlib.crc32(data, zlib.crc32(name)))
