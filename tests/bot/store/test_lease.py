"""The lease and the anchor: one process writes to a file, into the file that is there, or to none."""

from __future__ import annotations

import asyncio
import os
import shutil
import sqlite3
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from pathlib import Path

import pytest

from bot.store import AdriftStore, Database, Lease, Leased, StoreError
from bot.store.anchor import PARTS
from bot.store.lease import LAPSE, Lock

NOW = 1_800_000_000_000
REMEMBER = "INSERT OR REPLACE INTO facts (name, value) VALUES (?, ?)"
OTHER_MACHINE = f"UPDATE lease SET host = 'elsewhere', machine = 'another', process = 77, seen = {NOW}"  # noqa: S608 - a constant
HOLDING = """
import asyncio, sys
from pathlib import Path
from bot.store import Database, Lease
async def hold():
    database = await Database.open(Path(sys.argv[1]), Lease(Path(sys.argv[1]), lambda: 1_800_000_000_000))
    print("held", flush=True)
    await asyncio.sleep(60)
asyncio.run(hold())
"""


@asynccontextmanager
async def opened(path: Path, now: int = NOW, *, take_over: bool = False) -> AsyncIterator[Database]:
    """Open a file with a lease, at a time that stands still."""
    database = await Database.open(path, Lease(path, lambda: now, take_over=take_over))
    try:
        yield database
    finally:
        await database.close()


def facts(path: Path) -> list[str]:
    """What another process reads."""
    with closing(sqlite3.connect(path)) as connection:
        return [str(name) for (name,) in connection.execute("SELECT name FROM facts ORDER BY name")]


# ---- the lease


async def test_a_second_process_is_refused_by_name(database: Path) -> None:
    """A file that another process uses is refused: who it is, where and since when, and nothing has changed."""
    async with opened(database) as first:
        with pytest.raises(
            Leased, match=r"in use by process \d+ on the machine .+, since 2027-01-15 08:00 UTC.*--take"
        ):
            async with opened(database):
                pytest.fail("opened")
        await first.rows(REMEMBER, "mine", "1")
    async with opened(database) as second:
        await second.rows(REMEMBER, "then", "1")
    assert facts(database) == ["mine", "then"]


