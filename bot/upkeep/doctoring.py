"""The command that looks whether a file is sound."""

from __future__ import annotations

import argparse
import asyncio
import sqlite3
import sys
from collections.abc import AsyncIterator, Sequence
from pathlib import Path

from bot.config import BadConfig
from bot.games.tables import replayed, variant_for
from bot.store import Database, Ledger, StoreError, Unreadable
from bot.upkeep.asking import WRONG, add_database, database_of
from bot.upkeep.checkup import flaws
from engine.notation.position_code import BadCode
from engine.play.events import BrokenRecord
from engine.variants import UnknownVariant


def doctor(arguments: Sequence[str]) -> int:
    """Look over a file: 0 if it is sound, 1 if not, 2 if it cannot be opened."""
    parser = argparse.ArgumentParser(
        prog="hexmarshal doctor",
        description="Look whether the file of the games is sound: its pages, and every game replayed. The bot may be"
        " running meanwhile; nothing is written.",
        epilog="Exit status: 0 sound; 1 damaged, or a game is frozen; 2 the file cannot be opened.",
    )
    add_database(parser)
    asked = parser.parse_args(arguments)
    try:
        path = database_of(asked)
        found = asyncio.run(look_over(path))
    except (StoreError, BadConfig, OSError, sqlite3.Error) as problem:
        print(f"{problem}.", file=sys.stderr)
        return WRONG
    print("\n".join(found) if found else f"{path} is sound.")
    return 1 if found else 0


async def look_over(path: Path) -> list[str]:
    """What is not as it should be in a file; StoreError or sqlite3.Error where it cannot be opened."""
    if not path.is_file():  # noqa: ASYNC240 - nothing else runs
        raise StoreError(f"there is no file {path}")
    database = await Database.looking(path)
    try:
        if found := await asyncio.to_thread(flaws, path):
            return [*found, "Put a backup back with `hexmarshal restore`."]
        return [line async for line in _frozen(Ledger(database))]
    finally:
        await database.close()


async def _frozen(ledger: Ledger) -> AsyncIterator[str]:
    """The games that do not replay, a line each."""
    for (number,) in await ledger.database.rows("SELECT number FROM games WHERE stage <> 'void' ORDER BY number"):
        try:
            game = await ledger.game(number)
            if game is not None:
                events = await ledger.events(number)
                replayed(game, variant_for(game), events)
                if game.sequence != (events[-1].sequence if events else 0):
                    yield f"game {number} is frozen: its row counts {game.sequence} events"
        except (BrokenRecord, BadCode, UnknownVariant, Unreadable) as problem:
            yield f"game {number} is frozen: {problem}"
