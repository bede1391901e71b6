"""The README's pictures are the program's own."""

from __future__ import annotations

from io import BytesIO

import pytest
from PIL import Image, ImageChops, ImageStat

from tests.renderer.showcase import PICTURES, SHOWN

TOLERANCE = 2.0


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(SHOWN))
def test_the_pictures_of_the_readme_are_drawn_by_the_program(name: str) -> None:
    """A picture drawn anew differs from the one shown by less than 2 of 255 a channel on average."""
    shown, drawn = (Image.open(BytesIO(data)) for data in ((PICTURES / name).read_bytes(), SHOWN[name]()))
    assert (shown.size, getattr(shown, "n_frames", 1)) == (drawn.size, getattr(drawn, "n_frames", 1))
    difference = ImageStat.Stat(ImageChops.difference(shown.convert("RGB"), drawn.convert("RGB"))).mean
    assert max(difference) < TOLERANCE


def test_every_picture_of_the_readme_is_made_by_the_command() -> None:
    """Screenshots of the page, `web-…`, come from a browser."""
    assert sorted(path.name for path in PICTURES.iterdir() if not path.name.startswith("web-")) == sorted(SHOWN)
