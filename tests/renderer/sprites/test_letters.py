"""Lines set from kept letters: what the font draws in one go, without asking it again."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import ImageFont

from renderer.sprites import fonts, letters
from renderer.sprites.faces import Weight

LETTERS = "".join(map(chr, range(32, 127))) + "·"
SIZES = st.sampled_from((9.0, 11.2, 16.8, 19, 20.8, 21, 26, 32))
WORDS = st.one_of(st.text(LETTERS, max_size=30), st.lists(st.sampled_from(("AVAT", "Ty.", "14h", "fjord", "fi", "·"))))


@settings(deadline=None, max_examples=80)
@given(words=WORDS, size=SIZES, weight=st.sampled_from(Weight))
def test_a_line_is_what_the_font_draws(words: str | list[str], size: float, weight: Weight) -> None:
    """Whatever is said, in whatever size, the coverage is the same to the pixel, and the width to its 256th part."""
    text = words if isinstance(words, str) else " ".join(words)
    fonts._em_width.cache_clear()
    mask, width = fonts._mask(text, size, weight), fonts._em_width(text, weight)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(fonts, "is_plain", lambda _: False)
        fonts._em_width.cache_clear()
        whole, wide = fonts._mask(text, size, weight), fonts._em_width(text, weight)
    fonts._em_width.cache_clear()
    assert mask.size == whole.size
    assert mask.tobytes() == whole.tobytes()
    assert abs(width - wide) <= 1 / 256


@pytest.mark.parametrize("text", ["fish", "flag", "#&", "a`", "Chloé", "Дарья", "漢字"])
def test_letters_that_change_each_other_are_left_to_the_font(text: str) -> None:
    """Ligatures, signs that heed their neighbours and letters of other alphabets are not set one by one."""
    assert not letters.is_plain(text)
    assert letters.is_plain("Hexeh · game 14 · 7. Pxd4")


def test_new_lines_of_known_letters_ask_no_font(monkeypatch: pytest.MonkeyPatch) -> None:
    """A clock shows something else with every move: its digits are drawn once, not once a move."""
    asked: list[str] = []
    mask = ImageFont.FreeTypeFont.getmask2

    def counted(font: ImageFont.FreeTypeFont, text: str, *how: object, **more: object) -> object:
        asked.append(text)
        return mask(font, text, *how, **more)  # type: ignore[arg-type]

    times = [f"{hours}h {minutes}m" for hours in range(24) for minutes in range(0, 60, 7)]
    monkeypatch.setattr(ImageFont.FreeTypeFont, "getmask2", counted)
    for kept in (letters._word, letters._letter):
        kept.cache_clear()
    letters.line_of.cache_clear()
    letters._measures.cache_clear()
    for time in times:
        fonts._mask(time, 21, Weight.MEDIUM)
    assert set(asked) == set("0123456789hm ")
    assert len(asked) == len(set(asked))
