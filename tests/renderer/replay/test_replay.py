"""Replays as files: their sizes, what they show, and what it takes to make them."""

from __future__ import annotations

import gc
import io
import tracemalloc
from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations
from math import dist

import pytest
from PIL import Image

from engine.model.board import Cell
from engine.play.state import State
from renderer import Person, theme_for
from renderer.replay import TooLarge, animate, animated, film_strip, reel_of
from renderer.replay.film import WIDTHS
from renderer.replay.screen import FilmScreen
from renderer.theme import Theme
from tests.renderer.replay.games import duel, played, resigned
from tests.steps import steps_of

PEOPLE = {1: Person("Ana", "1604"), 2: Person("Bartholomew the Great of Somewhere", "1523")}


def theme_of(state: State) -> Theme:
    """The theme that suits a game."""
    return theme_for("", [seat.name for seat in state.variant.seats])


def film_of(state: State, width: int = WIDTHS[0]) -> bytes:
    """A game's replay."""
    out = io.BytesIO()
    animate(reel_of(state, people=PEOPLE), theme_of(state), out, width)
    return out.getvalue()


def in_colours(image: Image.Image, theme: Theme, state: State) -> int:
    """How many pixels have the colour of a cell."""
    shades = {theme.shade(state.variant.board.shade(cell)) for cell in range(len(state.variant.board))}
    return sum(count for count, colour in image.convert("RGB").getcolors(1 << 20) or [] if colour in shades)


def around(screen: FilmScreen, cell: Cell) -> tuple[int, int, int, int]:
    """The box of a frame that holds most of a cell."""
    x, y = map(round, screen.page.centre(cell))
    reach = round(0.4 * min(dist(*pair) for pair in combinations(map(screen.page.centre, range(4)), 2)))
    return x - reach, y - reach, x + reach, y + reach


@pytest.mark.parametrize("key", ["nd-trios", "nd-wellisch-4-trios"])
def test_a_move_costs_a_few_kilobytes(key: str) -> None:
    """At 720 pixels, 200 moves of a game on 169 cells take less than 1.5 MB: below 7 kB a move."""
    state = played(key, 60)
    data = film_of(state)
    with Image.open(io.BytesIO(data)) as film:
        assert 600 <= film.width <= 720
        assert getattr(film, "n_frames", 1) == 61
    assert len(data) < 100_000 + 7_000 * 60


@pytest.mark.parametrize("moves", [0, 1])
def test_the_shortest_games_can_be_replayed(moves: int) -> None:
    """A game of one move has two frames, one that has not begun has one."""
    with Image.open(io.BytesIO(film_of(played("hexeh", moves)))) as film:
        assert getattr(film, "n_frames", 1) == moves + 1


