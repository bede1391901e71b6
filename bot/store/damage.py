"""What the store cannot read: damaged pages, rows that do not hold what they should; set aside, the rest goes on."""

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
_DAMAGE = frozenset({sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB})
_UNREAD = frozenset(
    {
        sqlite3.SQLITE_IOERR_READ,
        sqlite3.SQLITE_IOERR_SHORT_READ,
        sqlite3.SQLITE_IOERR_DATA,
        sqlite3.SQLITE_IOERR_CORRUPTFS,
    }
)


BROKEN = (sqlite3.DatabaseError, UnicodeDecodeError, MemoryError)
"""What reading a damaged file raises; a row whose length is garbage asks for more memory than there is."""


class StoreError(RuntimeError):
    """The file cannot be used; the text says why and what to do."""

    harmless = True


class Unreadable(StoreError):
    """A part of the file that cannot be read; the text says why, and may quote it."""

    harmless = False


def damage(problem: Exception) -> str | None:
    """What an error says of a damaged part of the file, a page or a value that no text or JSON can hold; else None.

    Errors of the module itself, which decodes texts, bear no code of SQLite's, but what it could not decode.
    """
    if isinstance(problem, MemoryError):
        return "a row in it claims to be larger than the memory"
    code = getattr(problem, "sqlite_errorcode", None)
    if code is None:
        decoded = isinstance(problem, UnicodeDecodeError) or "decode" in str(problem)
        return "a text in it is damaged" if decoded else None
    malformed = code == sqlite3.SQLITE_ERROR and "JSON" in str(problem)
    return str(problem) if malformed or code & 0xFF in _DAMAGE or code in _UNREAD else None


def passing(problem: Exception) -> bool:
    """Whether something is unreadable because the disk did not give it, which it may do another time."""
    return getattr(problem.__cause__, "sqlite_errorcode", None) in _UNREAD


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
