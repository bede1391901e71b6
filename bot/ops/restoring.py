"""Putting a backup in place of the games, without what people, servers and moderators had deleted after it."""

from __future__ import annotations

import asyncio
import sqlite3
import sys
from collections.abc import Collection, Sequence
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

from bot.games import Games
from bot.store import Database, Ledger, Lock, StoreError
from bot.store.copies import TAKEN, copy, existing, put, sync
from bot.store.deletions import GAME, PERSON, SERVER, Deletions
from bot.store.privacy import PEOPLE
from engine.model.english import counted, listed

PARTS = ("", "-wal", "-shm")
"""What the names of a store's files end with: the file, its log, and the index of its log."""
MAKING = ".restoring"
"""What the name of the file ends with in which a backup is made ready."""


class Again(NamedTuple):
    people: Sequence[int]
    servers: Sequence[int]
    games: Sequence[int]


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
        again, later = await _ready(part, Deletions(path), taken)
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
    people = counted(len(again.people), "person", "people")
    counts = [people, counted(len(again.servers), "server"), counted(len(again.games), "game")]
    lines.append(f"Deleted again, since they had been deleted after the backup: {listed(counts, 'and')}.")
    if later:
        lines.append(
            f"{counted(len(later), 'person', 'people')} still to be deleted: the bot does that once it runs,"
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


async def _ready(part: Path, deletions: Deletions, taken: int) -> tuple[Again, list[int]]:
    """Bring a copy up to date and delete again what was deleted; what that was, and who is still to be forgotten."""
    database = await Database.open(part)
    try:
        again = await asyncio.to_thread(_find, part, deletions, taken)
        later: list[int] = []
        if any(again):
            games = Games(Ledger(database))
            await games.timekeeper.start()  # so that nobody loses on time for having been away since the backup
            later = await _delete_again(games, again)
            await games.timekeeper.stop()
        await database.rows("DELETE FROM facts WHERE name = ?", TAKEN)
        await database.scrub()
    finally:
        await database.close()
    return again, later


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


def _find(path: Path, deletions: Deletions, taken: int) -> Again:
    columns = {PERSON: PEOPLE, SERVER: ("guild",), GAME: ("number",)}
    with closing(existing(path)) as file:
        return Again(*(deletions.find(kind, _ids(file, names), taken) for kind, names in columns.items()))


def _ids(file: sqlite3.Connection, columns: Collection[str]) -> set[int]:
    """The ids in all columns of some names; `number` is that of games."""
    pairs = file.execute(
        "SELECT m.name, c.name FROM sqlite_master m, pragma_table_info(m.name) c WHERE m.type = 'table'"
    )
    return {
        int(row[0])
        for table, column in pairs.fetchall()
        if column in columns and (column != "number" or table == "games")
        for row in file.execute(f"SELECT DISTINCT {column} FROM {table} WHERE {column} > 0")  # noqa: S608 - the schema's
    }


async def _delete_again(games: Games, again: Again) -> list[int]:
    """Delete it all, by the use cases that did so before; the people whom the bot has to go on with at its start."""
    for number in again.games:
        await games.departures.store.delete(number, games.now())
    for guild in again.servers:
        await games.departures.store.leave([guild], games.now())
        await games.departures.forget(guild)
    for player in again.people:
        await games.privacy.store.ask(player, games.now())
        await games.privacy.carry_on(player)
    return [player for player in again.people if await games.privacy.store.asked(player)]
