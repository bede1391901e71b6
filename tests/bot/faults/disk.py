"""A disk whose every call is counted, recorded and may fail, below SQLite.

SQLite's own library has no such thing for Python; `apsw` brings another build of it that has. Its connections are
dressed as those of the standard library, so that the referee's store runs on them as it is.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from unittest import mock

import apsw

CONSTRAINT, CORRUPT, NOTADB = apsw.SQLITE_CONSTRAINT, apsw.SQLITE_CORRUPT, apsw.SQLITE_NOTADB


@dataclass(frozen=True)
class Call:
    """A call to the disk: what, the end of the file's name ("" for the database), where, and the bytes written."""

    what: str
    file: str
    place: int = 0
    data: bytes = b""


CHANGES = frozenset({"write", "truncate", "sync", "delete", "create"})
"""The calls that change what is on the disk."""


CODES = {
    "open": apsw.SQLITE_CANTOPEN,
    "create": apsw.SQLITE_CANTOPEN,
    "read": apsw.SQLITE_IOERR_READ,
    "write": apsw.SQLITE_IOERR_WRITE,
    "truncate": apsw.SQLITE_IOERR_TRUNCATE,
    "sync": apsw.SQLITE_IOERR_FSYNC,
    "delete": apsw.SQLITE_IOERR_DELETE,
    "access": apsw.SQLITE_IOERR_ACCESS,
    "size": apsw.SQLITE_IOERR_FSTAT,
    "lock": apsw.SQLITE_IOERR_LOCK,
}
"""What SQLite says of each call that fails."""


@dataclass
class Disk:
    """Counts the calls to it; those that `fails`, by number and kind, fail. What changes its files is in `changes`."""

    fails: Callable[[int, str], bool] = lambda *_: False
    error: type[Exception] = apsw.IOError
    count: int = 0
    failed: list[str] = field(default_factory=list)
    changes: list[Call] = field(default_factory=list)
    recording: bool = False

    def call(self, call: Call) -> None:
        """Count a call, which may fail, and keep what it changes."""
        self.count += 1
        if self.fails(self.count, call.what):
            self.failed.append(call.what)
            raise self._problem(call.what)
        if self.recording and call.what in CHANGES:
            self.changes.append(call)

    def _problem(self, what: str) -> Exception:
        problem = self.error(f"the disk fails at {what}")
        code = apsw.SQLITE_FULL if self.error is apsw.FullError else CODES[what]
        problem.result, problem.extendedresult = code & 0xFF, code  # type: ignore[attr-defined]
        return problem

    def heal(self) -> None:
        """Fail no more."""
        self.fails = lambda *_: False

    @contextmanager
    def mounted(self) -> Iterator[None]:
        """Let all that opens a database in this process use this disk."""
        vfs = _VFS(self)
        try:
            with mock.patch.object(sqlite3, "connect", lambda path, **_: Connection(str(path), vfs.name)):
                yield
        finally:
            vfs.unregister()


class _VFS(apsw.VFS):
    def __init__(self, disk: Disk) -> None:
        self.name = f"disk{id(disk)}"
        self._disk = disk
        super().__init__(self.name, "")

    def xOpen(self, name: Any, flags: list[int]) -> apsw.VFSFile:  # noqa: N802 - SQLite's name
        path = name.filename() if isinstance(name, apsw.URIFilename) else name or ""
        new = bool(flags[0] & apsw.SQLITE_OPEN_CREATE) and not Path(path).exists()
        self._disk.call(Call("create" if new else "open", _end(path)))
        return _File(self._disk, name, flags, _end(path))

    def xDelete(self, filename: str, syncdir: bool) -> None:  # noqa: N802 - SQLite's
        self._disk.call(Call("delete", _end(filename)))
        super().xDelete(filename, syncdir)

    def xAccess(self, pathname: str, flags: int) -> bool:  # noqa: N802 - SQLite's name
        self._disk.call(Call("access", _end(pathname)))
        return super().xAccess(pathname, flags)


class _File(apsw.VFSFile):
    def __init__(self, disk: Disk, name: Any, flags: list[int], end: str) -> None:
        self._disk, self._end = disk, end
        super().__init__("", name, flags)

    def xRead(self, amount: int, offset: int) -> bytes:  # noqa: N802 - SQLite's name
        self._disk.call(Call("read", self._end, offset))
        return super().xRead(amount, offset)

    def xWrite(self, data: bytes, offset: int) -> None:  # noqa: N802 - SQLite's name
        self._disk.call(Call("write", self._end, offset, bytes(data)))
        super().xWrite(data, offset)

    def xTruncate(self, newsize: int) -> None:  # noqa: N802 - SQLite's name
        self._disk.call(Call("truncate", self._end, newsize))
        super().xTruncate(newsize)

    def xSync(self, flags: int) -> None:  # noqa: N802 - SQLite's name
        self._disk.call(Call("sync", self._end))
        super().xSync(flags)

    def xFileSize(self) -> int:  # noqa: N802 - SQLite's name
        self._disk.call(Call("size", self._end))
        return super().xFileSize()

    def xLock(self, level: int) -> None:  # noqa: N802 - SQLite's name
        self._disk.call(Call("lock", self._end))
        super().xLock(level)


def _end(path: str) -> str:
    return next((end for end in ("-wal", "-journal", "-shm") if path.endswith(end)), "")


class Connection:
    """A connection of apsw's, as far as the store uses one of the standard library's."""

    def __init__(self, path: str, vfs: str = "") -> None:
        with _translated():
            self._connection = apsw.Connection(path, vfs=vfs)

    @property
    def in_transaction(self) -> bool:
        """Whether a transaction is open."""
        return self._connection.in_transaction

    def execute(self, sql: str, parameters: Sequence[Any] = ()) -> Cursor:
        """Run a statement to its end."""
        with _translated():
            return Cursor(list(self._connection.execute(sql, parameters)))

    def rollback(self) -> None:
        """Undo the transaction, if one is open."""
        if self.in_transaction:
            self.execute("ROLLBACK")

    def close(self) -> None:
        """Close the file; like the standard library's it keeps to itself what fails in that."""
        with suppress(apsw.Error):
            self._connection.close()


@dataclass
class Cursor:
    """The rows of a statement."""

    rows: list[Any]

    def fetchall(self) -> list[Any]:
        """All of them."""
        return self.rows

    def fetchone(self) -> Any:
        """The first one."""
        return self.rows[0] if self.rows else None


@contextmanager
def _translated() -> Iterator[None]:
    """Raise the errors of the standard library in place of apsw's."""
    try:
        yield
    except apsw.Error as problem:
        code = getattr(problem, "extendedresult", 0) or getattr(problem, "result", 0)
        kinds = {CONSTRAINT: sqlite3.IntegrityError, CORRUPT: sqlite3.DatabaseError, NOTADB: sqlite3.DatabaseError}
        other = sqlite3.OperationalError if code else sqlite3.ProgrammingError
        error = kinds.get(code & 0xFF, other)(str(problem))
        error.sqlite_errorcode = code
        raise error from problem
