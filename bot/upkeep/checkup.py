"""The check of a whole file before it is used: a damaged one is refused, since a backup may hold what it has lost."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

from bot.store import StoreError
from bot.store.copies import existing
from bot.store.damage import BROKEN

MOST = 20
"""How many flaws are named."""


def flaws(path: Path) -> list[str]:
    """What is damaged in a file, in SQLite's words; it reads 100 to 500 MB a second."""
    try:
        with closing(existing(path)) as file:
            said = file.execute(f"PRAGMA quick_check({MOST})").fetchall()
    except sqlite3.OperationalError:
        raise
    except BROKEN as problem:
        return [str(problem)]
    lines = [line for (text,) in said for line in str(text).splitlines() if not line.startswith("*** in database")]
    return [line for line in lines if line != "ok"]


def refuse_damaged(path: Path) -> None:
    """Raise StoreError for a file that is there and is damaged, with what to do; opening it tells all else."""
    try:
        found = flaws(path) if path.is_file() and path.stat().st_size else []
    except (OSError, sqlite3.OperationalError):
        return
    if found:
        more = f" and {len(found) - 1} more" if len(found) > 1 else ""
        raise StoreError(
            f"cannot use the database {path}: {found[0]}{more}; put a backup back with `hexmarshal restore`"
        )
