"""Power cuts: what was written since the last sync is lost wholly or partly, comes in another order, or is torn.

A match is played once over a disk that records every change. Then the power is cut after each of them, in several ways,
and the files are put together as they may have been left. Every commit that had returned must be there, and of the one
under way all or nothing.
"""

from __future__ import annotations

import hashlib
import random
import shutil
import sqlite3
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from unittest import mock

from bot.store import Ledger
from engine.play.events import Event
from tests.bot.faults.disk import Call, Connection, Disk
from tests.bot.faults.matches import ACTS, Act, Table, cleared, copied, events, rows, sound

SECTOR = 512
WAYS = ("all lost", "none lost", "a first part kept", "some kept", "some kept, disordered", "torn by sectors")


@dataclass
class Tape:
    """What a match has changed on its disk, and the digest of the store after each commit with the changes before.

    `told` are the events that were acknowledged: after how many changes, of which game, and their numbers.
    """

    start: bytes
    changes: list[Call]
    commits: list[tuple[int, str]]
    told: list[tuple[int, int, int]] = field(default_factory=list)


@dataclass
class _File:
    """A file: what is on the disk for sure, and what has been written since the last sync."""

    sure: bytearray = field(default_factory=bytearray)
    pending: list[Call] = field(default_factory=list)

    def settle(self) -> None:
        """Write out all that is pending."""
        for change in self.pending:
            _apply(self.sure, change)
        self.pending.clear()


def digest(path: Path, apart: str = "") -> str:
    """A short form of all rows of a store but those of a table."""
    return hashlib.sha256("\n".join(rows(path, apart)).encode()).hexdigest()


def twin(path: Path, folder: Path) -> Path:
    """A copy of a store that is open, to be read meanwhile.

    Two libraries in one process must not open the same file: POSIX takes away the locks of one when the other closes.
    """
    made = folder / "twin" / path.name
    made.parent.mkdir(exist_ok=True)
    cleared(made)
    for end in ("", "-wal"):
        if Path(f"{path}{end}").exists():
            shutil.copy(f"{path}{end}", f"{made}{end}")
    return made


async def record(blank: Path, folder: Path, acts: Sequence[Act] = ACTS) -> Tape:
    """Play the match, and keep what it does to its disk."""
    path, disk = copied(blank, folder), Disk(recording=True)
    tape = Tape(path.read_bytes(), disk.changes, [(0, digest(blank))])
    execute, append = Connection.execute, Ledger.append

    async def told(self: Ledger, game: int, events: Sequence[Event], *more: Any) -> None:
        await append(self, game, events, *more)
        tape.told.append((len(disk.changes), game, events[-1].sequence))

    def watched(self: Connection, sql: str, parameters: Sequence[object] = ()) -> object:
        result = execute(self, sql, parameters)
        if not self.in_transaction and (now := digest(twin(path, folder))) != tape.commits[-1][1]:
            tape.commits.append((len(disk.changes), now))
        return result

    with (
        disk.mounted(),
        mock.patch.object(Connection, "execute", watched),
        mock.patch.object(Ledger, "append", told),
    ):
        table = await Table.opened(path, acts)
        try:
            for number in range(len(acts)):
                refused = await table.act(number)
                assert refused is None, refused
            await table.database.rows("PRAGMA wal_checkpoint(TRUNCATE)")
        finally:
            await table.database.close()
    return tape


def cut(tape: Tape, after: int, way: str, folder: Path) -> Path:
    """The store as a power cut after so many changes may leave it."""
    files = {"": _File(bytearray(tape.start))}
    for change in tape.changes[:after]:
        _note(files, change)
    chance = random.Random(f"{after} {way}")  # noqa: S311 - a seed for a test
    path = folder / "games.sqlite"
    cleared(path)
    for end, file in files.items():
        for change in _left(file.pending, way, chance):
            _apply(file.sure, change)
        Path(f"{path}{end}").write_bytes(file.sure)
    return path


def check(tape: Tape, after: int, way: str, folder: Path) -> str | None:
    """What is wrong with the store after a cut, if anything."""
    path = cut(tape, after, way, folder)
    done = [state for before, state in tape.commits if before <= after]
    allowed = {state for _, state in tape.commits[len(done) - 1 : len(done) + 1]}
    try:
        if not sound(path):
            return f"{way} after change {after}: unsound"
        if digest(path) not in allowed:
            return f"{way} after change {after}: not what commit {len(done) - 1} or the next has left"
        if lost := {(game, event) for before, game, event in tape.told if before <= after} - events(path):
            return f"{way} after change {after}: acknowledged, and not there: {sorted(lost)}"
    except sqlite3.Error as problem:
        return f"{way} after change {after}: {problem}"
    return None


def _note(files: dict[str, _File], change: Call) -> None:
    if change.what == "delete":
        files.pop(change.file, None)
        return
    file = files.setdefault(change.file, _File())
    if change.what == "sync":
        file.settle()
    elif change.what != "create":
        file.pending.append(change)


def _left(pending: Sequence[Call], way: str, chance: random.Random) -> Iterable[Call]:
    """What has come to the disk of what was pending."""
    if way == "all lost":
        return []
    if way == "none lost":
        return pending
    if way == "a first part kept":
        return pending[: chance.randint(0, len(pending))]
    if way == "torn by sectors":
        pieces = [piece for change in pending for piece in _sectors(change)]
        return [piece for piece in pieces if chance.random() < 0.5]
    kept = [change for change in pending if chance.random() < 0.5]
    return chance.sample(kept, len(kept)) if way == "some kept, disordered" else kept


def _sectors(change: Call) -> list[Call]:
    if change.what != "write":
        return [change]
    ends = [*range(SECTOR - change.place % SECTOR, len(change.data), SECTOR), len(change.data)]
    starts = [0, *ends[:-1]]
    return [
        Call("write", change.file, change.place + start, change.data[start:end])
        for start, end in zip(starts, ends, strict=True)
    ]


def _apply(content: bytearray, change: Call) -> None:
    if change.what == "truncate":
        del content[change.place :]
        return
    missing = change.place - len(content)
    if missing > 0:
        content.extend(bytes(missing))
    content[change.place : change.place + len(change.data)] = change.data
