"""What is remembered of walks: how much at most."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

LIMIT: Final = 1 << 15
"""How many entries the tables of one memory hold together, some 10 MB."""


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
