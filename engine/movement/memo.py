"""Memo tables: dictionaries that compute a missing entry and keep it.

A piece's moves depend on few of the board's cells. Programs for 64 squares enumerate every occupation of those cells
beforehand and find it by perfect hashing (magic bitboards, https://www.chessprogramming.org/Magic_Bitboards). A longer
slide on 169 cells has far too many, but a game meets few of them: here a dictionary keyed by the occupied cells that
matter learns what it is asked.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

V = TypeVar("V")

LIMIT = 1 << 15
"""How many entries the tables of one memory hold together, some 5 MB."""


class Memory:
    """The bound that some tables share: when they are full, all are emptied."""

    def __init__(self, limit: int = LIMIT) -> None:
        self._limit = limit
        self._entries = 0
        self._clearing: list[Callable[[], None]] = []

    def join(self, clear: Callable[[], None]) -> None:
        """Let a table share the bound; `clear` empties it."""
        self._clearing.append(clear)

    def add(self) -> None:
        """Make room for one entry more."""
        if self._entries >= self._limit:
            self._entries = 0
            for clear in self._clearing:
                clear()
        self._entries += 1


class Memo(dict[int, V]):
    """A function of a bit set that remembers its values."""

    def __init__(self, function: Callable[[int], V], memory: Memory) -> None:
        super().__init__()
        self._function = function
        self._memory = memory
        memory.join(self.clear)

    def __missing__(self, key: int) -> V:
        """Work out the value and remember it."""
        self._memory.add()
        value = self[key] = self._function(key)
        return value
