"""The page of what was measured: every row, and those that miss their aim."""

from __future__ import annotations

import pytest

pytest.importorskip("cairosvg", reason="the anchors of the benchmarks are not installed")

from tests.benchmarks.felt import Row, page
from tests.benchmarks.load import share


def test_the_page_tells_every_row_and_which_miss_their_aim() -> None:
    """An aim is for half of the times; each row has its paragraph."""
    rows = [
        Row("a look", 0.1, (0.02, 0.03, 0.4), "**A look.** Short."),
        Row("a long look", 3, (1.5, 3.5, 4.25), "**Two.** Long."),
    ]
    assert [row.missed for row in rows] == [False, True]
    lines = page(rows, 0.00003, 0.08).splitlines()
    assert "| a look | 30 ms | 400 ms | 100 ms |" in lines
    assert "| a long look | 3.5 s | 4.25 s | 3 s – **missed** |" in lines
    assert "**Two.** Long." in lines
    assert share((3, 1, 2), 0.5) == 2
