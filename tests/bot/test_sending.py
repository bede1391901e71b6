"""Texts that people have typed, made harmless before they are sent."""

from __future__ import annotations

import pytest

from bot.sending import quoted


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("**x** _y_ `z` ~~w~~ ||v|| \\", r"\*\*x\*\* \_y\_ \`z\` \~\~w\~\~ \|\|v\|\| " + "\\\\"),
        ("[click](https://example.com)", r"[click\](https://example.com)"),
        ("see https://example.com/a_b_c, *now*", r"see https://example.com/a_b_c, \*now\*"),
        ("> a\n>>> b\n# c\n  - d\n-# e", "\\> a\n\\>>> b\n\\# c\n\\  - d\n\\-# e"),
        ("a > b - c # d [e] (f)", "a > b - c # d [e] (f)"),
    ],
)
def test_made_harmless(text: str, expected: str) -> None:
    """Everything that Discord reads as markup is escaped, links stay as they are but have no other name."""
    assert quoted(text) == expected


@pytest.mark.parametrize("part", ["[a](", "[", "<", "[]", "\n", "](", "<http://", "- ", "#"])
def test_long_texts_made_harmless(part: str) -> None:
    """A text of many brackets that are never closed, or whatever else begins something, is gone through once."""
    text = part * (200_000 // len(part))
    assert len(quoted(text)) <= 2 * len(text)
