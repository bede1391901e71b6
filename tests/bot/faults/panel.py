"""A few numbers that the walk and the referee's process share in a file, so that neither waits for the other."""

from __future__ import annotations

import mmap
import struct
from pathlib import Path

NAMES = ("now", "armed", "points", "begun", "ended")
"""The time (UTC ms), whether points count, those counted so far; requests and statements begun, and ended."""
_NUMBER = struct.Struct("<q")


class Panel:
    """The numbers, each under its name in NAMES; a file of zeros is made where there is none."""

    def __init__(self, path: Path) -> None:
        self.path = path
        if not path.exists():
            path.write_bytes(bytes(_NUMBER.size * len(NAMES)))
        with path.open("r+b") as file:
            self._memory = mmap.mmap(file.fileno(), 0)

    def __getitem__(self, name: str) -> int:
        return int(_NUMBER.unpack_from(self._memory, _NUMBER.size * NAMES.index(name))[0])

    def __setitem__(self, name: str, value: int) -> None:
        _NUMBER.pack_into(self._memory, _NUMBER.size * NAMES.index(name), value)

    def close(self) -> None:
        self._memory.close()
