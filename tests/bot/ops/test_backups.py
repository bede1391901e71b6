"""Backups: one moment of a busy file, checked, never in the way of anything, and the newest of them kept."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from bot.command_line import main
from bot.games import Games
from bot.ops.files import BackupPlan, Backups, made_of
from bot.store import Database, Ledger, StoreError
from bot.store.files import TAKEN, Damaged, copy
from engine.clocks.control import DAY, HOUR
from tests.bot.support.damaged import PAGE, garble
from tests.bot.support.timed import Time

NOW = 1_800_000_000_000
REMEMBER = "INSERT OR REPLACE INTO facts (name, value) VALUES (?, ?)"


class Told:
    """Notices that are kept."""

    def __init__(self) -> None:
        self.words: list[str] = []

    async def tell(self, what: str) -> None:
        """Keep it."""
        self.words.append(what)


def facts(path: Path) -> dict[str, str]:
    """The facts in a file."""
    with closing(sqlite3.connect(path)) as connection:
        return dict(connection.execute("SELECT name, value FROM facts"))


def names(folder: Path) -> list[str]:
    """The names in a folder."""
    return sorted(file.name for file in folder.iterdir())


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
    with pytest.raises(StoreError, match="there is no file"):
        copy(tmp_path / "nowhere", tmp_path / "copy", NOW)
    with pytest.raises(StoreError, match="cannot be copied"):
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


# ---- by themselves


async def test_backups_by_themselves(database: Path, tmp_path: Path) -> None:
    """One is due after each interval, the newest are kept, and nothing else in the folder is touched."""
    time = Time()
    store = await Database.open(database)
    games = Games(Ledger(store), time)
    plan = BackupPlan(tmp_path / "kept", DAY, 3)
    backups = Backups(games, database, plan)
    made = []
    for _ in range(5):
        for _ in range(2):
            await backups.look()
            time.now += DAY // 2 - 2000  # names tell whole seconds
        made.append(made_of(database, plan.folder)[-1][0])
        (tmp_path / "kept" / "games-2020.sqlite").touch()
        time.now += 4000
    await store.close()
    assert [file for file, _ in made_of(database, plan.folder)] == made[-3:]
    assert len(names(plan.folder)) == 4


async def test_a_backup_that_fails_is_told_once(database: Path, tmp_path: Path) -> None:
    """However often backups fail, the owner is told once; none of those kept goes; and once when one succeeds."""
    time = Time()
    store = await Database.open(database)
    owner = Told()
    games = Games(Ledger(store), time, tell_owner=owner.tell)
    plan = BackupPlan(tmp_path / "kept", HOUR, 1)
    backups = Backups(games, database, plan)
    await backups.look()
    moved = database.rename(tmp_path / "moved")  # noqa: ASYNC240 - nothing else runs
    for _ in range(3):
        time.now += HOUR
        await backups.look()
    assert len(owner.words) == 1
    assert "I could not make a backup: there is no file" in owner.words[0]
    assert len(names(plan.folder)) == 1
    moved.rename(database)
    await backups.look()
    assert owner.words[1:] == ["Backups succeed again."]
    assert len(names(plan.folder)) == 1
    await store.close()


# ---- by hand


def test_the_command(
    database: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """`backup FILE` says what it has made, and what it has not."""
    monkeypatch.setenv("DATABASE_PATH", str(database))
    target = str(tmp_path / "copy")
    assert main(["backup", target]) == 0
    assert "checked and synced" in capsys.readouterr().out
    assert main(["backup", target]) == 2
    assert "is there already" in capsys.readouterr().err
    assert main(["backup", target, "--replace"]) == 0
    assert main(["backup", target, "--replace", "--database", "nowhere"]) == 2
    assert "there is no file nowhere" in capsys.readouterr().err
