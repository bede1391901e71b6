"""A store's file: its damage, and copies, put in place whole or not at all.

A game that cannot be read is frozen alone, and all others continue.
"""

import os
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path

STEP, PAUSE = 1000, 0.005
"""Backup steps: pages copied, and the pause before the next (s), so that others can use the disk."""
TAKEN = "copied"
"""The name of the fact that says, in a copy only, when it was taken (UTC ms)."""
READ_ERRORS = (sqlite3.DatabaseError, UnicodeDecodeError, MemoryError)
"""Errors of reading a damaged file; a row with a garbage length asks for more memory than there is."""


class StoreError(RuntimeError):
    """The file cannot be used; the text says why and what to do."""

    harmless = True


class Unreadable(StoreError):
    """A part of the file that cannot be read; the text says why, and may quote it."""

    harmless = False


UNWRITTEN = (StoreError, sqlite3.Error)
"""Errors of writing: a full disk, a lasting lock."""


# ---- copies


class Damaged(StoreError):
    """A file that is not sound; the text says why."""


def copy(
    source: Path,
    target: Path,
    now: int,
    *,
    replace: bool = False,
    even_damaged: bool = False,
    progress: Callable[[int, int, int], None] | None = None,
) -> None:
    """Copy a store's file at a time `now` (UTC ms), while others read and write it.

    One snapshot is read in steps, so that no one waits and no write restarts it. The copy has no log; it is
    checked and synced before it gets its name. StoreError where it cannot be made or `target` exists and must not be
    replaced, Damaged where it is not sound.
    """
    if not source.is_file():
        raise StoreError(f"there's no file {source}")
    if target.exists() and not replace:
        raise StoreError(f"{target} is there already; nothing has been overwritten")
    part = target.with_name(f"{target.name}.part")
    try:
        part.unlink(missing_ok=True)
        part.touch(0o600)
        shutil.copymode(source, part)
        with closing(existing(source)) as old, closing(sqlite3.connect(part)) as new:
            old.execute("BEGIN")
            old.execute("SELECT count(*) FROM sqlite_master").fetchone()  # from here on it is one snapshot
            old.backup(new, pages=STEP, sleep=PAUSE, progress=progress)
        damaged = _close(part, now)
        if damaged and not even_damaged:
            raise Damaged(f"{source} is damaged ({damaged[0]}), and so would be its copy; none has been made")
        put(part, target)
    except (OSError, sqlite3.Error) as problem:
        raise StoreError(f"{source} can't be copied: {problem}") from problem
    finally:
        for file in (part, part.with_name(f"{part.name}-journal")):
            with suppress(OSError):
                file.unlink(missing_ok=True)


def _close(target: Path, now: int) -> list[str]:
    """Make a copy a file of its own, held by nobody, that knows when it was taken; what is damaged in it."""
    with closing(sqlite3.connect(target, isolation_level=None)) as copied:
        try:
            copied.execute("PRAGMA journal_mode = DELETE")
            copied.execute("INSERT OR REPLACE INTO facts (name, value) VALUES (?, ?)", (TAKEN, str(now)))
        except READ_ERRORS as problem:
            return [str(problem)]
        return flaws(copied, "integrity_check")


def flaws(connection: sqlite3.Connection, check: str = "quick_check") -> list[str]:
    """The damage of a file, in SQLite's words; quick_check reads 100 to 500 MB a second."""
    try:
        said = connection.execute(f"PRAGMA {check}(20)").fetchall()
    except sqlite3.OperationalError:
        raise
    except READ_ERRORS as problem:
        return [str(problem)]
    lines = [line for (text,) in said for line in str(text).splitlines()]
    return [line for line in lines if line != "ok" and not line.startswith("*** in database")]


def existing(path: Path) -> sqlite3.Connection:
    """A connection that writes nothing to a file that is there; a read-only one would leave the log's index behind."""
    connection = sqlite3.connect(f"{path.absolute().as_uri()}?mode=rw", uri=True, timeout=5, isolation_level=None)
    connection.execute("PRAGMA query_only = ON")
    return connection


def put(part: Path, target: Path) -> None:
    with part.open("r+b") as file:
        os.fsync(file.fileno())
    part.replace(target)
    sync(target.parent)


def sync(folder: Path) -> None:
    """Make the names in a folder last, where the system knows how."""
    if os.name != "posix":
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
