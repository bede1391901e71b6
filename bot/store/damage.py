"""What the store cannot read: values and rows that do not hold what they should; set aside, the rest goes on."""

from __future__ import annotations

import logging
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager

log = logging.getLogger(__name__)

MOST = 1000
"""How many things are named that have been set aside."""
END = 253_402_300_800_000
"""When the calendar ends (UTC ms)."""
BROKEN = (sqlite3.DatabaseError, UnicodeDecodeError, MemoryError)
"""What reading a damaged file raises; a row whose length is garbage asks for more memory than there is."""


class StoreError(RuntimeError):
    """The file cannot be used; the text says why and what to do."""

    harmless = True


class Unreadable(StoreError):
    """A part of the file that cannot be read; the text says why, and may quote it."""

    harmless = False


def is_time(value: object) -> bool:
    """Whether a value is a time that may have been: UTC ms, before the year 10000."""
    return isinstance(value, int) and 0 <= value < END


UNWRITTEN = (StoreError, sqlite3.Error)
"""What is raised where the file does not take what is to be written.

A damaged page, a full disk, a lock that stays.
"""


class Aside:
    """What has been set aside, each told in one line, once; to the log as an error, unless it is to go elsewhere."""

    def __init__(self, tell: Callable[..., None] = log.error) -> None:
        self._tell = tell
        self._told: set[str] = set()

    @property
    def named(self) -> tuple[str, ...]:
        """What has been set aside, in the order of its names."""
        return tuple(sorted(self._told))

    def note(self, what: str, why: object) -> None:
        """Set something aside."""
        if what in self._told or len(self._told) > MOST:
            return
        self._told.add(what)
        if len(self._told) > MOST:
            self._tell("more than %d things are set aside; put back a copy of the database", MOST)
        else:
            self._tell("%s is set aside: %s", what, why)

    @contextmanager
    def reading(self, what: str) -> Iterator[None]:
        """Read something, and set it aside where that is not possible: what follows in the block is left out."""
        try:
            yield
        except Unreadable as problem:
            self.note(what, problem)
