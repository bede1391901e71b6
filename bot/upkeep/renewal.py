"""A table written anew with all its indexes from the rows that can be read, in the place of one that is damaged.

Pages of a damaged tree cannot be freed one by one, nor can a table be dropped that has triggers and is referred to. So
the new one is made beside it, and the schema is told that its root is where the new one's is; then the file is written
anew without the pages that nobody refers to any more.
"""

from __future__ import annotations

import contextlib
import re
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing
from pathlib import Path

from bot.store.copies import existing
from bot.store.damage import BROKEN

NEW = "renewed"
"""What the new table is called until it is in its place; it takes up no name that a schema would use."""
SEQUENCES = "sqlite_sequence"
EMPTIED = {"lease"}
"""Tables of which nothing need be kept."""


def renew(path: Path, table: str) -> None:
    """Write a table of a file anew, with what of it can be read; sqlite3.Error where that is not possible.

    Nobody else may use the file meanwhile. What refers to rows that are gone goes on doing so.
    """
    # A transaction in which something could not be read writes nothing more: rows come by another connection.
    with closing(sqlite3.connect(path, isolation_level=None)) as file, closing(existing(path)) as old:
        columns = "name, seq" if table == SEQUENCES else None
        file.execute("BEGIN IMMEDIATE")
        (sql,) = file.execute("SELECT sql FROM sqlite_master WHERE type = 'table' AND name = ?", (table,)).fetchone()
        file.execute(f"CREATE TABLE {NEW} ({columns})" if columns else _renamed(sql, table))
        rows = iter(()) if table in EMPTIED else _sequences(old) if table == SEQUENCES else readable(old, table)
        for row in rows:
            with contextlib.suppress(sqlite3.IntegrityError):  # what a damaged page gives out may be no row
                file.execute(f"INSERT OR IGNORE INTO {NEW} VALUES ({', '.join('?' * len(row))})", row)  # noqa: S608 - ours
        pairs = [(table, NEW), *_indexed(file, table)]
        file.execute("COMMIT")
        file.execute("PRAGMA writable_schema = ON")
        ((version,),) = file.execute("PRAGMA schema_version")
        file.execute("BEGIN IMMEDIATE")
        for name, new in pairs:
            (root,) = file.execute("SELECT rootpage FROM sqlite_master WHERE name = ?", (new,)).fetchone()
            file.execute("UPDATE sqlite_master SET rootpage = ? WHERE name = ?", (root, name))
        file.execute("DELETE FROM sqlite_master WHERE tbl_name = ?", (NEW,))
        file.execute(f"PRAGMA schema_version = {version + 1}")
        file.execute("COMMIT")
    with closing(sqlite3.connect(path, isolation_level=None)) as file:
        if table != SEQUENCES and file.execute("SELECT 1 FROM sqlite_master WHERE name = ?", (SEQUENCES,)).fetchone():
            file.execute("DELETE FROM sqlite_sequence WHERE name = ?", (NEW,))
        file.execute("VACUUM")


def readable(file: sqlite3.Connection, table: str) -> Iterator[tuple[object, ...]]:
    """The rows of a table from its beginning up to where it is damaged, and from its end."""
    key = ", ".join(
        f'"{row[1]}"' for row in sorted(file.execute(f'PRAGMA table_info("{table}")'), key=_place) if row[5]
    )
    for order in ("", f" ORDER BY {', '.join(f'{name} DESC' for name in (key or 'rowid').split(', '))}"):
        try:
            yield from file.execute(f'SELECT * FROM "{table}" NOT INDEXED{order}')  # noqa: S608 - the schema's
        except BROKEN:
            continue
        return


def _place(row: tuple[object, ...]) -> int:
    return int(str(row[5]))


def _renamed(sql: str, table: str) -> str:
    """What makes a table like another; indexes and checks that belong to it are in the same text."""
    return re.sub(rf'^CREATE TABLE "?{table}"?', f"CREATE TABLE {NEW}", sql, count=1)


def _indexed(file: sqlite3.Connection, table: str) -> Iterable[tuple[str, str]]:
    """Make the new table's indexes like the old one's; the names of both."""
    made = []
    found = file.execute(
        "SELECT name, sql FROM sqlite_master WHERE type = 'index' AND tbl_name = ?", (table,)
    ).fetchall()
    for name, sql in found:
        if sql is None:
            made.append((name, name.replace(f"_{table}_", f"_{NEW}_")))
            continue
        new = f"{NEW}_{name}"
        file.execute(re.sub(rf'INDEX "?{name}"?\s+ON "?{table}"?', f"INDEX {new} ON {NEW}", sql, count=1))
        made.append((name, new))
    return made


def _sequences(file: sqlite3.Connection) -> list[tuple[object, ...]]:
    """The last numbers that were given, as far as rows tell."""
    tables = [
        name
        for name, sql in file.execute("SELECT name, sql FROM sqlite_master WHERE type = 'table'").fetchall()
        if "AUTOINCREMENT" in (sql or "")
    ]
    found: list[tuple[object, ...]] = []
    for name in tables:
        (last,) = file.execute(f'SELECT max(rowid) FROM "{name}"').fetchone()  # noqa: S608 - the schema's
        found += [(name, last)] if last is not None else []
    return found
