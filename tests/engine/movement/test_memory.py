"""The bound that tables share."""

from __future__ import annotations

from engine.movement.memory import Memory


def test_tables_share_a_bound() -> None:
    """When as many entries are there as the memory holds, all its tables begin anew with the next one."""
    memory, first, second = Memory(limit=3), {1: 1}, {2: 4, 3: 9}
    memory.join(first.clear)
    memory.join(second.clear)
    for _ in range(3):
        memory.add()
    assert ({1: 1}, {2: 4, 3: 9}) == (first, second)
    memory.add()
    assert ({}, {}) == (first, second)
