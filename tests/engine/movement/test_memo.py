"""Tables that fill themselves, and the bound they share."""

from __future__ import annotations

from engine.movement.memo import Memo, Memory


def squares(memory: Memory) -> tuple[Memo[int], list[int]]:
    """A table of squares, and the numbers it had to work out."""
    asked: list[int] = []

    def square(number: int) -> int:
        asked.append(number)
        return number * number

    return Memo(square, memory), asked


def test_a_value_is_worked_out_once() -> None:
    """What has been asked before is looked up."""
    table, asked = squares(Memory())
    assert [49, 64, 49] == [table[7], table[8], table[7]]
    assert [7, 8] == asked


def test_tables_share_a_bound() -> None:
    """When as many values are known as the memory holds, all its tables begin anew with the next one."""
    memory = Memory(limit=3)
    (first, _), (second, asked) = squares(memory), squares(memory)
    assert [1, 4, 9] == [first[1], second[2], second[3]]
    assert 16 == second[4]
    assert ({}, {4: 16}) == (first, second)
    assert 4 == second[2]
    assert [2, 3, 4, 2] == asked
