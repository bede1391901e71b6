"""Putting a backup in place of the games, without what people, servers and moderators had deleted after it."""

from __future__ import annotations

import asyncio
import sqlite3
import sys
from collections.abc import Mapping, Sequence
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

from bot.games import Games
from bot.store import Database, Ledger, Lock, StoreError
from bot.store.copies import TAKEN, copy, existing, put, sync
from bot.store.privacy import GAME, PEOPLE, PERSON, SERVER, find
from engine.model.english import counted, listed

PARTS = ("", "-wal", "-shm")
"""What the names of a store's files end with: the file, its log, and the index of its log."""
MAKING = ".restoring"
"""What the name of the file ends with in which a backup is made ready."""


def restore(path: Path, file: Path, *, even_damaged: bool) -> int:
    """Put a backup in place of the games: 0 once that is done, 2 where it was not, and nothing has changed."""
    try:
        told = asyncio.run(_put_back(file, path, even_damaged=even_damaged))
    except (StoreError, OSError, sqlite3.Error) as problem:
        print(f"{problem}. Nothing has changed.", file=sys.stderr)
        return 2
    print("\n".join(told))
    return 0


async def _put_back(file: Path, path: Path, *, even_damaged: bool) -> list[str]:
    """Put a backup in place of a store's file, and tell of it in lines; StoreError where nothing has changed.

    It is made ready under another name, so that it takes its place whole: copied, checked, brought up to date, and
    without what was deleted since.
    """
    lock = Lock(path)
    lock.take()
    part = path.with_name(f"{path.name}{MAKING}")
    try:
        taken = _taken(file)
        copy(file, part, taken, replace=True, even_damaged=even_damaged)
        again, later = await _ready(part, path, taken)
        aside = _set_aside(path)
        put(part, path)
    finally:
        for left in part.parent.glob(f"{part.name}*"):
            left.unlink()
        lock.release()
    moment = datetime.fromtimestamp(taken / 1000, UTC)
    lines = [f"{path} now holds the backup {file}, taken {moment:%Y-%m-%d %H:%M} UTC."]
    if aside is not None:
        lines.append(f"What was there before is kept as {aside}; delete it once you do not need it.")
    lines.append(f"Deleted again, since they had been deleted after the backup: {listed(again, 'and')}.")
    if later:
        lines.append(
            f"{counted(later, 'person', 'people')} still to be deleted: the bot does that once it runs,"
            " since games under way can only be left there."
        )
    return lines


def _taken(file: Path) -> int:
    """When a backup was taken (UTC ms); for one that was not made by `backup`, its last heartbeat.

    StoreError for a file that is no store of games.
    """
    if not file.is_file():
        raise StoreError(f"there is no file {file}")
    try:
        with closing(existing(file)) as backup:
            facts = dict(backup.execute("SELECT name, value FROM facts WHERE name IN (?, 'beat')", (TAKEN,)))
            backup.execute("SELECT 1 FROM games LIMIT 1")
    except sqlite3.Error as problem:
        raise StoreError(f"{file} is no backup of mine: {problem}") from problem
    moment = str(facts.get(TAKEN, facts.get("beat", "0")))
    return int(moment) if moment.isdecimal() else 0


async def _ready(part: Path, path: Path, taken: int) -> tuple[list[str], int]:
    """Bring a copy up to date and delete again what was deleted; how much that was, and how many people are left."""
    database = await Database.open(part)
    try:
        again, games = await _deleted_since(database, path, taken), Games(Ledger(database))
        if any(again.values()):
            await _delete_again(games, again)
        later = sum([await games.privacy.store.asked(player) for player in again[PERSON]])
        await database.rows("DELETE FROM facts WHERE name = ?", TAKEN)
        await database.scrub()
    finally:
        await database.close()
    return [counted(len(which), kind, "people" if kind == PERSON else "") for kind, which in again.items()], later


def _set_aside(path: Path) -> Path | None:
    """Move a store's file aside, its log first: whatever happens, none is left next to a file it does not belong to."""
    if not path.exists():
        return None
    stamp = datetime.now(UTC)
    aside = path.with_name(f"{path.name}.replaced-{stamp:%Y%m%dT%H%M%SZ}")
    for part in reversed(PARTS):
        old = path.with_name(f"{path.name}{part}")
        if old.exists():
            old.rename(aside.with_name(f"{aside.name}{part}"))
    sync(path.parent)
    return aside


# ---- deleting again


async def _deleted_since(database: Database, path: Path, taken: int) -> dict[str, list[int]]:
    """The ids in a backup of what was deleted after it, by kind, as the list beside a store's file tells."""
    columns = await database.rows(
        "SELECT m.name, c.name FROM sqlite_master m, pragma_table_info(m.name) c WHERE m.type = 'table'"
    )
    found = {}
    for kind, names in ((PERSON, {*PEOPLE}), (SERVER, {"guild"}), (GAME, {"games.number"})):
        known = {
            which
            for table, column in columns
            if {column, f"{table}.{column}"} & names
            for (which,) in await database.rows(f"SELECT DISTINCT {column} FROM {table} WHERE {column} > 0")  # noqa: S608 - the schema's
        }
        found[kind] = await asyncio.to_thread(find, path, kind, known, taken)
    return found


async def _delete_again(games: Games, again: Mapping[str, Sequence[int]]) -> None:
    """Delete it all by the use cases that did so before, but for people whom the bot has to go on with at its start."""
    await games.timekeeper.start()  # so that nobody loses on time for having been away since the backup
    for number in again[GAME]:
        await games.privacy.store.delete(number, games.now())
    for guild in again[SERVER]:
        await games.departures.left(guild)
        await games.departures.forget(guild)
    for player in again[PERSON]:
        await games.privacy.store.ask(player, games.now())
        await games.privacy.carry_on(player)
    await games.timekeeper.stop()
