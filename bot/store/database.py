"""The SQLite file: opened durably, written one transaction at a time."""

from __future__ import annotations

import asyncio
import logging
import sqlite3
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager
from importlib import resources
from pathlib import Path
from typing import TypeVar

import aiosqlite
from filelock import FileLock, Timeout

from bot.store.damage import Aside, StoreError, Unreadable
from bot.store.deletions import Deletions

PATIENCE, PAUSE = 5_000, 20
"""How long to wait for a file that another connection has locked, and between two tries of our own (ms)."""

UNUSABLE = (sqlite3.Error, UnicodeDecodeError, MemoryError)
"""What SQLite and its module say of a file that cannot be used; their words may be damaged, too."""

SCHEMA = 40
"""The version of `schema.sql`, which the file holds as its `user_version`."""

LOCK = "-lock"
"""What the name of the lock's file ends with, after that of the store's."""

Found = TypeVar("Found")
Run = Callable[..., Awaitable[list[sqlite3.Row]]]
"""What runs a statement inside a transaction, and gives its rows."""
Unit = Callable[[Run], Awaitable[None]]
"""A unit of work inside a transaction."""


class InUse(StoreError):
    """The file is in use by another process."""


class Lock:
    """The lock of a file, which the system takes from a process when it ends, however it ends."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._lock = FileLock(f"{path.absolute()}{LOCK}", thread_local=False, fallback_to_soft=False)

    def take(self) -> None:
        """Take the lock; InUse if another process has it, StoreError where the disk knows no locks."""
        try:
            self._lock.acquire(timeout=0)
        except Timeout:
            raise InUse(f"{self._path} is in use by another process; stop that one first") from None
        except (OSError, NotImplementedError) as problem:
            raise StoreError(f"{self._path} cannot be locked: {problem}") from problem

    def release(self) -> None:
        """Let others have the file."""
        self._lock.release(force=True)


class Database:
    """One long-lived connection, in autocommit mode; `act` and `transaction` group several statements.

    Whoever uses it has it alone until they are done. WAL with synchronous=FULL: what was committed survives a
    killed process and a power failure. What is deleted is overwritten. What cannot be read is named in `aside`.
    """

    def __init__(self, connection: aiosqlite.Connection) -> None:
        self.aside = Aside()
        self.listeners: list[Callable[[], None]] = []
        self._connection = connection
        self._deletions: Deletions | None = None
        self._alone = asyncio.Lock()
        self._lock: Lock | None = None

    @classmethod
    async def open(cls, path: Path, lock: Lock | None = None) -> Database:
        """Open the file, made where it is missing; with a lock, take that first.

        Raises StoreError for a file that is no database, cannot be written or has another schema, InUse for one that
        another process holds.
        """
        try:
            await asyncio.to_thread(_probe, path)
        except sqlite3.OperationalError as problem:
            raise StoreError(f"cannot open the database {path}: {problem}") from problem
        except UNUSABLE as problem:
            raise _unusable(path, problem) from problem
        logging.getLogger("aiosqlite").setLevel(logging.INFO)  # its DEBUG lines hold the values written, secrets too
        if lock is not None:
            lock.take()
        connection = await aiosqlite.connect(path, isolation_level=None)
        try:
            await _patient(connection)
            await _keep_a_log(connection)
            await _careful(connection)
            database = cls(connection)
            await database._make()
            database._lock, database._deletions = lock, Deletions(path)
        except BaseException as problem:
            await connection.close()
            if lock is not None:
                lock.release()
            if isinstance(problem, (*UNUSABLE, Unreadable)):
                raise _unusable(path, problem) from problem
            raise
        return database

    @classmethod
    async def looking(cls, path: Path) -> Database:
        """Open a file as it is at one moment, and write nothing; StoreError or sqlite3.Error if it cannot be used."""
        uri = f"{path.absolute().as_uri()}?mode=rw"  # noqa: ASYNC240 - that asks the current folder only
        connection = await aiosqlite.connect(uri, isolation_level=None, uri=True)
        try:
            await _patient(connection)
            for statement in ("PRAGMA query_only = ON", "BEGIN"):
                await connection.execute_fetchall(statement)
            database = cls(connection)
            await _has_schema(database.rows)
        except BaseException:
            await connection.close()
            raise
        return database

    async def close(self) -> None:
        """Close the file and let others have it; the connection's thread ends with it."""
        try:
            await self._connection.close()
        finally:
            if self._lock is not None:
                self._lock.release()

    async def rows(self, statement: str, *values: object) -> list[sqlite3.Row]:
        """The rows of one statement; one that writes is a durable transaction of its own."""
        async with self._alone:
            return await self._run(statement, *values)

    async def row(self, statement: str, *values: object) -> sqlite3.Row | None:
        """The first row, or None."""
        found = await self.rows(statement, *values)
        return found[0] if found else None

    async def act(self, unit: Callable[[Run], Awaitable[Found]]) -> Found:
        """What a unit of work finds, once all that it has written is durable; where it raises, nothing is written."""
        async with self.transaction() as run:
            return await unit(run)

    async def look(self, unit: Callable[[Run], Awaitable[Found]]) -> Found:
        """What a unit of work finds that only reads; nobody else writes in the meantime."""
        async with self._alone:
            return await unit(self._run)

    @asynccontextmanager
    async def transaction(self) -> AsyncIterator[Run]:
        """Group statements into one durable transaction, undone when an exception leaves it.

        They are run by the callable given; nobody else reads or writes in the meantime. No transaction stays open,
        whatever fails and whenever its task is cancelled: what is under way is done before it is rolled back, and where
        that is the commit, all is written. The `listeners` are called afterwards: deadlines may have been written.
        """
        async with self._alone:
            try:
                await self._run("BEGIN IMMEDIATE")
                yield self._run
                await self._run("COMMIT")
            except BaseException:
                await self._connection.rollback()
                raise
        for listener in self.listeners:
            listener()

    async def deleting(self, kind: str, which: int, now: int) -> None:
        """Note beside the file, before it is done, that something is deleted; StoreError where that fails."""
        if self._deletions is not None:
            await asyncio.to_thread(self._deletions.note, kind, which, now)

    def forget_deletions(self) -> None:
        """Note no deletions from now on: those that are made again stand in a list already."""
        self._deletions = None

    async def scrub(self) -> bool:
        """Write the file anew without what was deleted, which its pages and its log may still hold.

        False where another connection reads or writes: then the log holds it for now. Nobody else uses this connection
        in the meantime; it takes about half a second for each 100 MB.
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

    async def _run(self, statement: str, *values: object) -> list[sqlite3.Row]:
        """The rows of a statement."""
        return list(await self._connection.execute_fetchall(statement, values))

    async def _make(self) -> None:
        """Make the tables of a new file; another process may do so at the same time."""
        if await _has_schema(self.rows):
            return
        async with self.transaction() as run:
            if not await _has_schema(run):
                script = resources.files("bot.store").joinpath("schema.sql").read_text(encoding="utf-8")
                for statement in _statements(script):
                    await run(statement)
                await run(f"PRAGMA user_version = {SCHEMA}")


class Store:
    """What is read from and written to a database about something."""

    def __init__(self, database: Database) -> None:
        self._database = database


async def _has_schema(run: Run) -> bool:
    """Return False for an empty file; raise StoreError for one whose tables are not those of `schema.sql`."""
    ((version,),) = await run("PRAGMA user_version")
    ((tables,),) = await run("SELECT count(*) FROM sqlite_master")
    if version != SCHEMA and (version or tables):
        raise StoreError(
            f"the database has schema {version}, and I only read schema {SCHEMA}: use the version of the bot that wrote"
            " it, or move the file away to start anew"
        )
    return bool(version)


async def _patient(connection: aiosqlite.Connection) -> None:
    """Wait for others that have locked the file, and read whatever it holds."""
    connection.text_factory = lambda data: data.decode(errors="replace")
    await connection.execute_fetchall(f"PRAGMA busy_timeout = {PATIENCE}")


async def _careful(connection: aiosqlite.Connection) -> None:
    """Wait for the disk, keep references whole, and overwrite what is deleted."""
    for pragma in ("synchronous = FULL", "foreign_keys = ON", "secure_delete = ON"):
        await connection.execute_fetchall(f"PRAGMA {pragma}")


async def _keep_a_log(connection: aiosqlite.Connection) -> None:
    """Switch the file to write-ahead logging.

    While another connection does so SQLite refuses at once, whatever its busy timeout: that wait is ours.
    """
    for left in reversed(range(PATIENCE // PAUSE)):
        try:
            await connection.execute_fetchall("PRAGMA journal_mode = WAL")
        except sqlite3.OperationalError as problem:
            if problem.sqlite_errorcode != sqlite3.SQLITE_BUSY or not left:
                raise
            await asyncio.sleep(PAUSE / 1000)
        else:
            return


def _unusable(path: Path, problem: BaseException) -> StoreError:
    """Why a file cannot be used, and the way on where it is its schema that is damaged."""
    broken = problem if isinstance(problem, sqlite3.Error) else problem.__cause__
    damaged = getattr(broken, "sqlite_errorcode", None) == sqlite3.SQLITE_CORRUPT
    way_on = "; put a backup back with `hexmarshal restore`" if damaged else ""
    return StoreError(f"cannot use the database {path}: {problem}{way_on}")


def _probe(path: Path) -> None:
    """Raise sqlite3.Error for a path that cannot be opened, before a thread is bound to it."""
    connection = sqlite3.connect(path)
    try:
        connection.execute("PRAGMA user_version")
    finally:
        connection.close()


def _statements(script: str) -> Iterator[str]:
    """The statements of a script, one by one; those of a trigger stay together."""
    statement = ""
    for line in script.splitlines(keepends=True):
        statement += line
        if sqlite3.complete_statement(statement):
            yield statement
            statement = ""
