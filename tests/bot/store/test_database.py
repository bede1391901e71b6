"""The store's file: one process at a time, durable, refused where it cannot be used, one transaction an act."""

from __future__ import annotations

import asyncio
import sqlite3
import sys
import threading
from contextlib import closing
from pathlib import Path

import pytest

from bot.store import Database, Ledger, StoreError
from bot.store.database import SCHEMA
from tests.bot.support.damaged import garble

DIARY = "dear diary, " * 100


@pytest.fixture
def database(new_file: Path) -> Path:
    """Let every file be made anew: here it is looked at how that is done."""
    return new_file


@pytest.fixture
def diary(tmp_path: Path) -> Path:
    """Write a file that is no database."""
    path = tmp_path / "diary"
    path.write_text(DIARY)
    return path


def direct(path: Path, statement: str) -> list[tuple[object, ...]]:
    with closing(sqlite3.connect(path)) as connection, connection:
        return connection.execute(statement).fetchall()


def workers() -> list[threading.Thread]:
    return [thread for thread in threading.enumerate() if "_connection_worker_thread" in thread.name]


# ---- the file


async def test_a_new_file_gets_its_tables_and_an_old_one_is_left_alone(database: Path) -> None:
    """Tables are made when a file is opened that has none, and never again."""
    await (await Database.open(database)).close()
    assert direct(database, "PRAGMA user_version") == [(SCHEMA,)]
    direct(database, "INSERT INTO facts VALUES ('kept', 'yes')")
    schema = direct(database, "SELECT name, sql FROM sqlite_master ORDER BY name")
    again = await Database.open(database)
    assert await Ledger(again).fact("kept") == "yes"
    await again.close()
    assert direct(database, "SELECT name, sql FROM sqlite_master ORDER BY name") == schema


async def test_another_schema_is_refused(database: Path) -> None:
    """A file of another version is refused in a sentence that says what to do, and left as it is."""
    direct(database, "PRAGMA user_version = 999")
    with pytest.raises(StoreError, match=r"^the database has schema 999, and I only read schema \d+: .* start afresh$"):
        await Database.open(database)
    assert direct(database, "PRAGMA user_version") == [(999,)]
    assert direct(database, "SELECT count(*) FROM sqlite_master") == [(0,)]


async def test_a_damaged_file_is_refused(database: Path) -> None:
    """A damaged file is refused in a sentence that says what to do, and left as it is."""
    await (await Database.open(database)).close()
    ((root, *_),) = direct(database, "SELECT rootpage FROM sqlite_master WHERE name = 'notes_by_player'")
    garble(database, int(str(root)) - 1, b"\xff" * 300, 0)
    before = database.read_bytes()  # noqa: ASYNC240 - nothing else runs
    with pytest.raises(StoreError, match=r"^can't use the database .*; restore a backup with `hexmarshal restore`$"):
        await Database.open(database)
    assert before == database.read_bytes()  # noqa: ASYNC240 - nothing else runs


async def test_a_file_that_is_no_database_is_refused(diary: Path) -> None:
    """A file of another kind is refused in a sentence that names it, and left as it is."""
    with pytest.raises(StoreError, match=rf"^can't use the database {diary}: file is not a database$"):
        await Database.open(diary)
    assert await asyncio.to_thread(diary.read_text) == DIARY


async def test_what_is_committed_is_on_the_disk(store: Database, database: Path) -> None:
    """The file is in write-ahead mode, and every commit is synced in full."""
    assert (await store.rows("PRAGMA journal_mode")) == [("wal",)]
    assert (await store.rows("PRAGMA synchronous")) == [(2,)]
    assert direct(database, "PRAGMA journal_mode") == [("wal",)]


async def test_no_thread_is_left_behind(database: Path, diary: Path, tmp_path: Path) -> None:
    """Closing a file ends its thread, and a file that is refused leaves none."""
    opened = await Database.open(database)
    assert len(workers()) == 1
    await opened.close()
    for unusable in (tmp_path, diary):
        with pytest.raises(StoreError):
            await Database.open(unusable)
    for worker in workers():
        worker.join(5)
    assert workers() == []


async def test_a_transaction_is_undone_by_an_exception(store: Database) -> None:
    """Statements of a transaction that an exception leaves have not happened, and the next one works."""

    async def half() -> None:
        async with store.transaction() as run:
            await run("INSERT INTO facts VALUES ('half', 'done')")
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        await half()
    assert await Ledger(store).fact("half") is None
    await Ledger(store).remember("half", "done")
    assert await Ledger(store).fact("half") == "done"


