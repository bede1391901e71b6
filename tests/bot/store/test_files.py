"""Copies of the file: one moment of a busy file, checked, and never half there."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from bot.store import StoreError
from bot.store.files import TAKEN, Damaged, copy
from tests.bot.support.damaged import PAGE, facts, garble, names

NOW = 1_800_000_000_000


REMEMBER = "INSERT OR REPLACE INTO facts (name, value) VALUES (?, ?)"


@pytest.fixture
def busy(database: Path) -> Path:
    """Fill a file with facts that take many pages."""
    with closing(sqlite3.connect(database)) as connection, connection:
        connection.executemany(REMEMBER, [(f"old {number:05}", "x" * 900) for number in range(12_000)])
    return database


# ---- copies


def test_one_moment_of_a_file_that_is_written_to(busy: Path, tmp_path: Path) -> None:
    """A copy holds a file as it was when it was begun, however much is written, and is never begun anew."""
    left: list[int] = []
    writer = sqlite3.connect(busy, timeout=0)

    def write(_: int, remaining: int, __: int) -> None:
        left.append(remaining)
        with writer:
            writer.execute(REMEMBER, (f"new {len(left)}", "x" * 9000))

    with closing(writer):
        copy(busy, tmp_path / "copy", NOW, progress=write)
    assert len(left) > 2
    assert left == sorted(left, reverse=True)
    held = facts(tmp_path / "copy")
    assert held.pop(TAKEN) == str(NOW)
    assert len(held) == 12_000
    assert not [name for name in held if name.startswith("new")]
    assert sum(name.startswith("new") for name in facts(busy)) == len(left)
    assert names(tmp_path) == ["copy", "games.sqlite"]


def test_nothing_is_overwritten_unasked(database: Path, tmp_path: Path) -> None:
    """A file that is there stays as it is unless it is to be replaced; what is missing is named."""
    target = tmp_path / "diary"
    target.write_text("dear diary")
    with pytest.raises(StoreError, match="is there already"):
        copy(database, target, NOW)
    assert target.read_text() == "dear diary"
    copy(database, target, NOW, replace=True)
    assert TAKEN in facts(target)
    with pytest.raises(StoreError, match="there's no file"):
        copy(tmp_path / "nowhere", tmp_path / "copy", NOW)
    with pytest.raises(StoreError, match="can't be copied"):
        copy(database, tmp_path / "no" / "folder", NOW)


def test_a_damaged_file_is_copied_only_when_asked(busy: Path, tmp_path: Path) -> None:
    """No copy is made of what is not sound, unless somebody wants to save what can be saved."""
    garble(busy, busy.stat().st_size // PAGE - 5, b"\xff" * 300, 0)
    with pytest.raises(Damaged, match="so would be its copy"):
        copy(busy, tmp_path / "copy", NOW)
    assert names(tmp_path) == ["games.sqlite"]
    copy(busy, tmp_path / "copy", NOW, even_damaged=True)
    assert names(tmp_path) == ["copy", "games.sqlite"]


def test_a_full_disk_leaves_nothing_behind(busy: Path, tmp_path: Path) -> None:
    """Where a copy fails in the middle nothing of it is left, and an earlier one stays."""
    (tmp_path / "copy").write_text("the one before")

    def fail(*_: int) -> None:
        raise sqlite3.OperationalError("database or disk is full")

    with pytest.raises(StoreError, match="disk is full"):
        copy(busy, tmp_path / "copy", NOW, replace=True, progress=fail)
    assert (tmp_path / "copy").read_text() == "the one before"
    assert names(tmp_path) == ["copy", "games.sqlite"]
