"""The file of the games looked after: backups on command and now and then, putting one back, and the check."""

import asyncio
import logging
import sqlite3
import sys
from collections.abc import Sequence
from contextlib import closing, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

from bot.games import Games, utc_now
from bot.games.tables import replayed, variant_for
from bot.store import Database, Ledger, StoreError, Unreadable
from bot.store.database import take_lock
from bot.store.files import TAKEN, Damaged, copy, existing, flaws, put, sync
from bot.store.privacy import GAME, PEOPLE, PERSON, SERVER, find
from engine.model.english import count_of, join_words
from engine.notation.position_code import BadCode
from engine.play.events import BrokenRecord
from engine.variants import UnknownVariant

log = logging.getLogger(__name__)

LOOK_S = 600  # between two checks for a due or failed backup
_STAMP = "%Y%m%dT%H%M%SZ"


class BackupPlan(NamedTuple):
    """Backup plan: folder, interval (ms), and number kept."""

    folder: Path
    interval: int
    kept: int


def back_up(path: Path, file: Path, *, replace: bool, even_damaged: bool) -> int:
    """Copy the file of the games: 0 once the copy is on the disk, 1 if it is damaged, 2 if it cannot be copied."""
    try:
        copy(path, file, utc_now(), replace=replace, even_damaged=even_damaged)
    except Damaged as problem:
        print(f"{problem}. --even-damaged copies it as it is.", file=sys.stderr)
        return 1
    except (StoreError, OSError) as problem:
        print(problem, file=sys.stderr)
        return 2
    print(f"{file}: {file.stat().st_size / 1e6:.1f} MB, checked and synced.")
    return 0


@dataclass
class Backups:
    """Makes a backup of the file of `games` whenever one is due.

    A backup that fails is told to the owner, once until one succeeds; then none of those kept is deleted.
    """

    games: Games
    path: Path
    plan: BackupPlan
    failing: bool = False

    async def look(self) -> None:
        now, folder = self.games.now(), self.plan.folder
        if any(now - self.plan.interval < made <= now for _, made in made_of(self.path, folder)):
            return
        target = folder / f"{self.path.stem}-{datetime.fromtimestamp(now / 1000, UTC):{_STAMP}}.sqlite"
        try:
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            await asyncio.to_thread(copy, self.path, target, now)
        except (StoreError, OSError) as problem:
            log.warning("no backup: %s", problem)
            if not self.failing:
                await self.games.tell_owner(f"I couldn't make a backup: {problem}. The earlier ones are safe.")
            self.failing = True
            return
        log.info("backup %s", target)
        if self.failing:
            await self.games.tell_owner("Backups work again.")
        self.failing = False
        for old, _ in made_of(self.path, folder)[: -self.plan.kept]:
            await asyncio.to_thread(old.unlink, missing_ok=True)


def made_of(path: Path, folder: Path) -> Sequence[tuple[Path, int]]:
    """The backups of a file in a folder, the oldest first, with the times at which they were made (UTC ms)."""
    found = []
    for file in folder.glob("*.sqlite"):
        with suppress(ValueError):
            made = datetime.strptime(file.stem, f"{path.stem.replace('%', '%%')}-{_STAMP}").replace(tzinfo=UTC)
            found.append((file, int(made.timestamp() * 1000)))
    return sorted(found, key=lambda each: each[1])


# ---- restoring


def restore(path: Path, file: Path, *, even_damaged: bool) -> int:
    """Put a backup in place of the games: 0 once that is done, 2 where it was not, and nothing has changed.

    It is made ready under another name, so that it takes its place whole.
    """
    part = path.with_name(f"{path.name}.restoring")
    try:
        lock = take_lock(path)
        try:
            taken = _taken(file)
            copy(file, part, taken, replace=True, even_damaged=even_damaged)
            told = asyncio.run(_delete_again(part, path, taken))
            aside = _set_aside(path)
            put(part, path)
        finally:
            for left in part.parent.glob(f"{part.name}*"):
                left.unlink()
            lock.release(force=True)
    except (StoreError, OSError, sqlite3.Error) as problem:
        print(f"{problem}. Nothing has changed.", file=sys.stderr)
        return 2
    print(f"{path} now holds the backup {file}, taken {datetime.fromtimestamp(taken / 1000, UTC):%Y-%m-%d %H:%M} UTC.")
    if aside is not None:
        print(f"The previous file is now {aside}; delete it when you don't need it.")
    print("\n".join(told))
    return 0