def test_frames_show_their_scenes() -> None:
    """What a decoder makes of the file is what was drawn, fights and result included."""
    state = duel()
    reel = reel_of(state, people=PEOPLE)
    screen = FilmScreen(reel.scene(0), reel.scene(len(state.played)), theme_of(state), over=reel.ends)
    shots = list(reel.shots())
    with Image.open(io.BytesIO(film_of(state))) as film:
        assert getattr(film, "n_frames", 1) == len(shots)
        for number in (0, 1, len(shots) // 2, len(shots) - 2, len(shots) - 1):
            film.seek(number)
            drawn = screen.frame(shots[number].scene, ended=shots[number].ended)
            assert drawn.size == film.size == screen.size
            assert film.convert("RGB").tobytes() == drawn.convert("RGB").tobytes()


def test_between_moves_only_the_board_changes() -> None:
    """What stands around the board stays until the end, which adds the result."""
    reel = reel_of(resigned(played("nd-wellisch-4-trios", 12)), people=PEOPLE)
    screen = FilmScreen(reel.scene(0), reel.scene(12), theme_of(reel.state), over=True)
    around = (0, screen.size[1] - 80, *screen.size)
    first, later = (screen.frame(reel.scene(plies)).crop(around) for plies in (0, 11))
    assert first.tobytes() == later.tobytes()
    assert first.tobytes() != screen.frame(reel.scene(12), ended=True).crop(around).tobytes()


@pytest.mark.parametrize("key", ["hexeh", "chess", "glinski", "imperial", "nd-altorth-3", "nd-wellisch-4-trios"])
def test_names_cover_no_cell(key: str) -> None:
    """Each cell looks the same with long names and a result around the board as with neither."""
    state = resigned(played(key, 2))
    while state.result is None:
        state = resigned(state)
    named, plain = reel_of(state, people=dict.fromkeys(range(1, 5), PEOPLE[2])).scene(2), reel_of(state).scene(2)
    full = FilmScreen(named, named, theme_of(state), over=True)
    bare = FilmScreen(plain, plain, theme_of(state), over=False)
    frames = full.frame(named, ended=True), bare.frame(plain)
    for cell in range(len(state.variant.board)):
        parts = [frame.crop(around(screen, cell)) for frame, screen in zip(frames, (full, bare), strict=True)]
        assert parts[0].tobytes() == parts[1].tobytes(), state.variant.board.names[cell]


def test_a_fight_does_not_hide_who_is_attacked() -> None:
    """The card leaves the cell of the piece attacked as it is."""
    state = duel()
    reel = reel_of(state)
    screen = FilmScreen(reel.scene(0), reel.scene(0), theme_of(state), over=False)
    for plies, each in enumerate(state.played, 1):
        scene = reel.fight(plies)
        if scene is None or scene.fight is None or len(scene.fight.rounds) > 1:
            continue
        cell = around(screen, each.move.target)
        bare = screen.frame(replace(scene, fight=None)).crop(cell)
        assert screen.frame(scene).crop(cell).tobytes() == bare.tobytes()


def test_a_frame_takes_few_steps() -> None:
    """A frame of a crowded board of 169 cells is put together from parts that are kept."""
    reel = reel_of(played("nd-wellisch-4-trios", 60))
    first = reel.scene(0)
    screen = FilmScreen(first, first, theme_of(reel.state), over=False)
    assert steps_of(lambda: screen.frame(first)) < 12_000


@pytest.fixture
def collected() -> Iterator[None]:
    """Collect garbage so often that little of it lies about."""
    usual = gc.get_threshold()
    gc.freeze()
    gc.set_threshold(50, 1, 1)
    yield
    gc.set_threshold(*usual)
    gc.unfreeze()


@pytest.mark.usefixtures("collected")
def test_memory_is_flat() -> None:
    """A replay four times as long takes no more memory: frames are not kept."""

    class Away(io.BytesIO):
        """A file that keeps nothing."""

        def write(self, data: object, /) -> int:
            return len(data) if isinstance(data, bytes) else 0

    state = played("nd-trios", 60)
    animate(reel_of(state), theme_of(state), Away())
    peaks = []
    for last in (15, 60):
        tracemalloc.start()
        animate(reel_of(state, 0, last), theme_of(state), Away())
        peaks.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
    assert peaks[1] < peaks[0] * 1.5


def test_frames_shrink_until_the_file_fits() -> None:
    """Where a file were too large its frames are smaller; where no frames are small enough it is refused."""
    state = played("hexeh", 8)
    reel, theme = reel_of(state), theme_of(state)
    for limit, width in ((10_000_000, 720), (len(animated(reel, theme, 10_000_000)) - 1, 540)):
        with Image.open(io.BytesIO(animated(reel, theme, limit))) as film:
            assert width * 0.85 <= film.width <= width
    with pytest.raises(TooLarge, match="fewer moves"):
        animated(reel, theme, 1000)


@pytest.mark.parametrize(("key", "columns"), [("hexeh", 3), ("glinski", 2), ("nd-wellisch-4-trios", 2)])
def test_a_strip_is_a_grid_of_boards(key: str, columns: int) -> None:
    """Each place of the grid holds a board, and all holds at most a few kilobytes."""
    state = played(key, 40)
    data, theme = film_strip(reel_of(state, people=PEOPLE), theme_of(state)), theme_of(state)
    with Image.open(io.BytesIO(data)) as opened:
        strip = opened.convert("RGB")
    assert strip.width <= 1000
    assert len(data) < 150_000
    across, down, head = strip.width // columns, (strip.height - 130) // 3, 130
    for place in range(columns * 3):
        left, top = across * (place % columns), head + down * (place // columns)
        assert in_colours(strip.crop((left, top, left + across, top + down)), theme, state) > 5_000
