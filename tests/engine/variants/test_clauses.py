"""Every clause of the rules, by positions made for it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.engine.variants.clauses.reader import Row, check, rows

ROWS = [row for path in sorted((Path(__file__).parent / "clauses").glob("*.txt")) for row in rows(path)]


@pytest.mark.parametrize("row", [row for _, row in ROWS], ids=[name for name, _ in ROWS])
def test_clauses(row: Row) -> None:
    check(row)
