"""The command that looks whether a file is sound, and mends what follows from what is."""

from __future__ import annotations

import argparse
import asyncio
import json
import logging
import sqlite3
import sys
from collections.abc import Sequence
from pathlib import Path

from bot.config import BadConfig
from bot.store import Aside, Database, Ledger, Lock, StoreError, Unreadable
from bot.upkeep.asking import add_database, database_of
from bot.upkeep.findings import UNOPENED, Finding, Gravity, note
from bot.upkeep.first_aid import renew_all
from bot.upkeep.games_examined import games_examined
from bot.upkeep.pages import examined

log = logging.getLogger(__name__)

HEADINGS = {
    Gravity.LOST: "Lost; a backup may still hold it:",
    Gravity.MENDABLE: "Can be mended, with --mend:",
    Gravity.NOTE: "To be known; nothing is wrong:",
}


def doctor(arguments: Sequence[str]) -> int:
    """Look over a file: 0 if it is sound, 1 if something can be mended, 2 if something is lost, 3 if it is not opened.

    With --mend the status is that of the file afterwards.
    """
    parser = argparse.ArgumentParser(
        prog="hexmarshal doctor",
        description="Look whether the file of the games is sound: its pages, every game replayed, and what was written"
        " down of them. Without --mend the bot may be running meanwhile, and nothing is written.",
        epilog="Exit status: 0 sound; 1 something can be mended; 2 something is lost; 3 the file cannot be opened, or"
        " is in use and cannot be mended.",
    )
    parser.add_argument("--mend", action="store_true", help="mend what can be; stop the bot first, and make a backup")
    parser.add_argument(
        "--give-up-lost",
        action="store_true",
        help="with --mend: where rows of a table cannot be read, go on with those that can",
    )
    parser.add_argument("--json", action="store_true", help="print what was found as JSON")
    add_database(parser)
    asked = parser.parse_args(arguments)
    try:
        path = database_of(asked)
        found = asyncio.run(look_over(path))
        mended = asyncio.run(mend(path, found, give_up=asked.give_up_lost)) if asked.mend else []
        if mended:
            found = asyncio.run(look_over(path))
    except (StoreError, BadConfig, OSError, sqlite3.Error) as problem:
        if asked.json:
            print(json.dumps({"status": UNOPENED, "problem": str(problem)}))
        else:
            print(f"{problem}.", file=sys.stderr)
        return UNOPENED
    status = max((finding.gravity for finding in found), default=Gravity.NOTE)
    print(as_json(path, status, found, mended) if asked.json else "\n".join(in_words(path, found, mended)))
    return int(status)


def in_words(path: Path, found: Sequence[Finding], mended: Sequence[Finding]) -> list[str]:
    """What was found, in lines: the gravest first."""
    lines = [f"Mended: {finding.what}." for finding in mended if finding not in found]
    for gravity, heading in HEADINGS.items():
        those = [finding for finding in found if finding.gravity is gravity]
        lines += [heading, *(f"- {finding.what}" for finding in those)] if those else []
    if all(finding.gravity is Gravity.NOTE for finding in found):
        lines.append(f"{path} is sound.")
    return lines


def as_json(path: Path, status: int, found: Sequence[Finding], mended: Sequence[Finding]) -> str:
    """What was found, for programs."""
    return json.dumps(
        {
            "file": str(path),
            "status": int(status),
            "findings": [{"gravity": each.gravity.name.lower(), "what": each.what} for each in found],
            "mended": [each.what for each in mended if each not in found],
        }
    )


async def look_over(path: Path) -> list[Finding]:
    """What is not as it should be in a file; StoreError or sqlite3.Error where it cannot be opened."""
    found = await asyncio.to_thread(examined, path)
    database, older = await Database.looking(path)
    database.aside = Aside(log.debug)  # what is set aside is among what is found
    try:
        if older:
            return [*found, note("the games were not replayed: the file is of an earlier version; start the bot once")]
        return [*found, *await games_examined(Ledger(database))]
    finally:
        await database.close()


async def mend(path: Path, found: Sequence[Finding], *, give_up: bool = False) -> list[Finding]:
    """Mend what can be: tables first, then what follows from events; what was mended.

    Tables of which something is lost are written anew only to `give_up` that; a copy of the file as it was is kept.
    InUse where another process uses the file, StoreError where no copy can be made.
    """
    tables = [each for each in found if each.table and (give_up or each.gravity is Gravity.MENDABLE)]
    rows = [each for each in found if each.mend]
    if not (tables or rows):
        return []
    lock = Lock(path)
    try:
        lock.take()
        mended = await asyncio.to_thread(renew_all, path, tables)
    finally:
        lock.release()
    return [*mended, *(await _write(path, rows) if rows else [])]


async def _write(path: Path, found: Sequence[Finding]) -> list[Finding]:
    """Run the statements of some findings, each in a transaction; those that were mended."""
    mended = []
    database = await Database.open(path, Lock(path))
    try:
        for finding in found:
            try:
                async with database.transaction() as run:
                    for statement, values in finding.mend:
                        await run(statement, *values)
                mended.append(finding)
            except (sqlite3.Error, Unreadable) as problem:
                log.warning("not mended: %s (%s)", finding.what, problem)
    finally:
        await database.close()
    return mended
