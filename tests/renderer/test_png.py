"""PNG files: the same picture however it is packed."""

from __future__ import annotations

import zlib
from io import BytesIO

import pytest
from PIL import Image

from renderer import draw, png
from renderer.paint import compose
from renderer.png import Packer, Packing, fast_packer, png_of, quick_png
from tests.renderer.samples import scenes


def packer(*, fast: bool) -> Packer | None:
    """The packer of the extra `speed`, or None for zlib; skips the test where that extra is not installed."""
    if fast:
        pytest.importorskip("isal")
        return fast_packer()
    return None


def pixels(data: bytes) -> tuple[tuple[int, int], list[int] | None, bytes]:
    """The size, the colours and the pixels of a file, all of which is checked."""
    with Image.open(BytesIO(data)) as picture:
        picture.verify()
    with Image.open(BytesIO(data)) as picture:
        assert (picture.format, picture.mode) == ("PNG", "P")
        return picture.size, picture.getpalette(), picture.tobytes()


@pytest.mark.parametrize("fast", [False, True])
@pytest.mark.parametrize("name", sorted(scenes()))
def test_a_file_holds_the_picture(name: str, fast: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """With the extra and without, packed quickly or well, a file has the picture's own pixels and colours."""
    monkeypatch.setattr(png, "_FAST", packer(fast=fast))
    image = compose(scenes()[name])
    expected = image.size, image.getpalette(), image.tobytes()
    assert pixels(quick_png(image)) == pixels(png_of(image)) == expected


@pytest.mark.parametrize("size", [(1, 1), (1, 7), (300, 1)])
def test_small_pictures_are_files_too(size: tuple[int, int]) -> None:
    """A line, a column and a single pixel are pictures."""
    image = Image.new("P", size, 1)
    image.putpalette([0, 0, 0, 9, 8, 7])
    assert pixels(png_of(image)) == (size, [0, 0, 0, 9, 8, 7], b"\1" * (size[0] * size[1]))


def test_a_packer_is_asked_once_where_its_file_is_small(monkeypatch: pytest.MonkeyPatch) -> None:
    """What packs fast packs each picture once, and zlib once more only where the file were large."""
    asked: list[str] = []

    def quick(_level: int) -> Packing:
        asked.append("fast")
        return zlib.compressobj(1)

    monkeypatch.setattr(png, "_FAST", quick)
    draw(scenes()["hexeh-start"])
    assert asked == ["fast"]
    monkeypatch.setattr(png, "LARGE", 10)
    hard = draw(scenes()["hexeh-start"])
    assert asked == ["fast", "fast"]
    monkeypatch.setattr(png, "_FAST", None)
    assert draw(scenes()["hexeh-start"]) == hard
