"""The GIF encoder, against Pillow's decoder."""

from __future__ import annotations

import io
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image, ImageDraw

from renderer.paint.palette import Palette
from renderer.replay.film import Gif

GREYS = tuple((value, value, value) for value in range(256))
SIZE = (48, 32)
Patch = tuple[int, int, int, int, int]
PATCHES = st.lists(
    st.tuples(st.integers(0, 47), st.integers(0, 31), st.integers(0, 20), st.integers(0, 20), st.integers(0, 250)),
    min_size=1,
    max_size=6,
)


def frames_of(patches: Sequence[Patch]) -> list[Image.Image]:
    """Images in palette indexes, each the one before with a rectangle painted over it."""
    image, found = Image.new("P", SIZE, 3), []
    for left, top, width, height, colour in patches:
        image = image.copy()
        ImageDraw.Draw(image).rectangle((left, top, left + width, top + height), fill=colour)
        found.append(image)
    return found


def written(frames: Sequence[Image.Image], colours: int) -> bytes:
    """The frames as a GIF, each shown for 700 ms and the last one for 4000."""
    out = io.BytesIO()
    gif = Gif(out, frames[0].size, Palette(GREYS[:colours]))
    for number, frame in enumerate(frames, 1):
        gif.add(frame, 4000 if number == len(frames) else 700)
    gif.close()
    return out.getvalue()


def read_back(data: bytes) -> list[tuple[int, bytes]]:
    """How long each frame of a GIF is shown, in ms, and what it shows, as RGB bytes."""
    shown = []
    with Image.open(io.BytesIO(data)) as film:
        for number in range(getattr(film, "n_frames", 1)):
            film.seek(number)
            shown.append((film.info["duration"], film.convert("RGB").tobytes()))
    return shown


@pytest.mark.parametrize("colours", [251, 256])
@given(patches=PATCHES)
def test_what_is_written_is_shown(colours: int, patches: list[Patch]) -> None:
    """Frames come back as they were and for as long, with an index to spare for what stays, and without one."""
    frames = frames_of(patches)
    pixels = [bytes(value for value in frame.tobytes() for _ in "rgb") for frame in frames]
    times = [*[700] * (len(frames) - 1), 4000]
    assert read_back(written(frames, colours)) == list(zip(times, pixels, strict=True))


def test_it_plays_for_ever() -> None:
    """The file says so, and ends as a GIF does."""
    data = written(frames_of([(0, 0, 9, 9, 1), (5, 5, 9, 9, 2)]), 251)
    with Image.open(io.BytesIO(data)) as film:
        assert film.info["loop"] == 0
    assert data.endswith(b"\0;")


def test_a_frame_costs_what_changes() -> None:
    """A small change takes few bytes, however large the picture is, and none at all nearly none."""
    noise = Image.effect_noise((400, 400), 60).point(lambda value: value % 250)
    first = Image.frombytes("P", noise.size, noise.tobytes())
    second = first.copy()
    second.paste(7, (200, 200, 208, 208))
    out, sizes = io.BytesIO(), []
    gif = Gif(out, first.size, Palette(GREYS[:251]))
    for frame in (first, second, second):
        before = out.tell()
        gif.add(frame, 700)
        sizes.append(out.tell() - before)
    whole, changed, same = sizes
    assert whole > 100_000
    assert changed < 100
    assert same < 40
