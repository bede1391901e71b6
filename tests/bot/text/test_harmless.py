"""What people typed is made harmless, refusals worded, and who acts addressed."""

from __future__ import annotations

import pytest

from bot.games.refusals import NoGameNumber, PlayedElsewhere
from bot.text.harmless import YOU, doing, worded


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


def test_what_people_typed_is_made_harmless_in_a_refusal() -> None:
    """Nothing that a refusal quotes becomes a mention or markup."""
    assert "“\\*\\*\\<@\u200b5>\\*\\*” is no game's number. /games lists yours." == worded(NoGameNumber("**<@5>**"))


def test_a_refusal_may_point_to_a_channel() -> None:
    """A refusal that quotes nobody keeps its link to a channel."""
    assert "Game #3 is played in <#9>; open its thread there." == worded(PlayedElsewhere(3, 9))


def test_what_is_no_refusal_is_sent_as_it_is() -> None:
    """A text of the referee's own keeps its markup."""
    assert "**bold**" == worded("**bold**")
