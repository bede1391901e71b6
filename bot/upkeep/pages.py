"""The file as SQLite sees it: pages, indexes and references."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

from bot.store import StoreError
from bot.store.copies import existing
from bot.store.damage import BROKEN
from bot.upkeep.findings import Finding, Gravity, lost
from bot.upkeep.renewal import EMPTIED, SEQUENCES

MOST = 200
"""How many things about pages are told at most."""


def examined(path: Path) -> list[Finding]:
    """What is wrong with the pages, indexes and references of a file.

    sqlite3.Error or StoreError where it cannot be opened.
    """
    if not path.is_file():
        raise StoreError(f"there is no file {path}")
    with closing(existing(path)) as file:
        tables = [row[0] for row in file.execute("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")]
        file.execute("BEGIN")
        found = [finding for table in tables for finding in _table(file, table)]
        if not found and (said := _checked(file, str(MOST))):
            found = [lost(f"the file is damaged: {said[0]}")]
        return [*found, *_references(file)]


def _table(file: sqlite3.Connection, table: str) -> Iterator[Finding]:
    """What is wrong with a table: where all its rows can be read, only its indexes may be."""
    said = _checked(file, f"'{table}'")
    if not said:
        return
    if table in {*EMPTIED, SEQUENCES}:
        yield Finding(Gravity.MENDABLE, f"the table {table} is damaged: {said[0]}", table=table)
        return
    try:
        rows = sum(1 for _ in file.execute(f'SELECT * FROM "{table}" NOT INDEXED'))  # noqa: S608 - the schema's
    except BROKEN as problem:
        yield Finding(Gravity.LOST, f"not all rows of the table {table} can be read: {problem}", table=table)
        return
    entries = [
        _entries(file, table, str(row[1])) for row in file.execute(f'PRAGMA index_list("{table}")') if not row[4]
    ]
    hidden = max(entries, default=0) - rows
    if hidden > 0:
        yield Finding(Gravity.LOST, f"{hidden} rows of the table {table} are not found", table=table)
        return
    yield Finding(Gravity.MENDABLE, f"the indexes of the table {table} do not fit it: {said[0]}", table=table)


def _entries(file: sqlite3.Connection, table: str, index: str) -> int:
    """How many rows an index of all rows knows; 0 where it cannot be read."""
    try:
        return int(file.execute(f'SELECT count(*) FROM "{table}" INDEXED BY "{index}"').fetchone()[0])  # noqa: S608 - likewise
    except BROKEN:
        return 0


def _checked(file: sqlite3.Connection, of: str) -> list[str]:
    """What SQLite's check says of a table, or of so much of the whole file; nothing where it is sound."""
    try:
        said = file.execute(f"PRAGMA integrity_check({of})").fetchall()
    except BROKEN as problem:
        return [str(problem)]
    lines = [line for (text,) in said for line in str(text).splitlines()]
    return [line for line in lines if line != "ok" and not line.startswith("*** in database")]


def _references(file: sqlite3.Connection) -> Iterator[Finding]:
    """Rows that belong to others which are not there."""
    counted: dict[tuple[str, str], int] = {}
    try:
        for table, _, parent, _ in file.execute("PRAGMA foreign_key_check"):
            counted[table, parent] = counted.get((table, parent), 0) + 1
    except BROKEN as problem:
        yield lost(f"which rows belong together cannot be read: {problem}")
    for (table, parent), count in counted.items():
        yield lost(f"{count} rows of the table {table} belong to rows of {parent} that are not there")
