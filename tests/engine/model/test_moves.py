"""Moves as they are written: where one may begin and end."""

from __future__ import annotations

import pytest

from engine.model.board import hexagon
from engine.model.position import bit_set, ends_of


@pytest.mark.parametrize(
    ("long", "origins", "targets"),
    [("d10b2", "d10", "b2"), ("d1b2=Q", "d1", "b2"), ("@d1d10", "d1", "d10")]
    + [(text, "", "") for text in ("b2", "@d1", "", "d", "=Q", "d1b2Q", "x1b2", "Pd1", "d1@b2", "d1" * 9999)],
)
def test_where_a_move_may_begin_and_end(long: str, origins: str, targets: str) -> None:
    """A long form names two cells, or means no move."""
    board = hexagon(8)
    assert ends_of(board, long) == (bit_set(board.cells(origins)), bit_set(board.cells(targets)))
