"""The files of an open store, as they stand on the disk: whether what is written still goes where others find it."""

from __future__ import annotations

import os
from pathlib import Path

PARTS = ("", "-wal", "-shm")
"""What the names of a store's files end with: the file, its log, and the index of its log."""


class Anchor:
    """The files that were there when a store was opened, by device and inode.

    Asking costs a few microseconds and opens none of them: SQLite's locks on a file end when a process closes it, by
    whatever handle.
    """

    def __init__(self, path: Path) -> None:
        self._path = path.absolute()
        self._there = {name: _mark(name) for name in (f"{self._path}{part}" for part in PARTS)}

    @property
    def path(self) -> Path:
        """The file, whatever the current folder."""
        return self._path

    def drifted(self) -> str | None:
        """What has happened to a file since, in words; None while all are the same."""
        for name, mark in self._there.items():
            if mark is not None and (found := _mark(name)) != mark:
                fate = "deleted or moved away" if found is None else "replaced"
                return f"the file {Path(name).name} was {fate} while I was using it"
        return None


def _mark(name: str) -> tuple[int, int] | None:
    try:
        found = os.stat(name)  # noqa: PTH116 - a path of its own for each would cost more
    except OSError:
        return None
    return found.st_dev, found.st_ino
