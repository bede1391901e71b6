"""First aid before a start: damaged tables are written anew, so that a page stops nothing but what stood on it.

An index is lost without loss. Of a table what cannot be read is given up; it stays in the copy that is kept of the file
as it was, and in backups.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

from bot.games import utc_now
from bot.store import StoreError
from bot.store.copies import copy, existing
from bot.store.damage import BROKEN
from bot.store.lock import Lock
from bot.upkeep.checkup import Checked, look
from bot.upkeep.findings import Finding
from bot.upkeep.pages import examined
from bot.upkeep.renewal import renew

log = logging.getLogger(__name__)

FIRST = 3.0
"""How long a start waits for the check (s); a file that takes longer is checked while the bot runs, and told of."""

NAMED = 50
"""How many lost games are named."""


def first_aid(path: Path, seconds: float = FIRST) -> tuple[Checked, list[str]]:
    """Check a file that is to be opened, for so long, and write what is damaged anew; what that was, in words.

    Nothing is done to a file that another process uses. Whatever goes wrong here does not keep the bot from starting.
    """
    try:
        if not path.is_file() or not path.stat().st_size:
            return Checked((), whole=True), []
    except OSError:  # it is out of reach, which is told of when it is opened
        return Checked((), whole=True), []
    checked = look(path, seconds)
    if not checked.flaws:
        return checked, []
    lock = Lock(path)
    try:
        lock.take()
        words = [finding.what for finding in renew_all(path, examined(path))]
        return checked, [*words, *lost_games(path)] if words else []
    except (StoreError, OSError, *BROKEN) as problem:
        log.warning("no first aid: %s", problem)
        return checked, []
    finally:
        lock.release()


def renew_all(path: Path, found: Sequence[Finding]) -> list[Finding]:
    """Write the tables that some findings name anew, and keep a copy of the file as it was; which were.

    StoreError where that copy cannot be made; then nothing is done.
    """
    if not any(finding.table for finding in found):
        return []
    now = utc_now()
    kept = path.with_name(f"{path.name}.damaged-{datetime.fromtimestamp(now / 1000, UTC):%Y%m%dT%H%M%SZ}")
    copy(path, kept, now, replace=True, even_damaged=True)
    renewed = []
    for finding in found:
        if finding.table is None:
            continue
        try:
            renew(path, finding.table)
        except BROKEN as problem:
            log.warning("the table %s could not be written anew: %s", finding.table, problem)
        else:
            renewed.append(finding)
    return renewed


def lost_games(path: Path) -> list[str]:
    """Which games have no row any more, though somebody sits in them, in words."""
    with closing(existing(path)) as file:
        rows = file.execute("SELECT DISTINCT game FROM seats WHERE game NOT IN (SELECT number FROM games) ORDER BY 1")
        numbers = [str(row[0]) for row in rows]
    more = f" and {len(numbers) - NAMED} more" if len(numbers) > NAMED else ""
    return [f"lost are the games {', '.join(numbers[:NAMED])}{more}"] if numbers else []
