"""Captions: all that is said stands in the place that the board leaves, and is read on a phone."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image, ImageChops

from engine.rules.protocols import Result
from engine.variants import GAMES, built
from renderer.layout.page import BAND, PAGE, CaptionPlace, Page, page_of
from renderer.paint.panel import _set, put_caption
from renderer.scene import Scene, scene_of
from renderer.theme import THEME

OCCASION = "game 1234 · 57. … Pxd4"


def captioned(key: str, result: Result | None = None) -> tuple[Scene, Page]:
    """A game that has come far, and its page."""
    variant = built(GAMES[key], {})
    scene = scene_of(variant, variant.start, occasion=OCCASION, result=result)
    return scene, page_of(PAGE, scene.grid, len(scene.sides))


@pytest.mark.parametrize("key", sorted(GAMES))
def test_game_and_move_are_told_whole(key: str) -> None:
    """In every game, its name, number and last move are told in full, 7 pixels high on a screen 400 wide or more."""
    scene, page = captioned(key)
    head, rest = _set(scene.title, scene.headline, page.caption.widths, page.scale)
    assert [line.text for line in head] == [scene.headline]
    told = [word for line in rest for word in line.text.split() if word != "·"]
    assert told == [word for word in scene.title.split() if word != "·"]
    phone = 400 / page.width
    assert min(line.size for line in rest) * phone >= 7.5
    assert min(line.size for line in head) * phone >= 12


@pytest.mark.parametrize("key", sorted(GAMES))
def test_every_result_is_told_whole(key: str) -> None:
    """Whatever ends a game, in the caption it is told in full, 8 pixels high on a screen 400 wide or more."""
    variant = built(GAMES[key], {})
    for reason in variant.reasons:
        scene, page = captioned(key, Result(len(variant.seats), reason))
        head, _ = _set(scene.title, scene.headline, page.caption.widths, page.scale)
        assert " ".join(line.text for line in head) == scene.headline
        assert min(line.size for line in head) * 400 / page.width >= 8


@settings(deadline=None, max_examples=60)
@given(
    words=st.tuples(st.text("abcW ·Łж漢", max_size=120), st.text("abcW ·Łж漢", max_size=80)),
    widths=st.lists(st.integers(0, 400), max_size=14),
    scale=st.sampled_from((0.7, 1.0)),
)
def test_words_stay_in_their_place(words: tuple[str, str], widths: list[int], scale: float) -> None:
    """Whatever is said, and however little place there is, no word stands past the width at its height."""
    blank = Image.new("RGB", (600, 14 * BAND + 60), THEME.page)
    image, left, top = blank.copy(), 20, 30
    put_caption(image, THEME, words, CaptionPlace(left, top, tuple(widths)), scale)
    changed = ImageChops.difference(image, blank)
    for band, width in enumerate(widths):
        strip = changed.crop((0, top + band * BAND, image.width, top + (band + 1) * BAND)).getbbox()
        assert strip is None or left <= strip[0] <= strip[2] <= left + width + 1


def test_a_larger_place_has_larger_words() -> None:
    """A caption is as large as its place allows."""
    sizes = [
        _set("Hexeh · game 14", "Red to move", (width,) * 12, 1.0)[0][0].size for width in (120, 140, 160, 200, 300)
    ]
    assert sizes == sorted(sizes)
    assert sizes[-1] == 32
