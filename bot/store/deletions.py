"""The list of what was deleted, kept beside a store's file: a backup from before, put back, is to lose it again.

It names nobody: each line holds an id's HMAC-SHA-256 under a salt that lies in a file of its own. Whoever has both can
tell of an id that they know whether it is on the list. Lines are only added, each synced before anything is deleted.
"""

from __future__ import annotations

import hashlib
import hmac
import os
import secrets
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from bot.store.copies import sync
from bot.store.damage import StoreError

PERSON, SERVER, GAME = "person", "server", "game"
"""What may be deleted."""
LIST, SALT = "-deleted", "-salt"
"""What the names of the list and of its salt end with, after that of the store's file."""


@dataclass(frozen=True)
class Deletion:
    """A line: what was deleted, when (UTC ms), under which salt, and the hash of its id."""

    kind: str
    at: int
    salt: str
    digest: str


class Deletions:
    """The list beside a file; both are made when something is noted first."""

    def __init__(self, path: Path) -> None:
        self._list = path.with_name(f"{path.name}{LIST}")
        self._salt = path.with_name(f"{path.name}{SALT}")

    def note(self, kind: str, which: int, now: int) -> None:
        """Add a deletion, so that it lasts; StoreError where that is not possible."""
        try:
            salt = self._read_salt() or self._make_salt()
            line = f"{kind} {now} {_named(salt)} {_digest(salt, kind, which)}\n"
            new = not self._list.exists()
            with self._list.open("ab") as file:
                if new:
                    self._list.chmod(0o600)
                # What a power failure has cut short ends here: that deletion had not begun.
                file.write(("" if self._whole() else "\n").encode() + line.encode())
                file.flush()
                os.fsync(file.fileno())
            if new:
                sync(self._list.parent)
        except OSError as problem:
            raise StoreError(f"the list of deletions cannot be written ({problem})") from problem

    def since(self, moment: int) -> list[Deletion]:
        """What was deleted from a time (UTC ms) on; lines that cannot be read are left out."""
        found = []
        text = self._list.read_text(encoding="ascii", errors="replace") if self._list.exists() else ""
        for line in text.splitlines():
            match line.split(" "):
                case [kind, at, salt, digest] if at.isdecimal() and len(digest) == 64:
                    found.append(Deletion(kind, int(at), salt, digest))
        return [each for each in found if each.at >= moment]

    def among(self, deletions: Iterable[Deletion], kind: str, known: Iterable[int]) -> list[int]:
        """Those of some known ids that deletions of a kind are about."""
        salt = self._read_salt()
        digests = {each.digest for each in deletions if each.kind == kind}
        if salt is None or not digests:
            return []
        return sorted(which for which in set(known) if _digest(salt, kind, which) in digests)

    def unknown(self, deletions: Iterable[Deletion]) -> Sequence[Deletion]:
        """The deletions that nothing can be found for, since their salt is gone."""
        salt = self._read_salt()
        return [each for each in deletions if salt is None or each.salt != _named(salt)]

    def _whole(self) -> bool:
        """Whether the list ends with the end of a line."""
        data = self._list.read_bytes()
        return not data or data.endswith(b"\n")

    def _read_salt(self) -> bytes | None:
        try:
            return bytes.fromhex(self._salt.read_text(encoding="ascii"))
        except (FileNotFoundError, ValueError):
            return None

    def _make_salt(self) -> bytes:
        salt = secrets.token_bytes(32)
        part = self._salt.with_name(f"{self._salt.name}.part")
        with part.open("w", encoding="ascii") as file:
            part.chmod(0o600)
            file.write(salt.hex())
            file.flush()
            os.fsync(file.fileno())
        part.replace(self._salt)
        sync(self._salt.parent)
        return salt


def _named(salt: bytes) -> str:
    return hashlib.sha256(salt).hexdigest()[:8]


def _digest(salt: bytes, kind: str, which: int) -> str:
    return hmac.new(salt, f"{kind}:{which}".encode(), hashlib.sha256).hexdigest()
