"""Replays as animated GIFs, frame by frame: each holds only the pixels that changed, and nothing else is kept."""

from io import BytesIO
from typing import IO

from PIL import GifImagePlugin, Image, ImageChops

from renderer.paint.palette import Palette
from renderer.replay.reel import Reel
from renderer.replay.screen import WIDTH, FilmScreen
from renderer.theme import Theme

_TRANSPARENT = 255
_KEEP = 1
_LOOPS = b"!\xff\x0bNETSCAPE2.0\x03\x01\x00\x00\x00"
_END = b";"


class Gif:
    """A GIF that plays for ever, written to an open binary file as its frames come.

    Frames are images in the indexes of one palette of at most 255 colours, all of one size; the last one is kept to
    tell what the next one changes. A palette of 256 colours has no index left for what stays: whole boxes are written.
    """

    def __init__(self, out: IO[bytes], size: tuple[int, int], palette: Palette) -> None:
        self._out = out
        self._shown: Image.Image | None = None
        self._spare = len(palette.colours) <= _TRANSPARENT
        colours = [value for colour in palette.colours for value in colour]
        table = bytes(colours).ljust(3 * 256, b"\0")
        width, height = (side.to_bytes(2, "little") for side in size)
        out.write(b"GIF89a" + width + height + b"\xf7\x00\x00" + table + _LOOPS)

    def add(self, image: Image.Image, ms: int) -> None:
        """Show an image for some ms (in steps of 10)."""
        part, corner, spare = image, (0, 0), {}
        if self._shown is not None:
            difference = ImageChops.difference(image, self._shown)
            box = difference.getbbox() or (0, 0, 1, 1)
            part, corner = image.crop(box), box[:2]
            if self._spare:
                same = difference.crop(box).point([255] + [0] * 255, "1")
                part.paste(_TRANSPARENT, (0, 0), same)
                spare = {"transparency": _TRANSPARENT}
        for data in GifImagePlugin.getdata(part, corner, duration=ms, disposal=_KEEP, **spare):
            self._out.write(data)
        self._shown = image

    def close(self) -> None:
        """Write the end; the file stays open."""
        self._out.write(_END)


WIDTHS = (WIDTH, 540, 400)
"""The width of the frames, and a smaller one for files that would be too large, in pixels."""


class TooLarge(ValueError):
    """A replay that is larger than it may be, however small its frames."""


def animate(reel: Reel, theme: Theme, out: IO[bytes], width: int = WIDTH) -> None:
    """Write a reel as a GIF of frames at most `width` pixels wide to an open binary file, one frame at a time."""
    first, last = reel.scene(reel.plies[0]), reel.scene(reel.plies[-1])
    screen = FilmScreen(first, last, theme, over=reel.ends, width=width)
    gif = Gif(out, screen.size, screen.palette)
    for shot in reel.shots():
        gif.add(screen.frame(shot.scene, ended=shot.ended), shot.ms)
    gif.close()


def animated(reel: Reel, theme: Theme, limit: int) -> bytes:
    """The GIF of a reel within a maximum of bytes, its frames smaller if they must be; raises TooLarge."""
    for width in WIDTHS:
        buffer = _Bounded(limit)
        try:
            animate(reel, theme, buffer, width)
        except TooLarge:
            continue
        return buffer.getvalue()
    raise TooLarge(f"the replay is larger than {limit} bytes; choose fewer moves")


class _Bounded(BytesIO):
    """Bytes in memory that raise TooLarge as soon as they are more than the limit."""

    def __init__(self, limit: int) -> None:
        super().__init__()
        self._limit = limit

    def write(self, data: bytes, /) -> int:  # type: ignore[override]
        if self.tell() + len(data) > self._limit:
            raise TooLarge
        return super().write(data)
