"""Replays as files: the GIF encoder against Pillow's decoder, what frames show, sizes and memory."""

from __future__ import annotations

import gc
import io
import os
import tracemalloc
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image, ImageDraw

from engine.play.state import State
from engine.records.replay import replay_moves
from engine.variants import variant_of
from renderer import Person, Theme, theme_for
from renderer.paint.palette import Palette
from renderer.replay import TooLarge, animate, animated, reel_of
from renderer.replay.film import Gif
from renderer.replay.screen import FilmScreen
from tests.renderer.golden import played
from tests.renderer.samples import DUEL

PEOPLE = {1: Person("Ana", "1604"), 2: Person("Bartholomew the Great of Somewhere", "1523")}
FOUGHT = replay_moves(variant_of("combat-chess"), DUEL)
GREYS = tuple((value, value, value) for value in range(256))
PATCHES = st.tuples(st.integers(0, 47), st.integers(0, 31), st.integers(0, 20), st.integers(0, 20), st.integers(0, 250))


@pytest.mark.parametrize("colours", [251, 256])
@given(patches=st.lists(PATCHES, min_size=1, max_size=6))
def test_what_is_written_is_shown(colours: int, patches: list[tuple[int, int, int, int, int]]) -> None:
    """Frames come back as they were and for as long, with an index to spare for what stays, and without one."""
    image, frames, out = Image.new("P", (48, 32), 3), [], io.BytesIO()
    gif = Gif(out, image.size, Palette(GREYS[:colours]))
    for number, (left, top, width, height, colour) in enumerate(patches, 1):
        image = image.copy()
        ImageDraw.Draw(image).rectangle((left, top, left + width, top + height), fill=colour)
        frames.append(
            (4000 if number == len(patches) else 700, bytes(value for value in image.tobytes() for _ in "rgb"))
        )
        gif.add(image, frames[-1][0])
    gif.close()
    shown = []
    with Image.open(out) as film:
        for number in range(getattr(film, "n_frames", 1)):
            film.seek(number)
            shown.append((film.info["duration"], film.convert("RGB").tobytes()))
        assert film.info["loop"] == 0
    assert shown == frames
    assert out.getvalue().endswith(b"\0;")


def theme_of(state: State) -> Theme:
    return theme_for("", [seat.name for seat in state.variant.seats])


def test_frames_show_their_scenes() -> None:
    """What a decoder makes of the file is what was drawn, fights and result included."""
    reel = reel_of(FOUGHT, people=PEOPLE)
    screen = FilmScreen(reel.scene(0), reel.scene(len(FOUGHT.played)), theme_of(FOUGHT), over=reel.ends)
    shots, out = list(reel.shots()), io.BytesIO()
    animate(reel, theme_of(FOUGHT), out, 720)
    with Image.open(out) as film:
        assert getattr(film, "n_frames", 1) == len(shots)
        for number in (0, len(shots) // 2, len(shots) - 1):
            film.seek(number)
            drawn = screen.frame(shots[number].scene, ended=shots[number].ended)
            assert drawn.size == film.size == screen.size
            assert film.convert("RGB").tobytes() == drawn.convert("RGB").tobytes()


@pytest.fixture
def collected() -> Iterator[None]:
    usual = gc.get_threshold()
    gc.freeze()
    gc.set_threshold(50, 1, 1)
    yield
    gc.set_threshold(*usual)
    gc.unfreeze()


@pytest.mark.usefixtures("collected")
def test_memory_is_flat() -> None:
    """A replay four times as long takes no more memory: frames are not kept."""
    state, peaks = played("hexeh", 40), []
    with Path(os.devnull).open("wb") as away:
        animate(reel_of(state), theme_of(state), away)
        for last in (10, 40):
            tracemalloc.start()
            animate(reel_of(state, 0, last), theme_of(state), away)
            peaks.append(tracemalloc.get_traced_memory()[1])
            tracemalloc.stop()
    assert peaks[1] < peaks[0] * 1.5


def test_frames_shrink_until_the_file_fits() -> None:
    """Where a file were too large its frames are smaller; where no frames are small enough it is refused."""
    state = played("hexeh", 8)
    reel, theme = reel_of(state), theme_of(state)
    large = animated(reel, theme, 10_000_000)
    for data, width in ((large, 720), (animated(reel, theme, len(large) - 1), 540)):
        with Image.open(io.BytesIO(data)) as film:
            assert width * 0.85 <= film.width <= width
            assert len(data) < 15_000 * 9
    with pytest.raises(TooLarge, match="fewer moves"):
        animated(reel, theme, 1000)
