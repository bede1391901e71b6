"""The SQLite file: opened durably, written one transaction at a time."""

from __future__ import annotations

import asyncio
import logging
import sqlite3
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping
from contextlib import ExitStack, asynccontextmanager, closing, contextmanager
from importlib import resources
from pathlib import Path
from typing import Any, TypeVar

import aiosqlite
from filelock import FileLock, Timeout

from bot.store.files import READ_ERRORS, StoreError, Unreadable, existing, flaws

BUSY_TIMEOUT_MS = 5_000
SCHEMA = 48
"""The version of `schema.sql`, which the file holds as its `user_version`."""

log = logging.getLogger(__name__)

RESTORE = "; restore a backup with `hexmarshal restore`"

T = TypeVar("T")
Row = tuple[Any, ...]
Run = Callable[..., Awaitable[list[Row]]]
"""Runs a statement inside a transaction and returns its rows."""
Unit = Callable[[Run], Awaitable[None]]


class SkippedRows:
    """The log of what cannot be read: each thing is named there once."""

    def __init__(self) -> None:
        self.named: set[str] = set()

    def note(self, what: str, why: object) -> None:
        if what not in self.named:
            self.named.add(what)
            log.error("%s is set aside: %s", what, why)

    @contextmanager
    def reading(self, what: str) -> Iterator[None]:
        """Leave out what follows in the block where something is Unreadable."""
        try:
            yield
        except Unreadable as problem:
            self.note(what, problem)


class Database:
    """One long-lived connection, in autocommit mode; `transaction` groups several statements.

    A user has it exclusively until done. WAL with synchronous=FULL: what was committed survives a
    killed process and a power failure. What is deleted is overwritten. What cannot be read is named in `skipped`.
    """

    def __init__(self, connection: aiosqlite.Connection, path: Path) -> None:
        self.path = path
        self.skipped = SkippedRows()
        self.changed = asyncio.Event()  # set when deadlines may have been written; its waiter clears it
        self._connection = connection
        self._alone = asyncio.Lock()
        self._lock: FileLock | None = None

    @classmethod
    async def open(cls, path: Path, *, alone: bool = False) -> Database:
        """Open the file, made where it is missing, with its lock taken where no other process may use it.

        StoreError for a file that is damaged or none, cannot be written, has another schema or is another process's.
        """
        logging.getLogger("aiosqlite").setLevel(logging.INFO)  # its DEBUG lines hold the values written, secrets too
        lock = await asyncio.to_thread(_make_ready, path, alone)
        database = cls(await _connected(path), path)
        for pragma in ("synchronous = FULL", "foreign_keys = ON", "secure_delete = ON"):
            await database._run(f"PRAGMA {pragma}")
        database._lock = lock
        return database

    @classmethod
    async def looking(cls, path: Path) -> Database:
        """Open a file as it is at one moment, and write nothing; StoreError or sqlite3.Error if it cannot be used."""
        with closing(existing(path)) as file:
            _has_schema(file)
        database = cls(await _connected(path), path)
        for statement in ("PRAGMA query_only = ON", "BEGIN"):
            await database._run(statement)
        return database

    async def close(self) -> None:
        """Close the file and let others have it; the connection's thread ends with it."""
        try:
            await self._connection.close()
        finally:
            if self._lock is not None:
                self._lock.release(force=True)

    async def rows(self, statement: str, *values: object) -> list[Row]:
        """The rows of one statement; one that writes is a durable transaction of its own.

        One mapping alone gives named values.
        """
        async with self._alone:
            return await self._run(statement, *values)

    async def fetch(self, statement: str, kind: Callable[..., T], *values: object) -> list[T]:
        return [kind(*row) for row in await self.rows(statement, *values)]

    async def fetch_one(self, statement: str, kind: Callable[..., T], *values: object) -> T | None:
        return next(iter(await self.fetch(statement, kind, *values)), None)

    @asynccontextmanager
    async def transaction(self, *, waking: bool = True) -> AsyncIterator[Run]:
        """Group statements into one durable transaction, undone when an exception leaves it.

        They are run by the callable given; nobody else reads or writes in the meantime. When its task is cancelled
        what is under way is done before it is rolled back, and where that is the commit, all is written. With
        `waking` the event `changed` is set afterwards: deadlines may have been written.
        """
        async with self._alone:
            try:
                await self._run("BEGIN IMMEDIATE")
                yield self._run
                await self._run("COMMIT")
            except BaseException:
                await self._connection.rollback()
                raise
        if waking:
            self.changed.set()

    async def scrub(self) -> bool:
        """Rewrite the file without deleted data, which its pages and log may still hold.

        False where another connection uses it: then the log holds it for now. It takes half a second for each 100 MB.
        """
        async with self._alone:
            try:
                await self._run("VACUUM")
                ((busy, *_),) = await self._run("PRAGMA wal_checkpoint(TRUNCATE)")
            except sqlite3.OperationalError as problem:
                if problem.sqlite_errorcode & 0xFF not in {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED}:
                    raise
                return False
        return not busy

    async def _run(self, statement: str, *values: Any) -> list[Row]:  # noqa: ANN401 - whatever SQLite takes
        given = values[0] if values and isinstance(values[0], Mapping) else values
        return [tuple(row) for row in await self._connection.execute_fetchall(statement, given)]


