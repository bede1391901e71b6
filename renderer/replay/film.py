"""Replays as animated GIFs."""

from __future__ import annotations

from io import BytesIO
from typing import IO

from renderer.replay.gif import Gif
from renderer.replay.reel import Reel
from renderer.replay.screen import WIDTH, FilmScreen
from renderer.theme import Theme

WIDTHS = (WIDTH, 540, 400)
"""How wide the frames are, and how wide where the file were too large, in pixels."""


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
    """The GIF of a reel in at most so many bytes, its frames smaller if they must be; raises TooLarge."""
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
