"""The command that puts a backup in place of the games."""

from __future__ import annotations

import argparse
import asyncio
import sqlite3
import sys
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from bot.config import BadConfig
from bot.games import USUAL, Games, Terms
from bot.store import Database, Ledger, Lock, SharedDiceStore, StoreError
from bot.store.copies import TAKEN, copy, existing, put, sync
from bot.store.deletions import Deletions
from bot.upkeep.again import Again, delete_again, found
from bot.upkeep.asking import WRONG, add_database, database_of
from engine.model.english import counted, listed

PARTS = ("", "-wal", "-shm")
"""What the names of a store's files end with: the file, its log, and the index of its log."""
MAKING = ".restoring"
"""What the name of the file ends with in which a backup is made ready."""


@dataclass(frozen=True)
class Restored:
    """What has come of a backup: when it was taken (UTC ms), what was deleted again, whom the bot has still to forget.

    `aside` is where the file lies that was there before, None if there was none.
    """

    taken: int
    again: Again
    later: Sequence[int]
    aside: Path | None


def restore(arguments: Sequence[str]) -> int:
    """Put a backup in place of the games; 0 once that is done, 2 where it was not, and nothing has changed."""
    parser = argparse.ArgumentParser(
        prog="hexmarshal restore",
        description="Put a backup in place of the games. What was deleted after it was made is deleted again, and the"
        " file that was there is kept aside. Stop the bot first.",
    )
    parser.add_argument("file", type=Path, help="the backup")
    parser.add_argument("--even-damaged", action="store_true", help="use the backup even if it is not sound")
    add_database(parser)
    asked = parser.parse_args(arguments)
    try:
        path = database_of(asked)
        restored = asyncio.run(put_back(asked.file, path, even_damaged=asked.even_damaged))
    except (StoreError, BadConfig, OSError, sqlite3.Error) as problem:
        print(f"{problem}. Nothing has changed.", file=sys.stderr)
        return WRONG
    print("\n".join(told(asked.file, path, restored)))
    return 0


def told(file: Path, path: Path, restored: Restored) -> list[str]:
    """What has been done, in lines."""
    again, taken = restored.again, datetime.fromtimestamp(restored.taken / 1000, UTC)
    lines = [f"{path} now holds the backup {file}, taken {taken:%Y-%m-%d %H:%M} UTC."]
    if restored.aside is not None:
        lines.append(f"What was there before is kept as {restored.aside}; delete it once you do not need it.")
    people = counted(len(again.people), "person", "people")
    counts = [people, counted(len(again.servers), "server"), counted(len(again.games), "game")]
    lines.append(f"Deleted again, since they had been deleted after the backup: {listed(counts, 'and')}.")
    if restored.later:
        lines.append(
            f"{counted(len(restored.later), 'person', 'people')} still to be deleted: the bot does that once it runs,"
            " since games under way can only be left there."
        )
    if again.lost:
        lines.append(
            f"Of {again.lost} deletions on the list I cannot say whom they are about: the salt that they were hashed"
            f" with is gone. Put back {path.name}-salt as it was, and restore again."
        )
    return lines


async def put_back(file: Path, path: Path, terms: Terms = USUAL, *, even_damaged: bool = False) -> Restored:
    """Put a backup in place of a store's file; StoreError where that is not possible, and nothing has changed.

    It is made ready under another name, so that it takes its place whole: copied, checked, brought up to date, and
    without what was deleted since.
    """
    lock = Lock(path)
    lock.take()
    part = path.with_name(f"{path.name}{MAKING}")
    try:
        taken = _taken(file)
        copy(file, part, taken, replace=True, even_damaged=even_damaged)
        again, later = await _ready(part, Deletions(path), taken, terms)
        aside = _set_aside(path)
        put(part, path)
    finally:
        for left in part.parent.glob(f"{part.name}*"):
            left.unlink()
        lock.release()
    return Restored(taken, again, later, aside)


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


async def _ready(part: Path, deletions: Deletions, taken: int, terms: Terms) -> tuple[Again, list[int]]:
    """Bring a copy up to date and delete again what was deleted; what that was, and who is still to be forgotten."""
    database = await Database.open(part)
    try:
        again = await asyncio.to_thread(found, part, deletions, taken)
        later: list[int] = []
        if again:
            games = Games(Ledger(database), SharedDiceStore(database), terms=terms)
            await games.timekeeper.start()  # so that nobody loses on time for having been away since the backup
            later = await delete_again(games, again)
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
