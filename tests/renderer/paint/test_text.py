"""Text in any script, icons and letters: drawn rightly or left out, legible, and inside their places."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from unicodedata import category, normalize

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image, ImageChops, ImageFont, ImageStat, features

from engine.model.equipment import PieceType
from engine.variants import GAMES, variant_of
from engine.variants import nearlydouble_pieces as pieces
from renderer.paint import text as faces
from renderer.paint.text import (
    Weight,
    fitting,
    font_and_text,
    house_face,
    icon_mask,
    icon_of,
    letter_mask,
    readable,
    text_mask,
    text_width,
)

ARMIES = [sorted({kind.icon for kind in variant_of(key).kinds}) for key in GAMES]
ICONS = sorted({icon for army in ARMIES for icon in army})
NEARLYDOUBLE = sorted({each.name: each.icon for each in vars(pieces).values() if isinstance(each, PieceType)}.values())
"""The icons of the Nearlydouble games, any of which can meet on a board."""


@pytest.fixture
def alone(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    font_and_text.cache_clear()
    monkeypatch.setattr(faces, "_others", lambda: ())
    yield
    font_and_text.cache_clear()


@pytest.mark.parametrize("text", ["Łukasz", "Ελένη", "Наталья", "Ngô Đức", "Gliński's Þór", "Žižek Őry", "7. … P×d4…"])
def test_latin_greek_and_cyrillic_are_drawn_in_the_house_face(text: str) -> None:
    """Names of most of Europe and of Vietnam are drawn whole, and in one face."""
    assert font_and_text(text) == ("", text)
    assert readable(text) == text


@pytest.mark.parametrize(
    ("text", "drawn"),
    [
        ("\u202eevil\u202c", "evil"),
        ("A\nB\tC\x07\u2028D", "A B C D"),
        ("Ana \U0001f3b2\ufe0f", "Ana"),
        ("e\u0301a\u0308", "éä"),
        ("\U0001d4d0\U0001d4f7\U0001d4ea", "Ana"),
        ("\ud800x", "x"),
        ("a" + "\u0301" * 40, "á\u0301\u0301"),
        ("  Ana \u00a0 B ", "Ana B"),
        ("漢字", ""),
        ("عربي Ana", "Ana"),
    ],
)
@pytest.mark.usefixtures("alone")
def test_what_cannot_be_drawn_is_left_out(text: str, drawn: str) -> None:
    """Controls, turned writing, emoji, heaps of marks and scripts without a font go; fancy letters become plain."""
    assert readable(text) == drawn
    assert len(readable("x" * 1_000_000)) < 1000


@given(st.text(max_size=40))
def test_nothing_drawn_is_a_box(text: str) -> None:
    """Whatever is typed, all that is drawn are characters that the font has."""
    file, drawn = font_and_text(text)
    font = ImageFont.truetype(file or house_face(Weight.MEDIUM), 24, layout_engine=ImageFont.Layout.BASIC)
    box = bytes(font.getmask("\U0010ffff"))
    assert all(bytes(font.getmask(each)) != box for each in drawn if each != " ")
    assert not any(category(each).startswith("C") for each in drawn)
    assert drawn == normalize("NFC", drawn) == drawn.strip()


@pytest.mark.skipif(not features.check("raqm"), reason="only Raqm joins letters and orders them")
def test_a_script_from_right_to_left_begins_on_the_right() -> None:
    """Hebrew is drawn by a packaged font, its first letter rightmost; Arabic letters are joined."""
    first, both = text_mask("ו", 40), text_mask("ו ם", 40)
    right = both.crop((both.width - first.width, 0, *both.size))
    assert ImageStat.Stat(ImageChops.difference(right, first)).sum[0] < ImageStat.Stat(first).sum[0] / 2
    assert text_width("عربي", 40) < sum(text_width(letter, 40) for letter in "عربي")


def test_without_raqm_joined_scripts_are_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where letters can't be joined and ordered, such scripts aren't drawn at all: wrong would be worse."""
    font_and_text.cache_clear()
    faces._draws.cache_clear()
    monkeypatch.setattr(features, "check", lambda _: False)
    assert [readable(text) for text in ("عربي", "Ελένη")] == ["", "Ελένη"]
    font_and_text.cache_clear()
    faces._draws.cache_clear()


