"""The doctor: what is sound is called so, what is wrong is named, and what follows from what is sound is mended."""

from __future__ import annotations

import asyncio
import json
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from bot.__main__ import main
from bot.store import Database, Lock
from bot.upkeep.doctoring import look_over
from bot.upkeep.findings import Gravity
from tests.bot.damaged import PAGE, by_hand, filled, garble
from tests.bot.league import ANN, BEN, CAT, HERE, Club
from tests.bot.timed import Time

MENDABLE = {
    "UPDATE games SET sequence = 3 WHERE number = 1": "game 1 does not follow from its events: sequence is 3 instead",
    "UPDATE games SET turn = NULL WHERE number = 4": "game 4 does not follow from its events: turn is None instead of",
    "UPDATE games SET stage = 'playing', turn = 1 WHERE number = 2": "stage is 'playing' instead of 'over'",
    "UPDATE games SET winner = 2, reason = 'luck' WHERE number = 1": "winner is 2 instead of 1, reason is 'luck'",
    "UPDATE games SET shown = 999 WHERE number = 4": "shown is 999 instead of",
    "UPDATE deadlines SET due = 5 WHERE kind = 'flag' AND game = 5": "the clock of game 5 comes at 5 instead of",
    "DELETE FROM deadlines WHERE kind = 'flag' AND game = 5": "the clock of game 5 is not noted",
    "UPDATE skills SET outcome = 1 WHERE player = 12": "1 skills are not those after the last rated game",
    "DELETE FROM skills WHERE player = 11": "1 skills are not those",
    "DELETE FROM names WHERE player = 13": "1 names of players on leaderboards are missing",
}
"""What is done to a file, and what is said of it and mended."""
LOST = {
    "DELETE FROM events WHERE game = 4 AND sequence = 5": "row counts 5 events, of which 1 are missing",
    "DELETE FROM events WHERE game = 1 AND sequence = 2": "game 1 is frozen",
    "UPDATE events SET fields = 'nonsense' WHERE game = 4 AND sequence = 1": "game 4 is frozen: event 1 cannot be read",
    "UPDATE secrets SET secret = x'00112233445566778899aabbccddeeff' WHERE game = 4": "dice of game 4 is not the one",
    "UPDATE placings SET place = 3 - place WHERE game = 3": "the outcome of game 3 is not",
    "UPDATE ratings SET mu = mu + 1 WHERE outcome = 2 AND player = 12": "the ratings after game 2 do not follow",
    "INSERT INTO notes VALUES (99, 11, 1, 0, '', 'lost')": "1 rows of the table notes belong to rows of games",
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
                await club._move(table)  # type: ignore[arg-type]
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


def found(path: Path) -> list[tuple[str, str]]:
    """What is found, with how grave it is."""
    return [(each.gravity.name, each.what) for each in asyncio.run(look_over(path))]


def test_what_is_sound_is_called_so(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A sound file has no findings, and looking leaves nothing behind."""
    before = file.read_bytes()
    assert found(file) == []
    assert asked(file) == 0
    assert capsys.readouterr().out == f"{file} is sound.\n"
    assert asked(file, "--mend", "--json") == 0
    assert json.loads(capsys.readouterr().out) == {"file": str(file), "status": 0, "findings": [], "mended": []}
    assert file.read_bytes() == before
    assert [each.name for each in file.parent.iterdir()] == ["games.sqlite"]


@pytest.mark.parametrize(("change", "said"), MENDABLE.items(), ids=range(len(MENDABLE)))
def test_what_follows_from_events_is_mended(
    file: Path, capsys: pytest.CaptureFixture[str], change: str, said: str
) -> None:
    """What is written beside the events, and does not follow from them, is named, then written anew from them."""
    with closing(sqlite3.connect(file)) as connection, connection:
        assert connection.execute(change).rowcount == 1
    ((gravity, what),) = found(file)
    assert gravity == "MENDABLE"
    assert said in what
    assert asked(file) == 1
    assert f"- {what}" in capsys.readouterr().out
    assert asked(file, "--mend") == 0
    assert f"Mended: {what}." in capsys.readouterr().out
    assert found(file) == []


@pytest.mark.parametrize(("change", "said"), LOST.items(), ids=range(len(LOST)))
def test_what_is_lost_is_named(file: Path, capsys: pytest.CaptureFixture[str], change: str, said: str) -> None:
    """What only a backup can bring back is named, and left as it is."""
    with by_hand(file) as connection:
        for name in ("placings_stay", "ratings_stay"):
            connection.execute(f"DROP TRIGGER {name}")
        assert connection.execute(change).rowcount >= 1
    assert ("LOST", said) in [(gravity, said) for gravity, what in found(file) if said in what]
    assert asked(file, "--mend") == 2
    assert said in capsys.readouterr().out


@pytest.mark.parametrize("how", ["entry", "page"])
@pytest.mark.parametrize("index", ["seats_by_player", "games_by_channel", "deadlines_by_kind"])
def test_indexes_are_built_anew(file: Path, capsys: pytest.CaptureFixture[str], how: str, index: str) -> None:
    """An index that lacks an entry, or whose page is garbage, is built anew from its table."""
    with closing(sqlite3.connect(file)) as connection, connection:
        root, table = connection.execute(
            "SELECT rootpage, tbl_name FROM sqlite_master WHERE name = ?", (index,)
        ).fetchone()
        size = connection.execute("PRAGMA page_size").fetchone()[0]
    assert size == PAGE
    if how == "page":
        garble(file, root - 1, b"\xff" * 300, 0)
    else:
        data = file.read_bytes()[(root - 1) * PAGE : root * PAGE]
        cells = int.from_bytes(data[3:5], "big")
        garble(file, root - 1, (cells - 1).to_bytes(2, "big"), 3)  # the last entry is there no more
    assert f"the indexes of the table {table} do not fit it" in dict(found(file))["MENDABLE"]
    assert asked(file, "--mend") == 0
    assert f"Mended: the indexes of the table {table}" in capsys.readouterr().out
    assert len(list(file.parent.glob("games.sqlite.damaged-*"))) == 1
    assert found(file) == []


def test_what_cannot_be_opened(tmp_path: Path, file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A file that is none, no database, or of a later version has a status of its own, in words and as JSON."""
    diary, later = tmp_path / "diary", Path(shutil.copy(file, tmp_path / "later"))
    diary.write_text("dear diary " * 1000)
    with closing(sqlite3.connect(later)) as connection:
        connection.execute("PRAGMA user_version = 9999")
    for path, why in ((tmp_path / "nowhere", "there is no file"), (diary, "not a database"), (later, "later version")):
        assert asked(path) == 3
        assert why in capsys.readouterr().err
        assert asked(path, "--json") == 3
        assert why in json.loads(capsys.readouterr().out)["problem"]


def test_a_file_in_use_is_looked_at_but_not_mended(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """While the bot runs the doctor reads one moment of its file, and mends nothing."""

    async def use() -> None:
        store = await Database.open(file, Lock(file))
        assert await asyncio.to_thread(asked, file) == 0
        await store.rows("UPDATE games SET shown = 999 WHERE number = 4")
        assert await asyncio.to_thread(asked, file) == 1
        assert await asyncio.to_thread(asked, file, "--mend") == 3
        await store.close()

    asyncio.run(use())
    told = capsys.readouterr().err
    assert "is in use by another process" in told


def test_rules_that_have_changed_are_no_damage(file: Path) -> None:
    """A game under an earlier edition of its rules is frozen, which is to be known, and nothing is wrong."""
    with closing(sqlite3.connect(file)) as connection, connection:
        connection.execute("UPDATE games SET edition = 0 WHERE number = 4")
    ((gravity, what),) = found(file)
    assert (gravity, what) == (Gravity.NOTE.name, "game 4 is frozen: it began under edition 0 of its rules")
    assert asked(file) == 0


def test_deletions_leave_it_sound(file: Path) -> None:
    """Where people, games and leaderboards were deleted what is left is sound."""

    async def delete() -> None:
        async with Club.opened(file) as club:
            await club.games.departures.store.delete(2, club.now())
            await club.games.privacy.ask(ANN)
            while due := await club.ledger.deadlines.of_kind("erase"):
                await club.games.privacy.carry_on(due[0])
            await club.played(BEN, CAT)
            await club.standings._book.reset(HERE.guild, "hexeh")
            await club.played(BEN, CAT)

    asyncio.run(delete())
    assert found(file) == []
