"""The page of what was measured: every row, and those that miss their aim."""

from __future__ import annotations

import pytest

pytest.importorskip("cairosvg", reason="the anchors of the benchmarks are not installed")

from tests.benchmarks.felt import Row, page, share


def test_the_page_tells_every_row_and_which_miss_their_aim() -> None:
    """An aim is for half of the times; each row tells what its anchor took."""
    rows = [
        Row("a look", 0.1, (0.02, 0.03, 0.4), "PNG", (0.07, 0.08)),
        Row("a long look", 3, (1.5, 3.5, 4.25), "PNG", (0.08,)),
    ]
    assert [row.missed for row in rows] == [False, True]
    lines = page(rows).splitlines()
    assert "| a look | 30 ms | 400 ms | 100 ms | PNG | 80 ms |" in lines
    assert "| a long look | 3.5 s | 4.25 s | 3 s – **missed** | PNG | 80 ms |" in lines
    assert share((3, 1, 2), 0.5) == 2