@pytest.mark.parametrize("text", ["Ana", "Łukasz Wiśniewski", "x" * 100, "m\u0328m\u0328 Ana Ana Ana", "漢字", "عربي"])
def test_text_is_fitted_to_a_width(text: str) -> None:
    """A line is as large as it fits, then shortened between letters; it is never wider than its place."""
    for width in range(20, 320, 20):
        fitted, size = fitting(text, width, 26, 20)
        assert 20 <= size <= 26
        assert text_mask(fitted, size).width <= width + 1
        if size < 26 and fitted == text:
            assert text_width(text, 26) > width
        if fitted != text and readable(text) == text:
            assert text_width(text, 20) > width
            assert fitted[-1] == "…"
            assert not fitted.endswith(" …")
            assert text.startswith(fitted[:-1])
            assert fitted.count("m") == fitted.count("\u0328")


def _difference(one: Image.Image, other: Image.Image) -> float:
    """The part of the ink of two masks that only one of them has, laid over each other as well as it goes."""
    pictures = []
    for mask in (one, other):
        picture = Image.new("L", (64, 64))
        picture.paste(mask, ((64 - mask.width) // 2, (64 - mask.height) // 2))
        pictures.append(picture)
    shifted = [ImageChops.offset(pictures[1], across, 0) for across in range(-3, 4)]
    return min(
        ImageStat.Stat(ImageChops.difference(pictures[0], each)).sum[0]
        / ImageStat.Stat(ImageChops.lighter(pictures[0], each)).sum[0]
        for each in shifted
    )


@pytest.mark.parametrize("size", [10.26, 14.5])
def test_the_names_of_cells_are_told_apart(size: float) -> None:
    """As small as below pieces, i12 differs from l12, and neither letter is taken for a 1."""
    for one, other, least in (("i1", "l1", 1 / 8), ("i12", "l12", 1 / 8), ("i", "1", 1 / 4), ("l", "1", 1 / 4)):
        assert _difference(*(text_mask(each, size, Weight.BOLD) for each in (one, other))) >= least


def test_icons_of_one_board_have_different_silhouettes() -> None:
    """Any two icons that meet on a board differ in a quarter of the pixels that either covers."""
    assert len(NEARLYDOUBLE) == len(set(NEARLYDOUBLE))
    met = {pair for army in (NEARLYDOUBLE, *ARMIES) for pair in combinations(army, 2)}
    masks = {name: icon_mask(icon, 40) for name in (*ICONS, *NEARLYDOUBLE) if (icon := icon_of(name))}
    assert [pair for pair in met if _difference(*(masks[name] for name in pair)) < 1 / 4] == []


def test_every_icon_is_found_and_fits_its_box() -> None:
    """Every kind of every game names an icon of the fonts that fills its square, as does a letter in its place."""
    for box in (20, 64):
        for name in ICONS:
            icon = icon_of(name)
            assert icon is not None, name
            assert box * 0.6 <= max(icon_mask(icon, box).size) <= box + 2, name
        assert all(max(letter_mask(letter, box).size) <= box for letter in "GMQW")
    hexagrams = {"fa6s.star-of-david", "mdi7.star-david", "fa6s.scroll-torah"}
    assert not hexagrams & {*ICONS, *NEARLYDOUBLE}, "on a yellow counter they would look like a badge of persecution"
    for name in ("", "crown", "fa6s.", "fa6s.no-such-icon", "fa6s.__font_file__", "none.crown"):
        assert icon_of(name) is None
