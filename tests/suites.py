"""Which cases of a test belong to which suite and system, how long they may take, and what they need beside them."""

from __future__ import annotations

import sys
from collections.abc import Container, Iterable
from pathlib import Path

import pytest

OPENAPI = Path(__file__).resolve().parents[2] / "shared" / "discord" / "openapi.json"
"""Discord's description of its interface, which is not part of the project."""

TIMEOUTS = {"slow": 600, "long": 7200}
"""The seconds that a test with a mark may take."""

SIGNALLED = pytest.mark.skipif(sys.platform == "win32", reason="POSIX's signals tell processes to stop, and kill them")
"""The mark of tests that send signals to processes."""


def first(count: int, cases: Iterable[object]) -> list[object]:
    """Cases for `parametrize`, of which only the first so many are looked at by the fast suite."""
    return first_rows(count, ((case,) for case in cases))


def first_rows(count: int, rows: Iterable[tuple[object, ...]]) -> list[object]:
    return _kept(range(count), rows)


def spread(count: int, cases: Iterable[object]) -> list[object]:
    """Cases of which the fast suite looks at so many that lie evenly among them: some of each kind."""
    return spread_rows(count, ((case,) for case in cases))


def spread_rows(count: int, rows: Iterable[tuple[object, ...]]) -> list[object]:
    every = list(rows)
    return _kept({number * len(every) // count for number in range(count)}, every)


def _kept(fast: Container[int], rows: Iterable[tuple[object, ...]]) -> list[object]:
    return [pytest.param(*row, marks=[pytest.mark.slow] * (number not in fast)) for number, row in enumerate(rows)]
