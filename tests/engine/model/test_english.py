"""Numbers of things, and the words that go with them."""

from __future__ import annotations

import pytest

from engine.model.english import count_of, form
from engine.model.refusal import Refusal
from engine.play.refusals import TooFarBack
from engine.records.audit import AuditReport


@pytest.mark.parametrize(("words", "number"), [("no moves", 0), ("1 move", 1), ("2 moves", 2), ("12 moves", 12)])
def test_things_are_counted_in_words(words: str, number: int) -> None:
    """None are no moves, one is a move, and more are moves."""
    assert words == count_of(number, "move")


def test_an_irregular_plural_is_given() -> None:
    """Of a die there are dice."""
    assert ("1 die", "3 dice") == (count_of(1, "die", "dice"), count_of(3, "die", "dice"))


def test_a_verb_goes_with_its_number() -> None:
    """One falls; none and several fall."""
    assert ["fall", "falls", "fall"] == [form(number, "falls", "fall") for number in (0, 1, 2)]


def test_one_roll_of_another_game_is_told_as_one() -> None:
    """A single roll from before a continuation was made in another game, and is checked there."""
    told = AuditReport(kept=True, checked=2, mismatches=(), inherited=1).text
    assert "Check the earlier roll with the first game's record." in told


def test_a_takeback_too_far_names_a_single_move_as_one() -> None:
    """At most 1 move, not 1 moves."""
    assert "Only the last move can be taken back." == TooFarBack(1).text


class Late(Refusal):
    """A refusal with a field of every format."""

    who: str
    names: tuple[str, ...]
    count: int

    words = "“{who:shown}”: {names:and}; {names:or}; {names:;}; {count:counted train}; {count:03}."


def test_a_refusal_words_its_fields_as_it_says() -> None:
    """Fields are shown, joined and counted in the words of a refusal; braces in them stay as they are."""
    told = "“{who}”: a, b and c; a, b or c; a; b; c; 2 trains; 002."
    assert told == Late("`{who}`\n", ("a", "b", "c"), 2).text
    assert told == str(Late("`{who}`\n", ("a", "b", "c"), 2))