def inserting(table: str, *columns: str) -> str:
    """The statement that writes a row of values named like its columns."""
    return f"INSERT INTO {table} ({', '.join(columns)}) VALUES (:{', :'.join(columns)})"


class Store:
    """Rows about something. Values made of all columns have them in the order of the schema."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self.skipped, self.changed = database.skipped, database.changed


async def _connected(path: Path) -> aiosqlite.Connection:
    connection = await aiosqlite.connect(path, isolation_level=None, timeout=BUSY_TIMEOUT_MS / 1000)
    connection.text_factory = lambda data: data.decode(errors="replace")
    return connection


def take_lock(path: Path) -> FileLock:
    """Take a file's lock, which ends with the process however that ends; StoreError where that is not possible."""
    lock = FileLock(f"{path.absolute()}-lock", thread_local=False, fallback_to_soft=False)
    try:
        lock.acquire(timeout=0)
    except Timeout:
        raise StoreError(f"{path} is in use by another process; stop that one first") from None
    except (OSError, NotImplementedError) as problem:
        raise StoreError(f"{path} can't be locked: {problem}") from problem
    return lock


def _make_ready(path: Path, alone: bool) -> FileLock | None:
    """Take a file's lock, check it, switch it to write-ahead logging, and make its tables if it is new."""
    try:
        with (
            ExitStack() as undone,
            closing(sqlite3.connect(path, isolation_level=None, timeout=BUSY_TIMEOUT_MS / 1000)) as file,
        ):
            file.execute("PRAGMA user_version")
            lock = take_lock(path) if alone else None
            if lock is not None:
                undone.callback(lock.release, force=True)
            made = _has_schema(file)
            if damaged := flaws(file):
                more = f" and {len(damaged) - 1} more" if len(damaged) > 1 else ""
                raise StoreError(f"can't use the database {path}: {damaged[0]}{more}{RESTORE}")
            file.execute("PRAGMA journal_mode = WAL")
            if not made:
                script = resources.files("bot.store").joinpath("schema.sql").read_text(encoding="utf-8")
                file.executescript(f"BEGIN IMMEDIATE; {script} PRAGMA user_version = {SCHEMA}; COMMIT;")
            undone.pop_all()
            return lock
    except READ_ERRORS as problem:
        code = getattr(problem, "sqlite_errorcode", None)
        verb = "open" if code == sqlite3.SQLITE_CANTOPEN else "use"
        way_on = RESTORE if code == sqlite3.SQLITE_CORRUPT else ""
        raise StoreError(f"can't {verb} the database {path}: {problem}{way_on}") from problem


def _has_schema(connection: sqlite3.Connection) -> bool:
    """Return False for an empty file; raise StoreError for one whose tables are not those of `schema.sql`."""
    ((version,),) = connection.execute("PRAGMA user_version")
    ((tables,),) = connection.execute("SELECT count(*) FROM sqlite_master")
    if version != SCHEMA and (version or tables):
        raise StoreError(
            f"the database has schema {version}, and I only read schema {SCHEMA}: use the version of the bot that wrote"
            " it, or move the file away to start afresh"
        )
    return bool(version)
