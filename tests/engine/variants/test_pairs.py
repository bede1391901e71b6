"""Names and values as people type them."""

from __future__ import annotations

import pytest

from engine.variants import BadPairs, read_pairs


@pytest.mark.parametrize(
    ("words", "text", "values"),
    [
        ("", "", {}),
        ("travelers=straight combat=d6", "", {"travelers": "straight", "combat": "d6"}),
        ("a=b=c", "", {"a": "b=c"}),
        ("straight", "'straight' isn't written name=value.", {}),
        ("=straight", "'=straight' isn't written name=value.", {}),
        ("travelers=", "'travelers=' isn't written name=value.", {}),
        ("combat=d6 combat=d6", "combat is given twice.", {"combat": "d6"}),
        ("a=1 x a=2", "'x' isn't written name=value; a is given twice.", {"a": "1"}),
    ],
)
def test_pairs(words: str, text: str, values: dict[str, str]) -> None:
    """Each word names one value behind its first =; what is wrong is told at once, beside what can be read."""
    found = read_pairs(words.split())
    told, readable = (found.text, found.readable) if isinstance(found, BadPairs) else ("", found)
    assert (text, values) == (told, readable)
