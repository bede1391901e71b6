"""Sets of cells as integers."""

from __future__ import annotations

from engine.model.position import bit_set, bits, members


def test_members_are_listed_beyond_a_machine_word() -> None:
    """Parts of 60 bits, empty ones among them, tell the same cells as one bit at a time."""
    for cells in ((), (0,), (59, 60, 61), (119, 120), (0, 168), tuple(range(169))):
        assert members(bit_set(cells)) == list(bits(bit_set(cells))) == list(cells)
