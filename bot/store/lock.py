"""The lock beside a store's file: one process at a time writes to it."""

from __future__ import annotations

from pathlib import Path

from filelock import FileLock, Timeout

from bot.store.damage import StoreError

LOCK = "-lock"
"""What the name of the lock's file ends with, after that of the store's."""


class InUse(StoreError):
    """The file is in use by another process."""


class Lock:
    """The lock of a file, which the system takes from a process when it ends, however it ends."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._lock = FileLock(f"{path.absolute()}{LOCK}", thread_local=False, fallback_to_soft=False)

    def take(self) -> None:
        """Take the lock; InUse if another process has it, StoreError where the disk knows no locks."""
        try:
            self._lock.acquire(timeout=0)
        except Timeout:
            raise InUse(f"{self._path} is in use by another process; stop that one first") from None
        except (OSError, NotImplementedError) as problem:
            raise StoreError(f"{self._path} cannot be locked: {problem}") from problem

    def release(self) -> None:
        """Let others have the file."""
        self._lock.release(force=True)
