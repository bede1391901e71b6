"""A look at the whole file when the referee starts: beside everything else, and for so long at most."""

from __future__ import annotations

import asyncio
import logging
import sqlite3
import time
from collections.abc import Sequence
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import NamedTuple

from bot.games import Games
from bot.store.copies import existing
from bot.store.damage import BROKEN

log = logging.getLogger(__name__)

LONGEST = 600.0
"""How long a check may take (s): at the 100 to 500 MB a second of a usual disk, enough for 60 GB or more."""
OFTEN = 100_000
"""After how many of SQLite's steps it is asked whether the time is up."""
MOST = 20
"""How many flaws are counted."""


class Checked(NamedTuple):
    """What was found: flaws, in SQLite's words, and whether all of the file was looked at."""

    flaws: tuple[str, ...]
    whole: bool


async def check(games: Games, path: Path, longest: float = LONGEST) -> Checked:
    """Check a file's pages in a thread, by a connection of its own, while the referee runs; tell what is damaged."""
    checked = await asyncio.to_thread(partial(look, path, longest))
    await tell(games, checked)
    return checked


async def tell(games: Games, checked: Checked, mended: Sequence[str] = ()) -> None:
    """Tell the owner what is damaged, or has been and was mended."""
    if mended:
        await games.notices.tell(
            f"A part of my records was damaged, and I have written it anew from what can be read: {'; '.join(mended)}."
            " A copy of the file as it was lies beside it. Look after the disk; `hexmarshal doctor` says what is"
            " affected, and `hexmarshal restore` puts a backup back."
        )
    elif checked.flaws:
        more = f" (and {len(checked.flaws) - 1} more)" if len(checked.flaws) > 1 else ""
        await games.notices.tell(
            f"A part of my records is damaged: {checked.flaws[0]}{more}. What cannot be read is set aside, and all else"
            " goes on. `hexmarshal doctor` says what is affected, and `hexmarshal restore` puts a backup back."
        )
    elif not checked.whole:
        log.warning("the file is so large that not all of it has been checked; run the doctor")


def look(path: Path, longest: float) -> Checked:
    """Check a file, until a time (s) is up."""
    end = time.monotonic() + longest
    try:
        with closing(existing(path)) as file:
            file.set_progress_handler(lambda: int(time.monotonic() > end), OFTEN)
            said = file.execute(f"PRAGMA quick_check({MOST})").fetchall()
    except sqlite3.OperationalError as problem:
        if problem.sqlite_errorcode == sqlite3.SQLITE_INTERRUPT:
            return Checked((), whole=False)
        return Checked((str(problem),), whole=False)
    except BROKEN as problem:
        return Checked((str(problem),), whole=False)
    lines = [line for (text,) in said for line in str(text).splitlines() if not line.startswith("*** in database")]
    return Checked(tuple(line for line in lines if line != "ok"), whole=True)
