"""The doctor: what is sound is called so, what is wrong is named, and what follows from what is sound is mended."""

from __future__ import annotations

import asyncio
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from bot.command_line import main
from bot.store import Database
from tests.bot.support.damaged import by_hand, filled, garble
from tests.bot.support.league import ANN, BEN, CAT, HERE, Club
from tests.bot.support.timed import Time

LOST = {
    "DELETE FROM events WHERE game = 4 AND sequence = 5": "game 4 is frozen: its row counts 5 events",
    "DELETE FROM events WHERE game = 1 AND sequence = 2": "game 1 is frozen",
    "UPDATE events SET fields = 'nonsense' WHERE game = 4 AND sequence = 1": "game 4 is frozen: event 1 cannot be read",
}
"""What is done to a file, and what is said to be lost."""


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Fill a file: rated games that are over, one going on, one with clocks, a challenge, one withdrawn."""
    path = tmp_path_factory.mktemp("sound") / "games.sqlite"

    async def fill() -> None:
        async with Club.opened(path) as club:
            await club.played(ANN, BEN)
            await club.played(BEN, CAT, "draw")
            await club.played(ANN, CAT, "2")
            number = await club.begin(ANN, BEN, options={})
            game = await club.ledger.game(number)
            assert game is not None
            for _ in range(4):
                table = await club.games.tables.find(number)
                await club._move(table)
        await filled(path, HERE, 1, Time())

    asyncio.run(fill())
    return path


@pytest.fixture
def file(sound: Path, tmp_path: Path) -> Path:
    """Give a copy of it."""
    return Path(shutil.copy(sound, tmp_path / "games.sqlite"))


def asked(path: Path, *more: str) -> int:
    """Ask the doctor."""
    return main(["doctor", "--database", str(path), *more])


def test_what_is_sound_is_called_so(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A sound file has no findings, and looking leaves nothing behind."""
    before = file.read_bytes()
    assert asked(file) == 0
    assert capsys.readouterr().out == f"{file} is sound.\n"
    assert file.read_bytes() == before
    assert [each.name for each in file.parent.iterdir()] == ["games.sqlite"]


@pytest.mark.parametrize(("change", "said"), LOST.items(), ids=range(len(LOST)))
def test_what_is_lost_is_named(file: Path, capsys: pytest.CaptureFixture[str], change: str, said: str) -> None:
    """What only a backup can bring back is named, and left as it is."""
    with by_hand(file) as connection:
        assert connection.execute(change).rowcount >= 1
    assert asked(file) == 1
    (line,) = capsys.readouterr().out.splitlines()
    assert said in line


def test_damaged_pages_are_named(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Where a page is damaged, what to do is told."""
    with closing(sqlite3.connect(file)) as connection:
        (root,) = connection.execute("SELECT rootpage FROM sqlite_master WHERE name = 'seats_by_player'").fetchone()
    garble(file, root - 1, b"\xff" * 300, 0)
    assert asked(file) == 1
    assert "hexmarshal restore" in capsys.readouterr().out


def test_what_cannot_be_opened(tmp_path: Path, file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A file that is none, no database, or of another version has a status of its own."""
    diary, later = tmp_path / "diary", Path(shutil.copy(file, tmp_path / "later"))
    diary.write_text("dear diary " * 1000)
    with closing(sqlite3.connect(later)) as connection:
        connection.execute("PRAGMA user_version = 9999")
    for path, why in (
        (tmp_path / "nowhere", "there is no file"),
        (diary, "not a database"),
        (later, "schema 9999"),
    ):
        assert asked(path) == 2
        assert why in capsys.readouterr().err


def test_a_file_in_use_is_looked_at(file: Path) -> None:
    """While the bot runs the doctor reads one moment of its file."""

    async def use() -> None:
        store = await Database.open(file, alone=True)
        assert await asyncio.to_thread(asked, file) == 0
        await store.close()

    asyncio.run(use())