async def test_who_is_killed_holds_nothing(database: Path) -> None:
    """A process of this machine that was killed holds the file no longer, however recent its heartbeat."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-c", HOLDING, str(database), stdout=asyncio.subprocess.PIPE
    )
    assert process.stdout is not None
    assert await process.stdout.readline() == b"held\n"
    with pytest.raises(Leased, match=f"process {process.pid} on"):
        async with opened(database):
            pytest.fail("opened")
    process.kill()
    await process.wait()
    async with opened(database) as after:
        await after.prove()


@pytest.mark.parametrize(("later", "free"), [(LAPSE - 1, False), (LAPSE, True)])
async def test_another_machine_is_waited_for(database: Path, later: int, free: bool) -> None:
    """A holder on another machine, whose lock is not seen, is believed in for three heartbeats."""
    async with opened(database):
        pass
    with closing(sqlite3.connect(database)) as connection, connection:
        connection.execute(OTHER_MACHINE)
    if free:
        async with opened(database, NOW + later) as after:
            await after.prove()
        return
    with pytest.raises(Leased, match="process 77 on the machine elsewhere"):
        async with opened(database, NOW + later):
            pytest.fail("opened")


async def test_nothing_slips_in_after_a_take_over(database: Path) -> None:
    """Whoever has lost the lease writes nothing more, not even what it had begun, and reads on."""
    async with opened(database) as first:
        await first.rows(REMEMBER, "before", "1")
        async with opened(database, take_over=True) as second:
            with pytest.raises(AdriftStore, match=r"process \d+ on the machine .+ has taken over the file"):
                await first.rows(REMEMBER, "after", "1")
            with pytest.raises(AdriftStore):
                async with first.transaction() as run:
                    await run(REMEMBER, "after", "2")
            with pytest.raises(AdriftStore):
                await first.prove()
            assert first.adrift is not None
            assert await first.row("SELECT value FROM facts WHERE name = 'before'")
            await second.rows(REMEMBER, "second", "1")
            await second.prove()
    assert facts(database) == ["before", "second"]


@pytest.mark.parametrize(("beats", "later"), [(0, LAPSE - 1), (1, 10 * LAPSE)])
async def test_who_took_over_is_not_taken_for_gone(database: Path, beats: int, later: int) -> None:
    """Whoever took over is believed in without the lock, and has it from the first heartbeat after it is free."""
    first = await Database.open(database, Lease(database, lambda: NOW))
    async with opened(database, take_over=True) as second:
        await second.prove()
        await first.close()
        for _ in range(beats):
            await second.prove()
        with pytest.raises(Leased, match=f"is in use by process {os.getpid()} on"):
            async with opened(database, NOW + later):
                pytest.fail("opened")
        await second.prove()
    async with opened(database) as third:
        await third.prove()


async def test_every_table_is_guarded(database: Path) -> None:
    """There is no table that a process could write to after another has taken over."""
    async with opened(database) as first, opened(database, take_over=True):
        tables = [row[0] for row in await first.rows("SELECT name FROM sqlite_master WHERE type = 'table'")]
        guarded = [row[0] for row in await first.rows("SELECT tbl_name FROM sqlite_temp_master WHERE type = 'trigger'")]
        assert sorted(guarded) == sorted(3 * [name for name in tables if name not in {"lease", "sqlite_sequence"}])


async def test_the_lock_alone_refuses(database: Path) -> None:
    """A file without a schema yet, which another process is about to fill, is refused as well."""
    lock = Lock(database)
    assert lock.take()
    try:
        with pytest.raises(Leased, match="in use by another process"):
            async with opened(database):
                pytest.fail("opened")
    finally:
        lock.release()


async def test_a_later_schema_leaves_no_lock(database: Path) -> None:
    """A file that is refused for another reason is not held."""
    with closing(sqlite3.connect(database)) as connection:
        connection.execute("PRAGMA user_version = 9999")
    with pytest.raises(StoreError, match="later version"):
        async with opened(database):
            pytest.fail("opened")
    assert Lock(database).take()


# ---- the anchor


@pytest.mark.parametrize("part", PARTS)
@pytest.mark.parametrize("fate", ["deleted", "replaced"])
async def test_a_file_that_goes_is_noticed_at_once(database: Path, part: str, fate: str) -> None:
    """What is written to a file that is not there any more is not acknowledged, and nothing is from then on."""
    async with opened(database) as store:
        await store.rows(REMEMBER, "before", "1")
        file = Path(f"{database}{part}")
        kept = file.with_name("kept")
        shutil.copy(file, kept)
        os.unlink(file)  # noqa: PTH108 - in a test
        if fate == "replaced":
            shutil.copy(kept, file)
        with pytest.raises(AdriftStore, match=rf"{file.name} was {fate}.*start me again"):
            await store.rows(REMEMBER, "after", "1")
        with pytest.raises(AdriftStore):
            await store.prove()
        if fate == "deleted":
            shutil.copy(kept, file)  # another file, even if it holds the same
        with pytest.raises(AdriftStore):
            async with store.transaction():
                pytest.fail("begun")
        assert await store.row("SELECT value FROM facts WHERE name = 'before'")


async def test_a_file_that_goes_in_the_middle_is_noticed_before_the_answer(database: Path) -> None:
    """A file that goes while a transaction is under way takes it along, and that is told."""
    async with opened(database) as store:
        transaction = store.transaction()
        run = await transaction.__aenter__()
        await run(REMEMBER, "after", "1")
        os.unlink(database)  # noqa: PTH108 - in a test
        with pytest.raises(AdriftStore):
            await transaction.__aexit__(None, None, None)


async def test_a_full_disk_is_told_and_passes(database: Path) -> None:
    """Where the disk is full nothing is proved; once there is room again all goes on."""
    async with opened(database) as store:
        ((pages,),) = await store.rows("PRAGMA page_count")
        await store.rows(f"PRAGMA max_page_count = {pages}")
        with pytest.raises(sqlite3.OperationalError) as full:
            await store.rows(REMEMBER, "long", "x" * 100_000)
        assert full.value.sqlite_errorname == "SQLITE_FULL"
        await store.rows(f"PRAGMA max_page_count = {pages + 100}")
        await store.rows(REMEMBER, "long", "x" * 100_000)
        await store.prove()
