"""The lease: one process at a time writes to a file, and whoever has lost it writes nothing more.

A lock that the system takes from a process when it ends tells at once whether a holder on the same machine is still
there. A holder on another machine, whose locks may not be seen from here, is believed to be there until it has missed
three heartbeats. Each claim counts up an epoch, and triggers of the connection compare it within each transaction that
writes: after a claim nothing of an earlier holder's can slip in.
"""

from __future__ import annotations

import contextlib
import os
import socket
import sqlite3
import uuid
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from filelock import FileLock, Timeout

from bot.store.damage import StoreError

LAPSE = 90_000
"""How long a holder on another machine is believed in that is not heard of (ms): three heartbeats."""
LOCK = "-lock"
"""What the name of the lock's file ends with, after that of the store's."""
_BOOT = Path("/proc/sys/kernel/random/boot_id")

HOLDER = "SELECT epoch, host, machine, process, since, seen FROM lease"
CLAIM = (
    "INSERT INTO lease (number, epoch, host, machine, process, since, seen) VALUES (1, 1, ?1, ?2, ?3, ?4, ?4)"
    " ON CONFLICT (number) DO UPDATE SET epoch = epoch + 1, host = ?1, machine = ?2, process = ?3, since = ?4,"
    " seen = ?4 RETURNING epoch"
)
RENEW = "UPDATE lease SET seen = ?, machine = ? WHERE epoch = ? RETURNING 1"
"""What notes a heartbeat, 0 for the last, unless another process has claimed the lease."""


class Leased(StoreError):
    """The file is in use by another process, or has been claimed by one; the text says by whom."""


@dataclass(frozen=True)
class Holder:
    """Who holds a lease: which claim it is, on which machine, in which process, since when, and last seen (UTC ms).

    `machine` is "" for a holder without the lock: whether it is there is told by its heartbeats alone.
    """

    epoch: int
    host: str
    machine: str
    process: int
    since: int
    seen: int

    @property
    def words(self) -> str:
        """Who that is, for people."""
        since = datetime.fromtimestamp(self.since / 1000, UTC)
        return f"process {self.process} on the machine {self.host}, since {since:%Y-%m-%d %H:%M} UTC"


class Lock:
    """The lock beside a file that says whether a process of this machine uses it; it goes when the process ends."""

    def __init__(self, path: Path) -> None:
        self._lock = FileLock(f"{path.absolute()}{LOCK}", thread_local=False, fallback_to_soft=False)

    def take(self) -> bool | None:
        """Take the lock; False if another process has it, None where locks are not to be had."""
        try:
            self._lock.acquire(timeout=0)
        except Timeout:
            return False
        except (OSError, NotImplementedError):
            return None
        return True

    @property
    def taken(self) -> bool:
        """Whether this process has it."""
        return self._lock.is_locked

    def release(self) -> None:
        """Let others have it."""
        with contextlib.suppress(OSError):
            self._lock.release(force=True)


class Lease:
    """What a process needs to claim a file: its lock, the time in UTC ms, and whether to take over from a holder."""

    def __init__(self, path: Path, now: Callable[[], int], *, take_over: bool = False) -> None:
        self._path = path
        self._now = now
        self._take_over = take_over
        self._lock = Lock(path)

    def values(self) -> tuple[str, str, int, int]:
        """What CLAIM is given."""
        return socket.gethostname(), self._locked_on(), os.getpid(), self._now()

    def renewal(self) -> tuple[int, str]:
        """What RENEW is given for a heartbeat.

        Whoever took over from a process that still had the lock tries to take it again.
        """
        if not self._lock.taken:
            self._lock.take()
        return self._now(), self._locked_on()

    def _locked_on(self) -> str:
        """The machine on which this process has the lock; "" without it."""
        return machine() if self._lock.taken else ""

    def look(self, holder: Holder | None) -> None:
        """Take the lock; Leased if the file is held by another, and is not to be taken over."""
        alone = self._lock.take()
        if not self._take_over and (alone is False or held(holder, self._now(), alone=alone is True)):
            raise Leased(f"{refusal(self._path, holder, self._now())}. To start all the same, add --take-over")

    def release(self) -> None:
        """Let others have the file."""
        self._lock.release()


def held(holder: Holder | None, now: int, *, alone: bool) -> bool:
    """Whether a holder is believed to be there; `alone` tells that no process of this machine has the lock."""
    if holder is None or not holder.seen or (alone and holder.machine == machine()):
        return False
    return now - holder.seen < LAPSE


def refusal(path: Path, holder: Holder | None, now: int) -> str:
    """Why a file cannot be used, who holds it, and what to do."""
    if holder is None or not holder.seen:
        return f"{path} is in use by another process; stop that one first"
    ago = max(0, now - holder.seen) // 1000
    return (
        f"{path} is in use by {holder.words} (last heard of {ago} s ago); stop that one first. If it is gone for good,"
        f" wait until it has not been heard of for {LAPSE // 1000} s"
    )


def machine() -> str:
    """What tells this machine from others: what its system was given when it started, which all containers share."""
    try:
        return _BOOT.read_text().strip()
    except OSError:
        return f"{uuid.getnode():x}"


def guards(tables: Iterable[str], epoch: int) -> Iterator[str]:
    """The triggers of a connection that undo whatever it writes once its claim is not the last any more."""
    for table in tables:
        for what in ("INSERT", "UPDATE", "DELETE"):
            yield (
                f'CREATE TEMP TRIGGER "{what}_{table}_leased" BEFORE {what} ON main."{table}"'  # noqa: S608 - the schema's
                f" WHEN (SELECT epoch FROM main.lease) IS NOT {epoch:d}"
                " BEGIN SELECT RAISE(ABORT, 'another process writes to this file'); END"
            )


def holder_of(rows: Iterable[sqlite3.Row]) -> Holder | None:
    """The holder in what HOLDER selects, if there is one."""
    return next((Holder(*row) for row in rows), None)
