"""The check of the file: its pages before each start, and every game on command."""

from __future__ import annotations

import asyncio
import sqlite3
import sys
from contextlib import closing
from pathlib import Path

from bot.games.tables import replayed, variant_for
from bot.store import Database, Ledger, StoreError, Unreadable
from bot.store.copies import existing
from bot.store.damage import BROKEN
from engine.notation.position_code import BadCode
from engine.play.events import BrokenRecord
from engine.variants import UnknownVariant

FLAWS_NAMED = 20


def flaws(path: Path) -> list[str]:
    """Return what is damaged in a file, in SQLite's words; it reads 100 to 500 MB a second."""
    try:
        with closing(existing(path)) as file:
            said = file.execute(f"PRAGMA quick_check({FLAWS_NAMED})").fetchall()
    except sqlite3.OperationalError:
        raise
    except BROKEN as problem:
        return [str(problem)]
    lines = [line for (text,) in said for line in str(text).splitlines() if not line.startswith("*** in database")]
    return [line for line in lines if line != "ok"]


def refuse_damaged(path: Path) -> None:
    """Raise StoreError for a damaged file, with what to do. Opening it tells all else, such as that it is missing."""
    try:
        found = flaws(path) if path.is_file() and path.stat().st_size else []
    except (OSError, sqlite3.OperationalError):
        return
    if found:
        more = f" and {len(found) - 1} more" if len(found) > 1 else ""
        raise StoreError(
            f"cannot use the database {path}: {found[0]}{more}; put a backup back with `hexmarshal restore`"
        )


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
        raise StoreError(f"there is no file {path}")
    database = await Database.looking(path)
    try:
        if found := await asyncio.to_thread(flaws, path):
            return [*found, "Put a backup back with `hexmarshal restore`."]
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
