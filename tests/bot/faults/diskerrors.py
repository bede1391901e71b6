"""Errors of the disk, call by call, in the manner of SQLite's own tests.

The n-th call fails, once or with all that follow until somebody has been refused; then the disk is well again, and the
same process goes on with the same connection. In the end the store must be what it is without any error.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import count
from pathlib import Path

import apsw

from bot.discord_ui.controller import SORRY, apology
from bot.games.refusals import FrozenGame, Unwritable, UnwritableGame
from bot.store import StoreError
from bot.text.harmless import worded
from tests.bot.faults.disk import CHANGES, Disk
from tests.bot.faults.matches import ACTS, Act, Table, copied, sound
from tests.bot.faults.powercuts import digest

TRIES = 3
LATER = -1
"""What is left for later when it fails, and done again."""
UNWRITABLE = (FrozenGame, Unwritable, UnwritableGame)
"""What is refused because the disk does not give or take it."""


@dataclass(frozen=True)
class Kind:
    """What fails: with which error, only calls that change something or all, and how often."""

    name: str
    error: type[Exception]
    changes: bool
    lasting: bool

    def disk(self, number: int) -> Disk:
        """A disk that fails at a call."""

        def fails(count_: int, what: str) -> bool:
            struck = count_ >= number if self.lasting else count_ == number
            return struck and (not self.changes or what in CHANGES)

        return Disk(fails, self.error)


KINDS = (
    Kind("an error, once", apsw.IOError, changes=False, lasting=False),
    Kind("errors from then on", apsw.IOError, changes=False, lasting=True),
    Kind("disk full, once", apsw.FullError, changes=True, lasting=False),
    Kind("disk full from then on", apsw.FullError, changes=True, lasting=True),
)


async def calls(blank: Path, folder: Path, acts: Sequence[Act] = ACTS) -> tuple[int, str]:
    """How many calls a match without errors makes, and the digest of what it leaves."""
    disk = Disk()
    path = copied(blank, folder)
    assert await _played(path, disk, acts) == []
    return disk.count, digest(path)


async def check(
    blank: Path, folder: Path, kind: Kind, number: int, expected: str, acts: Sequence[Act] = ACTS
) -> str | None:
    """What is wrong after a match whose disk fails at a call, if anything."""
    path, disk = copied(blank, folder), kind.disk(number)
    where = f"{kind.name} at call {number}"
    try:
        odd = await _played(path, disk, acts)
    except (AssertionError, sqlite3.Error, StoreError, OSError) as problem:
        return f"{where} ({disk.failed[:1]}): {type(problem).__name__}: {problem}"
    if odd:
        return f"{where} ({disk.failed[:1]}): {odd}"
    if not sound(path):
        return f"{where} ({disk.failed[:1]}): unsound"
    return None if digest(path) == expected else f"{where} ({disk.failed[:1]}): another store is left"


async def _played(path: Path, disk: Disk, acts: Sequence[Act]) -> list[str]:
    """Play the match; what was odd about its refusals."""
    odd: list[str] = []
    table: Table | None = None
    with disk.mounted():
        for number in range(len(acts)):
            for attempt in count():
                try:
                    table = table or await Table.opened(path, acts)
                    refused = await table.act(number)
                except (StoreError, sqlite3.Error) as problem:
                    if table is not None and worded(apology(problem)) == SORRY:
                        odd.append(f"act {number}: no words for {problem!r}")
                    if attempt >= TRIES:
                        raise
                    disk.heal()
                else:
                    if isinstance(refused, UNWRITABLE):
                        disk.heal()
                        continue
                    if refused is not None and not attempt:
                        odd.append(f"act {number}: {refused.text}")
                    break
        disk.heal()
        assert table is not None
        await table.act(LATER)
        await table.database.close()
    return odd
