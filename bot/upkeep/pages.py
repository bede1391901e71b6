"""The file as SQLite sees it: pages, indexes and references; and its indexes built anew."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

from bot.store import StoreError
from bot.store.copies import existing
from bot.upkeep.findings import Finding, Gravity, lost

MOST = 200
"""How many things about pages are told at most."""
_OF_INDEX = re.compile(r"(?:missing from|in|of) index (\w+)")


def examined(path: Path) -> list[Finding]:
    """What is wrong with the pages, indexes and references of a file.

    sqlite3.Error or StoreError where it cannot be opened.
    """
    if not path.is_file():
        raise StoreError(f"there is no file {path}")
    with closing(existing(path)) as file:
        tables = [row[0] for row in file.execute("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")]
        file.execute("BEGIN")
        found = [finding for table in tables if table != "sqlite_sequence" for finding in _table(file, table)]
        if not found and (said := _checked(file, "")):
            found = [lost(f"the file is damaged: {said[0]}")]
        return [*found, *_references(file)]


def _table(file: sqlite3.Connection, table: str) -> Iterator[Finding]:
    """What is wrong with a table: where all its rows can be read, only its indexes may be."""
    said = _checked(file, f"'{table}', ")
    if not said:
        return
    try:
        for _ in file.execute(f'SELECT * FROM "{table}" NOT INDEXED'):  # noqa: S608 - the schema's
            pass
    except (sqlite3.Error, UnicodeDecodeError) as problem:
        yield lost(f"not all rows of the table {table} can be read: {problem}")
        return
    indexes = [str(row[1]) for row in file.execute(f'PRAGMA index_list("{table}")') if row[3] != "pk"]
    named = {each for line in said for each in _OF_INDEX.findall(line)} & set(indexes)
    others = [line for line in said if not _OF_INDEX.search(line)]
    broken = [name for name in indexes if name in named or (others and not _walked(file, table, name))]
    for name in broken:
        yield Finding(Gravity.MENDABLE, f"the index {name} of the table {table} does not fit it", index=name)
    if not broken:
        yield lost(f"the table {table} is damaged: {said[0]}")


def _walked(file: sqlite3.Connection, table: str, index: str) -> bool:
    """Whether all entries of an index can be read."""
    (condition,) = file.execute("SELECT sql FROM sqlite_master WHERE name = ?", (index,)).fetchone() or (None,)
    where = (condition or "").partition(" WHERE ")[2] or "1"
    try:
        columns = ", ".join(f'"{row[2]}"' for row in file.execute(f'PRAGMA index_info("{index}")'))
        for _ in file.execute(f'SELECT {columns} FROM "{table}" INDEXED BY "{index}" WHERE {where}'):  # noqa: S608 - likewise
            pass
    except sqlite3.Error:
        return False
    return True


def _checked(file: sqlite3.Connection, of: str) -> list[str]:
    """What SQLite's check says of a table, or of the whole file; nothing where it is sound."""
    try:
        said = file.execute(f"PRAGMA integrity_check({of.rstrip(', ') or MOST})").fetchall()
    except sqlite3.DatabaseError as problem:
        return [str(problem)]
    lines = [line for (text,) in said for line in str(text).splitlines()]
    return [line for line in lines if line != "ok" and not line.startswith("*** in database")]


def _references(file: sqlite3.Connection) -> Iterator[Finding]:
    """Rows that belong to others which are not there."""
    counted: dict[tuple[str, str], int] = {}
    try:
        for table, _, parent, _ in file.execute("PRAGMA foreign_key_check"):
            counted[table, parent] = counted.get((table, parent), 0) + 1
    except sqlite3.Error as problem:
        yield lost(f"which rows belong together cannot be read: {problem}")
    for (table, parent), count in counted.items():
        yield lost(f"{count} rows of the table {table} belong to rows of {parent} that are not there")


def rebuild(path: Path, index: str) -> None:
    """Build an index anew; sqlite3.Error where that is not possible, since its table does not allow it."""
    with closing(sqlite3.connect(path, isolation_level=None)) as file:
        try:
            file.execute(f'REINDEX "{index}"')
        except sqlite3.DatabaseError:
            (sql,) = file.execute("SELECT sql FROM sqlite_master WHERE name = ?", (index,)).fetchone()
            if sql is None:
                raise
        else:
            return
    # Pages of the old one cannot be freed one by one: it is struck off, and the file written anew without them.
    with closing(sqlite3.connect(path, isolation_level=None)) as file:
        file.execute("PRAGMA writable_schema = ON")
        file.execute("DELETE FROM sqlite_master WHERE type = 'index' AND name = ?", (index,))
    with closing(sqlite3.connect(path, isolation_level=None)) as file:
        file.execute(sql)
        file.execute("VACUUM")
