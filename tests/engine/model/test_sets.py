"""Sets of cells as integers."""

from __future__ import annotations

import pytest

from engine.geometry.board import hexagon
from engine.model.position import bit_set, bits, ends_of, members


def test_members_are_listed_beyond_a_machine_word() -> None:
    """Parts of 60 bits, empty ones among them, tell the same cells as one bit at a time."""
    for cells in ((), (0,), (59, 60, 61), (119, 120), (0, 168), tuple(range(169))):
        assert members(bit_set(cells)) == list(bits(bit_set(cells))) == list(cells)


@pytest.mark.parametrize(
    ("long", "origins", "targets"),
    [("d10b2", "d10", "b2"), ("d1b2=Q", "d1", "b2"), ("@d1d10", "d1", "d10")]
    + [(text, "", "") for text in ("b2", "@d1", "", "d", "=Q", "d1b2Q", "x1b2", "Pd1", "d1@b2")],
)
def test_where_a_move_may_begin_and_end(long: str, origins: str, targets: str) -> None:
    """A long form names two cells, or means no move."""
    board = hexagon(8)
    assert ends_of(board, long) == (bit_set(board.cells(origins)), bit_set(board.cells(targets)))
