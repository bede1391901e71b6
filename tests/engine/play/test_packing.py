"""Packing: columns of any values are what they were, however many parts they are packed in, and shorter than rows."""

from __future__ import annotations

import json
from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.model.position import Move
from engine.play.packing import columns, listed, numbers, spread

NAMES = ("turn", "quiet", "rights", "special")
SMALL, BIG = st.integers(0, 255), st.integers(0, 1 << 170)
ROWS = st.lists(
    st.tuples(
        SMALL,
        st.one_of(st.tuples(SMALL, SMALL), st.tuples(BIG, SMALL, SMALL)),
        st.one_of(BIG, st.integers(250, 260), st.just(7)),
        st.one_of(st.none(), st.just(Move(1, 2, "Q"))),
    ),
    min_size=1,
)


def there_and_back(rows: Sequence[Sequence[Any]], cuts: Sequence[int]) -> list[Sequence[Any]]:
    """Rows after the first one, packed in parts and put together again."""
    places = sorted({1, len(rows), *(1 + cut % len(rows) for cut in cuts)})
    parts = [
        (end - begin, json.loads(json.dumps(columns(NAMES, rows[begin - 1], rows[begin:end]))))
        for begin, end in pairwise(places)
    ]
    return list(zip(*spread(NAMES, rows[0], parts), strict=True))


@given(ROWS, st.lists(st.integers(0, 50)))
def test_columns_are_what_they_were(rows: list[tuple[Any, ...]], cuts: list[int]) -> None:
    """Whatever the values, and wherever they are cut, they come back with their types."""
    found = there_and_back(rows, cuts)
    assert rows[1:] == found
    assert [[type(value) for value in row] for row in rows[1:]] == [[type(value) for value in row] for row in found]


@pytest.mark.parametrize("values", [range(1000, 1400), [5] * 400, [1, 2] * 200])
def test_most_numbers_take_two_digits_at_most(values: Sequence[int]) -> None:
    """Numbers that count up, stay the same or are small are packed in little room."""
    found = columns(("turn",), [None], [[value] for value in values])
    assert len(json.dumps(found)) < 2 * len(values) + 20


def test_what_stays_the_same_is_left_out() -> None:
    """A column in which nothing changes takes no room."""
    assert columns(NAMES, (1, (0, 0), 5, None), [(1, (0, 0), 5, None)] * 8) == []


@given(st.lists(st.one_of(SMALL, BIG)))
def test_numbers_of_any_size(values: list[int]) -> None:
    """Numbers are what they were, whether they fit into two digits or not."""
    assert values == list(listed(json.loads(json.dumps(numbers(values)))))
