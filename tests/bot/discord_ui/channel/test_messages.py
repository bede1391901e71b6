"""Texts that people have typed, made harmless before they are sent."""

from __future__ import annotations

import pytest

from bot.text.harmless import quoted


@pytest.mark.parametrize("part", ["[a](", "[", "<", "[]", "\n", "](", "<http://", "- ", "#"])
def test_long_texts_made_harmless(part: str) -> None:
    """A text of many brackets that are never closed, or whatever else begins something, is gone through once."""
    text = part * (200_000 // len(part))
    assert len(quoted(text)) <= 2 * len(text)