def _taken(file: Path) -> int:
    """The time of a backup (UTC ms); for other files, their last heartbeat.

    StoreError for a file that is no store of games.
    """
    if not file.is_file():
        raise StoreError(f"there's no file {file}")
    try:
        with closing(existing(file)) as backup:
            facts = dict(backup.execute("SELECT name, value FROM facts WHERE name IN (?, 'beat')", (TAKEN,)))
            backup.execute("SELECT 1 FROM games LIMIT 1")
    except sqlite3.Error as problem:
        raise StoreError(f"{file} isn't one of my backups: {problem}") from problem
    moment = str(facts.get(TAKEN, facts.get("beat", "0")))
    return int(moment) if moment.isdecimal() else 0


def _set_aside(path: Path) -> Path | None:
    """Move a store's file aside, its log first: whatever happens, none is left next to a file it does not belong to."""
    if not path.exists():
        return None
    aside = path.with_name(f"{path.name}.replaced-{datetime.now(UTC):{_STAMP}}")
    for part in ("-shm", "-wal", ""):
        old = path.with_name(f"{path.name}{part}")
        if old.exists():
            old.rename(aside.with_name(f"{aside.name}{part}"))
    sync(path.parent)
    return aside


async def _delete_again(part: Path, path: Path, taken: int) -> list[str]:
    """Delete from a copy what was deleted since it was taken, by the use cases that did so before; tell of it."""
    database = await Database.open(part)
    try:
        again, games = await _deleted_since(database, path, taken), Games(Ledger(database))
        await games.play.start()  # so that nobody loses on time for having been away since the backup
        for number in again[GAME]:
            await games.privacy.store.delete(number, games.now())
        for guild in again[SERVER]:
            await games.departures.left(guild)
            await games.departures.forget(guild)
        for player in again[PERSON]:
            await games.privacy.store.ask(player, games.now())
            await games.privacy.carry_on(player)
        await games.play.stop()
        later = sum([await games.privacy.store.asked(player) for player in again[PERSON]])
        await database.rows("DELETE FROM facts WHERE name = ?", TAKEN)
        await database.scrub()
    finally:
        await database.close()
    counts = [count_of(len(which), kind, "people" if kind == PERSON else "") for kind, which in again.items()]
    told = [f"Deleted again, as after the backup: {join_words(counts, 'and')}."]
    if later:
        told.append(
            f"{count_of(later, 'person', 'people')} still to be deleted: the bot does that once it runs,"
            " since games under way can only be left there."
        )
    return told


async def _deleted_since(database: Database, path: Path, taken: int) -> dict[str, list[int]]:
    """The ids in a backup of what was deleted after it, by kind, as the list beside a store's file tells."""
    schema = "SELECT m.name, c.name FROM sqlite_master m, pragma_table_info(m.name) c WHERE m.type = 'table'"
    columns = await database.rows(schema)
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


# ---- the check


def doctor(path: Path) -> int:
    """Check a file, which can be in use: 0 if it is sound, 1 if not, 2 if it cannot be opened. Writes nothing."""
    try:
        found = asyncio.run(look_over(path))
    except (StoreError, OSError, sqlite3.Error) as problem:
        print(f"{problem}.", file=sys.stderr)
        return 2
    print("\n".join(found) if found else f"{path} is sound.")
    return 1 if found else 0


async def look_over(path: Path) -> list[str]:
    """Return what is wrong with a file; StoreError or sqlite3.Error where it cannot be opened."""
    if not path.is_file():  # noqa: ASYNC240 - nothing else runs
        raise StoreError(f"there's no file {path}")
    database = await Database.looking(path)
    try:
        with closing(existing(path)) as file:
            found = flaws(file)
        if found:
            return [*found, "Restore a backup with `hexmarshal restore`."]
        ledger = Ledger(database)
        for (number,) in await database.rows("SELECT number FROM games WHERE stage <> 'void' ORDER BY number"):
            try:
                game = await ledger.game(number)
                if game is not None:
                    events = await ledger.events(number)
                    replayed(game, variant_for(game), events)
                    if game.sequence != (events[-1].sequence if events else 0):
                        found.append(f"game {number} is frozen: its row counts {game.sequence} events")
            except (BrokenRecord, BadCode, UnknownVariant, Unreadable) as problem:
                found.append(f"game {number} is frozen: {problem}")
        return found
    finally:
        await database.close()
