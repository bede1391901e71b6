"""Backups of the file: on command, and automatic ones, of which the newest are kept."""

from __future__ import annotations

import asyncio
import logging
import re
import sys
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

from bot.games import Games, utc_now
from bot.store import StoreError
from bot.store.copies import Damaged, copy

log = logging.getLogger(__name__)

LOOK_S = 600
"""How often (s) to look whether a backup is due, or is to be tried again."""
_STAMP = "%Y%m%dT%H%M%SZ"


class BackupPlan(NamedTuple):
    """Where automatic backups go, the time between two (ms), and how many are kept."""

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


class Backups:
    """Makes a backup of the file of `games` whenever one is due, never two at once.

    A backup that fails is told to the owner, once until one succeeds; then none of those kept is deleted.
    """

    def __init__(self, games: Games, path: Path, plan: BackupPlan) -> None:
        self._games = games
        self._path = path
        self._plan = plan
        self._turn = asyncio.Lock()
        self._failing = False

    async def look(self) -> None:
        if self.wait(self._games.now()) <= 0:
            await self.make()

    def wait(self, now: int) -> int:
        """The time until the next backup is due (ms); 0 or less if one is."""
        taken = [moment for _, moment in made_of(self._path, self._plan.folder) if moment <= now]
        return max(taken) + self._plan.interval - now if taken else 0

    async def make(self) -> Path | None:
        """Make a backup and delete those that are too many; None where that fails."""
        async with self._turn:
            now = self._games.now()
            target = self._plan.folder / f"{self._path.stem}-{datetime.fromtimestamp(now / 1000, UTC):{_STAMP}}.sqlite"
            try:
                target.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
                await asyncio.to_thread(copy, self._path, target, now)
            except (StoreError, OSError) as problem:
                log.warning("no backup: %s", problem)
                if not self._failing:
                    await self._games.tell_owner(f"I could not make a backup: {problem}. The earlier ones are kept.")
                self._failing = True
                return None
            log.info("backup %s", target)
            if self._failing:
                await self._games.tell_owner("Backups succeed again.")
            self._failing = False
            for old, _ in made_of(self._path, self._plan.folder)[: -self._plan.kept]:
                await asyncio.to_thread(old.unlink, missing_ok=True)
            return target


def made_of(path: Path, folder: Path) -> Sequence[tuple[Path, int]]:
    """The backups of a file in a folder, the oldest first, with the times at which they were made (UTC ms)."""
    named = re.compile(rf"{re.escape(path.stem)}-(\d{{8}}T\d{{6}}Z)\.sqlite")
    found = []
    for file in folder.iterdir() if folder.is_dir() else ():
        if stamped := named.fullmatch(file.name):
            try:
                made = datetime.strptime(stamped[1], _STAMP).replace(tzinfo=UTC)
            except ValueError:
                continue
            found.append((file, int(made.timestamp() * 1000)))
    return sorted(found, key=lambda each: each[1])
