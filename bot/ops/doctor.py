"""The check of the file and of every game in it, on command."""

from __future__ import annotations

import asyncio
import sqlite3
import sys
from contextlib import closing
from pathlib import Path

from bot.games.tables import replayed, variant_for
from bot.store import Database, Ledger, StoreError, Unreadable
from bot.store.files import existing, flaws
from engine.notation.position_code import BadCode
from engine.play.events import BrokenRecord
from engine.variants import UnknownVariant


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
        with closing(existing(path)) as file:
            found = flaws(file)
        if found:
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
