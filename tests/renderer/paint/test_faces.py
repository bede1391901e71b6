"""Names in any script: drawn rightly, or left out, but never as empty boxes."""

from __future__ import annotations

from collections.abc import Iterator
from unicodedata import category, normalize

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import ImageChops, ImageFont, ImageStat, features

from renderer.paint import text as faces
from renderer.paint.text import Weight, faced, house_face, readable, text_mask, text_width

HOUSE = [
    "Ana",
    "Łukasz",
    "Ελένη",
    "Наталья",
    "Ngô Đức",
    "Gliński's",
    "Ærøskøbing Þór",
    "Žižek Őry",
    "game 14 · 7. … P×d4…",
    "[-_-] 100%",
]


@pytest.fixture
def alone(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """No font but the house face."""
    faced.cache_clear()
    monkeypatch.setattr(faces, "_others", lambda: ())
    yield
    faced.cache_clear()


@pytest.mark.parametrize("text", HOUSE)
def test_latin_greek_and_cyrillic_are_drawn_in_the_house_face(text: str) -> None:
    """Names of most of Europe and of Vietnam are drawn whole, and in one face."""
    assert faced(text) == ("", text)
    assert readable(text) == text


@pytest.mark.parametrize(
    ("text", "drawn"),
    [
        ("\u202eevil\u202c", "evil"),
        ("A\nB\tC\x07\u2028D", "A B C D"),
        ("\u200b\u200d\u2060", ""),
        ("Ana \U0001f3b2\ufe0f", "Ana"),
        ("\U0001f3b2\U0001f451", ""),
        ("e\u0301a\u0308", "éä"),
        ("Ａｎａ", "Ana"),
        ("\U0001d4d0\U0001d4f7\U0001d4ea", "Ana"),
        ("\ud800x", "x"),
        ("a" + "\u0301" * 40, "á\u0301\u0301"),
        ("  Ana \u00a0 B ", "Ana B"),
        ("!\U0001f3b2", "!"),
        ("", ""),
    ],
)
@pytest.mark.usefixtures("alone")
def test_what_cannot_be_drawn_is_left_out(text: str, drawn: str) -> None:
    """Control characters, turned writing, emoji and heaps of marks go; letters in fancy dress become plain."""
    assert readable(text) == drawn


@pytest.mark.parametrize("text", ["漢字", "한국어", "عربي", "שלום", "हिन्दी"])
@pytest.mark.usefixtures("alone")
def test_names_without_a_font_are_not_readable(text: str) -> None:
    """Where no font has a script, nothing of the name is drawn, so that the side's name can stand there."""
    assert readable(text) == ""
    assert readable(f"{text} Ana") == "Ana"


@pytest.mark.usefixtures("alone")
def test_text_as_long_as_a_book_costs_a_line() -> None:
    """Of very long text only the beginning is looked at."""
    assert len(readable("x" * 1_000_000)) < 1000


def test_emoji_are_left_out_even_where_a_font_has_them() -> None:
    """Pictures in names are not letters: whatever fonts a host has, they are dropped."""
    assert [readable(name) for name in ("\U0001f600\U0001f600", "Ana \U0001f3b2\ufe0f")] == ["", "Ana"]


@settings(deadline=None, max_examples=150)
@given(st.text(max_size=40))
def test_nothing_drawn_is_a_box(text: str) -> None:
    """Whatever is typed, all that is drawn are characters that the font has."""
    file, drawn = faced(text)
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
    """Where letters cannot be joined and ordered, such scripts are not drawn at all: wrong would be worse."""
    faced.cache_clear()
    faces._draws.cache_clear()
    monkeypatch.setattr(features, "check", lambda _: False)
    assert readable("عربي") == ""
    assert readable("Ελένη") == "Ελένη"
    faced.cache_clear()
    faces._draws.cache_clear()
