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

from bot.games import USUAL, Games, Terms
from bot.games.players.departures import elsewhere
from bot.store import Database, Ledger, Lock, SharedDiceStore, StoreError
from bot.store.copies import TAKEN, copy, existing, put, sync
from bot.store.deletions import GAME, PERSON, SERVER, Deletion, Deletions
from bot.store.departures import FORGET
from bot.store.privacy import ERASE
from engine.model.english import counted, listed

PARTS = ("", "-wal", "-shm")
"""What the names of a store's files end with: the file, its log, and the index of its log."""
STEPS = 2000
"""How many steps the deletion of a person or server can take; one changes about 500 rows."""
PEOPLE = ("player", "challenger", "invited", "asker")
"""The columns that hold a person's id."""
MAKING = ".restoring"
"""What the name of the file ends with in which a backup is made ready."""


class Again(NamedTuple):
    """What is to be deleted again, by ids; `lost` counts the deletions for which the salt is gone."""

    people: Sequence[int]
    servers: Sequence[int]
    games: Sequence[int]
    lost: int


class Restored(NamedTuple):
    """What has come of a backup: when it was taken (UTC ms), what was deleted again, whom the bot has still to forget.

    `aside` is where the file lies that was there before, None if there was none.
    """

    taken: int
    again: Again
    later: Sequence[int]
    aside: Path | None


def restore(path: Path, file: Path, *, even_damaged: bool) -> int:
    """Put a backup in place of the games: 0 once that is done, 2 where it was not, and nothing has changed."""
    try:
        restored = asyncio.run(put_back(file, path, even_damaged=even_damaged))
    except (StoreError, OSError, sqlite3.Error) as problem:
        print(f"{problem}. Nothing has changed.", file=sys.stderr)
        return 2
    print("\n".join(told(file, path, restored)))
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
        if again.people or again.servers or again.games:
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


# ---- deleting again


def found(path: Path, deletions: Deletions, since: int) -> Again:
    """What of the deletions noted from a time on (UTC ms) is still in a file."""
    noted: Collection[Deletion] = deletions.since(since)
    people, servers, games = _ids(path, PEOPLE), _ids(path, ("guild",)), _ids(path, ("number",), "games")
    return Again(
        deletions.among(noted, PERSON, people),
        deletions.among(noted, SERVER, servers),
        deletions.among(noted, GAME, games),
        len(deletions.unknown(noted)),
    )


def _ids(path: Path, columns: Collection[str], only: str | None = None) -> set[int]:
    """The ids in all columns of some names, of all tables or of one."""
    ids: set[int] = set()
    with closing(existing(path)) as file:
        pairs = file.execute(
            "SELECT m.name, c.name FROM sqlite_master m, pragma_table_info(m.name) c WHERE m.type = 'table'"
        ).fetchall()
        for table, column in pairs:
            if column in columns and only in {None, table}:
                rows = file.execute(f'SELECT DISTINCT "{column}" FROM "{table}" WHERE "{column}" > 0')  # noqa: S608 - the schema's
                ids |= {int(row[0]) for row in rows}
    return ids


async def delete_again(games: Games, again: Again) -> list[int]:
    """Delete it all, by the use cases that did so before; the people whom the bot has to go on with at its start."""
    games.ledger.database.forget_deletions()
    for number in again.games:
        await games.departures.store.delete(number, games.now())
    for guild in again.servers:
        await _server(games, guild)
    return [player for player in again.people if not await _person(games, player)]


async def _person(games: Games, player: int) -> bool:
    """Forget a person; False where something stands in the way, and the deadline for it stays."""
    await games.privacy.store.ask(player, games.now())
    for _ in range(STEPS):
        due = [each for each in await games.ledger.deadlines.due([ERASE], games.now()) if each.player == player]
        if not due:
            return True
        await games.privacy.carry_on(due[0])
    return False


async def _server(games: Games, guild: int) -> None:
    store = games.departures.store
    await store.leave([guild], games.now())
    await store.plan(games.now())
    for _ in range(STEPS):
        due = await games.ledger.deadlines.due([FORGET], games.now())
        if not due or guild not in await store.departed():
            return
        await store.forget(due[0], guild, elsewhere(guild), games.now())
