"""Walk every death of all stories: `python -m tests.bot.faults`."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.bot.faults.playing import empty_store
from tests.bot.faults.sessions import SESSIONS
from tests.bot.faults.walks import walk


async def _walk(folder: Path) -> int:
    await empty_store(folder / "blank.sqlite")
    found = 0
    for session in SESSIONS:
        runs, defects = await walk(session, folder / "blank.sqlite")
        print(f"{session.name}: {runs} deaths, {len(defects)} defects", *defects, sep="\n", flush=True)
        found += len(defects)
    return found


if __name__ == "__main__":
    with TemporaryDirectory(prefix="faults") as name:
        sys.exit(asyncio.run(_walk(Path(name))) > 0)
