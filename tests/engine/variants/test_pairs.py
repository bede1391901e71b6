"""Names and values as people type them."""

from __future__ import annotations

import pytest

from engine.variants import BadPairs, read_pairs


def test_values_by_name() -> None:
    """Each word names one value; nothing is no pair at all."""
    assert {"travelers": "straight", "combat": "d6"} == read_pairs(["travelers=straight", "combat=d6"])
    assert {} == read_pairs(())


def test_a_value_may_hold_the_sign() -> None:
    """Only the first = of a word parts the name from the value."""
    assert {"a": "b=c"} == read_pairs(["a=b=c"])


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("'straight' is not written name=value.", "straight"),
        ("'=straight' is not written name=value.", "=straight"),
        ("'travelers=' is not written name=value.", "travelers="),
        ("combat is given twice.", "combat=d6 combat=d6"),
        ("'x' is not written name=value; a is given twice.", "a=1 x a=2"),
    ],
)
def test_what_is_no_pair(text: str, words: str) -> None:
    """What is not name=value, or is named twice, is refused with all that is wrong."""
    found = read_pairs(words.split())
    assert isinstance(found, BadPairs)
    assert text == found.text


def test_the_first_value_is_kept_beside_what_is_wrong() -> None:
    """What can be read is given beside the problems."""
    found = read_pairs(["a=1", "x", "a=2"])
    assert isinstance(found, BadPairs)
    assert {"a": "1"} == found.readable
