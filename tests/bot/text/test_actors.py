"""Who does what in a sentence."""

from __future__ import annotations

import pytest

from bot.text.harmless import YOU, doing


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("offers a draw", "You offer a draw"),
        ("declines the takeback; the game goes on", "You decline the takeback; the game goes on"),
        ("resigns", "You resign"),
        ("is on vacation", "You are on vacation"),
        ("has run out of time", "You have run out of time"),
    ],
)
def test_who_acts_is_addressed(words: str, told: str) -> None:
    """The same deed is told with a name to everybody, and with "you" to the one who does it."""
    assert told == doing(YOU, words)
    assert f"Ann {words}" == doing("Ann", words)