@pytest.mark.parametrize("pauses", range(0, 8, 2))
async def test_an_act_cancelled_anywhere_is_whole_or_not_there(store: Database, database: Path, pauses: int) -> None:
    """Whenever whoever acts is cancelled, all of the act is in the file or nothing, and others go on."""

    async def act() -> None:
        async with store.transaction() as run:
            await run("INSERT INTO facts (name, value) VALUES ('half', '1')")
            await run("INSERT INTO facts (name, value) VALUES ('other half', '1')")

    tasks = [asyncio.create_task(act()), asyncio.create_task(Ledger(store).remember("whole", "1"))]
    for _ in range(pauses):
        await asyncio.sleep(0.0002)
    tasks[0].cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    found = {name for (name,) in direct(database, "SELECT name FROM facts")}
    assert found in ({"whole"}, {"whole", "half", "other half"})


async def test_acts_at_once_are_each_their_own(store: Database) -> None:
    """Of acts that come at the same time one that is refused changes nothing, and the others stand."""

    async def noted(name: str) -> None:
        async with store.transaction() as run:
            await run("INSERT INTO facts VALUES (?, 'done')", name)
            if name == "half":
                raise ZeroDivisionError

    names = ("one", "half", "two")
    outcomes = await asyncio.gather(*map(noted, names), return_exceptions=True)
    assert [type(outcome) for outcome in outcomes] == [type(None), ZeroDivisionError, type(None)]
    assert [await Ledger(store).fact(name) for name in names] == ["done", None, "done"]


async def test_a_commit_that_fails_leaves_no_transaction_open(store: Database, database: Path) -> None:
    """A transaction whose commit fails is undone, and what is written after it is in the file."""

    async def seated_nowhere() -> None:
        async with store.transaction() as run:
            await run("PRAGMA defer_foreign_keys = ON")
            await run("INSERT INTO seats (game, seat, player, name) VALUES (99, 1, 1, 'Nobody')")

    with pytest.raises(sqlite3.IntegrityError):
        await seated_nowhere()
    await store.rows("INSERT INTO facts (name, value) VALUES ('whole', '1')")
    assert [("whole",)] == direct(database, "SELECT name FROM facts")
    assert [] == direct(database, "SELECT * FROM seats")


async def test_a_full_disk_passes(store: Database) -> None:
    """Where the disk is full nothing is written, and that is told; once there is room again all goes on."""
    remember = "INSERT INTO facts VALUES ('long', ?)"
    ((pages,),) = await store.rows("PRAGMA page_count")
    await store.rows(f"PRAGMA max_page_count = {pages}")
    with pytest.raises(sqlite3.OperationalError) as full:
        await store.rows(remember, "x" * 100_000)
    assert full.value.sqlite_errorname == "SQLITE_FULL"
    await store.rows(f"PRAGMA max_page_count = {pages + 100}")
    await store.rows(remember, "x" * 100_000)


HOLDING = """
import asyncio, sys
from pathlib import Path
from bot.store import Database
async def hold():
    database = await Database.open(Path(sys.argv[1]), alone=True)
    print("held", flush=True)
    await asyncio.sleep(60)
asyncio.run(hold())
"""


async def test_a_second_process_is_refused_until_the_first_is_killed(database: Path) -> None:
    """A file that another process uses is refused in a sentence; one that was killed holds it no longer."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-c", HOLDING, str(database), stdout=asyncio.subprocess.PIPE
    )
    assert process.stdout is not None
    assert await process.stdout.readline() == b"held\n"
    with pytest.raises(StoreError, match=r"games\.sqlite is in use by another process; stop that one first$"):
        await Database.open(database, alone=True)
    process.kill()
    await process.wait()
    await (await Database.open(database, alone=True)).close()


async def test_a_file_that_is_closed_is_free(database: Path) -> None:
    """Whoever closes a file lets others have it; it may be looked at by others all the time."""
    first = await Database.open(database, alone=True)
    looking = await Database.looking(database)
    await looking.close()
    with pytest.raises(StoreError):
        await Database.open(database, alone=True)
    await first.close()
    await (await Database.open(database, alone=True)).close()
