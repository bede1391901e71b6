"""Parts of pictures that are kept: within their bounds, and made by one of those who ask at once."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier, Event

import pytest
from PIL import Image

from renderer import draw, prepare, scene_of, theme_for
from renderer.background import background_of
from renderer.kept import kept, weight
from renderer.layout.page import page_of
from renderer.palette import palette_of
from renderer.sprites.sprites import piece_layer, piece_sprite
from tests.renderer.golden import played, shown
from tests.renderer.test_caches import forget
from tests.steps import counting

ASKERS = 6


def test_as_many_are_kept_as_are_said() -> None:
    """What was asked for longest ago goes first, and what is asked for again stays."""
    made: list[int] = []

    @kept(2)
    def double(number: int) -> int:
        made.append(number)
        return 2 * number

    assert [double(number) for number in (1, 2, 1, 3, 1, 2)] == [2, 4, 2, 6, 2, 4]
    assert made == [1, 2, 3, 2]
    assert double.cache_info()[:3] == (2, 4, 2)
    double.cache_clear()
    assert double.cache_info() == (0, 0, 0, 0)


def test_pictures_are_kept_within_their_room() -> None:
    """Pictures go where they take more bytes than they may, but for the one that was made last."""

    @kept(99, 1000)
    def square(side: int) -> Image.Image:
        return Image.new("L", (side, side))

    for side in (20, 20, 10, 22, 21):
        square(side)
        assert square.cache_info().weight <= 1000
    assert square.cache_info()[1:] == (4, 2, 22 * 22 + 21 * 21)
    square(50)
    assert square.cache_info()[2:] == (1, 2500)


def test_weights_are_those_of_pixels() -> None:
    """A pixel in colours takes four bytes, any other one; what is no picture weighs nothing."""
    assert weight((Image.new("RGB", (3, 4)), Image.new("1", (5, 6)), 7)) == 4 * 12 + 30


def test_who_asks_at_once_waits_for_one() -> None:
    """Of several who ask for the same at once, one makes it; who asks for something else does not wait."""
    begun, go = Event(), Event()
    made: list[str] = []

    @kept(9)
    def slow(word: str) -> str:
        made.append(word)
        if word == "slow":
            begun.set()
            assert go.wait(30)
        return word * 2

    with ThreadPoolExecutor(ASKERS) as pool:
        asked = [pool.submit(slow, "slow") for _ in range(ASKERS)]
        assert begun.wait(30)
        assert slow("quick") == "quickquick"
        go.set()
        assert {each.result() for each in asked} == {"slowslow"}
    assert made == ["slow", "quick"]


def test_what_fails_is_made_again() -> None:
    """Nothing is kept of what raises; the next who asks gets the result."""
    fails = [True, False]

    @kept(9)
    def once_broken() -> str:
        if fails.pop(0):
            raise ValueError("broken")
        return "whole"

    with pytest.raises(ValueError, match="broken"):
        once_broken()
    assert once_broken() == once_broken() == "whole"


@pytest.mark.parametrize("key", ["nd-trios", "hexeh"])
def test_cold_boards_at_once_draw_their_parts_once(key: str) -> None:
    """Six boards of a kind, drawn at once when nothing was, are laid out once, on one empty board, with one palette."""
    scenes = [shown(played(key, plies), seat=1) for plies in range(6, 6 + ASKERS)]
    theme, start = theme_for("", scenes[0].seats), Barrier(ASKERS)
    expected = [draw(scene, theme) for scene in scenes]
    forget()

    def at_once(place: int) -> bytes:
        start.wait(30)
        return draw(scenes[place], theme)

    with ThreadPoolExecutor(ASKERS) as pool:
        assert list(pool.map(at_once, range(ASKERS))) == expected
    assert [part.cache_info().misses for part in (palette_of, page_of, background_of)] == [1, 1, 1]


@pytest.mark.parametrize("key", ["nd-trios", "chess"])
def test_the_first_board_takes_no_more_than_the_tenth(key: str) -> None:
    """Once a kind of board is prepared, its first picture draws no board and no piece, and is no more work."""
    variant = played(key).variant
    theme = theme_for("", [seat.name for seat in variant.seats])
    forget()
    prepare(scene_of(variant, variant.start), theme)
    parts = (page_of, background_of, piece_layer, piece_sprite)
    before = [part.cache_info().misses for part in parts]
    with counting() as first:
        draw(scene_of(variant, variant.start), theme)
    assert [part.cache_info().misses for part in parts] == before
    for plies in range(1, 10):
        with counting() as tenth:
            draw(shown(played(key, plies), seat=1), theme)
    assert first.taken < 2 * tenth.taken
