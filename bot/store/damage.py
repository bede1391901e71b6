"""What cannot be used or read of a file: a game that cannot be read is frozen alone, and all others go on."""

from __future__ import annotations

import logging
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager

log = logging.getLogger(__name__)

BROKEN = (sqlite3.DatabaseError, UnicodeDecodeError, MemoryError)
"""What reading a damaged file raises; a row whose length is garbage asks for more memory than there is."""


class StoreError(RuntimeError):
    """The file cannot be used; the text says why and what to do."""

    harmless = True


class Unreadable(StoreError):
    """A part of the file that cannot be read; the text says why, and may quote it."""

    harmless = False


UNWRITTEN = (StoreError, sqlite3.Error)
"""What is raised where the file does not take what is to be written: a full disk, a lock that stays."""


class Aside:
    """The log of what cannot be read: each thing is named there once."""

    def __init__(self) -> None:
        self._named: set[str] = set()

    @property
    def named(self) -> tuple[str, ...]:
        return tuple(sorted(self._named))

    def note(self, what: str, why: object) -> None:
        if what not in self._named:
            self._named.add(what)
            log.error("%s is set aside: %s", what, why)

    @contextmanager
    def reading(self, what: str) -> Iterator[None]:
        """Leave out what follows in the block where something is Unreadable."""
        try:
            yield
        except Unreadable as problem:
            self.note(what, problem)
