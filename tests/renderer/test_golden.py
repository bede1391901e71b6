"""The golden pictures: what is drawn today looks like them, and has the very same pixels with the same libraries."""

from __future__ import annotations

import pytest
from PIL import Image, ImageChops, ImageStat, features
from PIL import __version__ as pillow

from engine.variants import GAMES
from renderer import THEMES
from tests.renderer.golden import DIGESTS, PICTURES, digest, digests, in_colours_of, phone, pictures

TOLERANCE, DRAWN_WITH = 2.0, ("13.0.0", "2.14.3")
"""How far a picture may be off (of 255), and the versions of Pillow and FreeType that drew the golden ones."""


@pytest.mark.parametrize("name", sorted(pictures()))
def test_pictures_are_the_golden_ones(name: str) -> None:
    """Every picture looks like its golden one on a phone, and is small enough for a message."""
    data = pictures()[name]()
    assert len(data) <= 150_000
    with Image.open(PICTURES / f"{name}.png") as golden:
        picture = phone(data)
        assert picture.size == golden.size
        one, other = golden.convert("RGB"), in_colours_of(picture, golden).convert("RGB")
    difference = ImageStat.Stat(ImageChops.difference(one.reduce(2), other.reduce(2))).mean
    assert max(difference) < TOLERANCE
    if (pillow, features.version("freetype2")) == DRAWN_WITH:
        assert digest(data) == digests()[name]


def test_the_golden_pictures_are_all_there_and_small() -> None:
    """Every picture, every game and every theme has its small file and its digest, and nothing else lies there."""
    files = {path.stem: path.stat().st_size for path in PICTURES.iterdir() if path != DIGESTS}
    assert sorted(files) == sorted(pictures()) == sorted(digests())
    assert max(files.values()) <= 36_000
    assert {f"game-{key}" for key in GAMES} <= files.keys()
    assert {name.split("-")[1] for name in files if name.startswith("theme-")} == set(THEMES)
