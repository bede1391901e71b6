"""The list of deletions beside a store's file: a backup from before, put back, is to lose the same again.

It names nobody: each line holds an id's BLAKE2b under a salt of its own, by which an id that is known can be told to be
on the list. Lines are only added, each synced before anything is deleted.
"""

from __future__ import annotations

import hashlib
import os
import secrets
from collections.abc import Collection
from pathlib import Path

from bot.store.copies import sync
from bot.store.damage import StoreError

PERSON, SERVER, GAME = "person", "server", "game"
"""What may be deleted."""


class Deletions:
    """The list beside a store's file, made when something is noted first."""

    def __init__(self, path: Path) -> None:
        self._list = path.with_name(f"{path.name}-deleted")

    def note(self, kind: str, which: int, now: int) -> None:
        """Add a deletion (UTC ms), so that it lasts; StoreError where that is not possible."""
        salt = secrets.token_hex(16)
        try:
            with open(self._list, "ab", opener=lambda path, flags: os.open(path, flags, 0o600)) as file:
                # It begins a line: what a power failure has cut short ends there, a deletion that had not begun.
                file.write(f"\n{kind} {now} {salt} {_digest(salt, kind, which)}".encode())
                file.flush()
                os.fsync(file.fileno())
            sync(self._list.parent)
        except OSError as problem:
            raise StoreError(f"the list of deletions cannot be written ({problem})") from problem

    def find(self, kind: str, known: Collection[int], since: int) -> list[int]:
        """Those of some known ids that were deleted from a time (UTC ms) on; lines that cannot be read are left out."""
        text = self._list.read_text(encoding="ascii", errors="replace") if self._list.exists() else ""
        found = set()
        for line in text.splitlines():
            match line.split(" "):
                case [noted, at, salt, digest] if noted == kind and at.isdecimal() and int(at) >= since:
                    found |= {which for which in known if _digest(salt, kind, which) == digest}
        return sorted(found)


def _digest(salt: str, kind: str, which: int) -> str:
    return hashlib.blake2b(f"{kind}:{which}".encode(), key=salt.encode()).hexdigest()
