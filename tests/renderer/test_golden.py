"""The golden pictures: what is drawn today looks like them, and with the same libraries has the very same pixels."""

from __future__ import annotations

import pytest
from PIL import Image, ImageChops, ImageStat, features
from PIL import __version__ as pillow

from engine.variants import GAMES
from renderer import THEMES, Scene, Theme
from renderer.scene import Sign
from tests.renderer.golden import DIGESTS, PICTURES, digest, digests, in_colours_of, phone, pictures

TOLERANCE = 2.0
LARGEST, ALL = 36_000, 1_500_000
DRAWN_WITH = ("13.0.0", "2.14.3")
"""The versions of Pillow and FreeType that the golden pictures were drawn with."""


@pytest.mark.parametrize("name", sorted(pictures()))
def test_pictures_are_the_golden_ones(name: str) -> None:
    """As wide as on a phone, a picture differs from the golden one by less than 2 of 255 a channel on average.

    With the libraries that the golden pictures were drawn with, it has the very same pixels in its full size.
    """
    data = pictures()[name]("")
    with Image.open(PICTURES / f"{name}.png") as golden:
        picture = phone(data)
        assert picture.size == golden.size
        one, other = golden.convert("RGB"), in_colours_of(picture, golden).convert("RGB")
    difference = ImageStat.Stat(ImageChops.difference(one.reduce(2), other.reduce(2))).mean
    assert max(difference) < TOLERANCE
    if (pillow, features.version("freetype2")) == DRAWN_WITH:
        assert digest(data) == digests()[name]


def test_the_golden_pictures_are_all_there_and_small() -> None:
    """Every picture has its file and its digest, and nothing else lies there; all are small."""
    files = {path.stem: path.stat().st_size for path in PICTURES.glob("*.png")}
    assert sorted(files) == sorted(pictures()) == sorted(digests())
    assert {path.suffix for path in PICTURES.iterdir()} == {".png", DIGESTS.suffix}
    assert max(files.values()) <= LARGEST
    assert sum(files.values()) <= ALL


def test_every_game_and_theme_has_its_picture() -> None:
    """A game or a theme that is added is drawn, too."""
    assert {f"game-{key}" for key in GAMES} <= pictures().keys()
    assert {name.split("-")[1] for name in pictures() if name.startswith("theme-")} == set(THEMES)


def test_the_golden_pictures_bear_every_mark(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each sign there is stands in one of them, but for the one of diagrams, which have pictures of their own."""
    seen: set[Sign] = set()

    def noted(scene: Scene, _theme: Theme) -> bytes:
        seen.update(mark.sign for mark in scene.marks)
        return b""

    monkeypatch.setattr("tests.renderer.golden.draw", noted)
    for name, drawn in pictures().items():
        if name.startswith(("game-", "mark-", "theme-")):
            drawn("")
    assert seen == set(Sign) - {Sign.SUBJECT}
