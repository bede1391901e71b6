"""Which cases of a test belong to the fast suite, and which to the slow one."""

from __future__ import annotations

from collections.abc import Iterable

import pytest


def first(count: int, cases: Iterable[object]) -> list[object]:
    """Cases for `parametrize`, of which only the first so many are looked at by the fast suite."""
    return first_rows(count, ((case,) for case in cases))


def first_rows(count: int, rows: Iterable[tuple[object, ...]]) -> list[object]:
    """The same for cases of several parameters each."""
    return [pytest.param(*row, marks=[pytest.mark.slow] * (number >= count)) for number, row in enumerate(rows)]
