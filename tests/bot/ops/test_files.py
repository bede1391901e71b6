"""The file of the games looked after: automatic backups, putting one back, and the doctor."""

from __future__ import annotations

import asyncio
import shutil
import sqlite3
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, closing
from pathlib import Path

import pytest

from bot.app import Referee
from bot.command_line import main
from bot.games import Games, Location, utc_now
from bot.games.privacy import NothingKept
from bot.ops.files import BackupPlan, Backups, made_of
from bot.store import Database, Ledger, Player, StoreError
from bot.store.files import TAKEN, copy
from bot.store.privacy import GAME, PERSON, find, note
from engine.clocks.control import DAY, HOUR
from engine.play.commands import MakeMove, Resign
from engine.variants import variant_of
from tests.bot.support.damaged import by_hand, garble, names
from tests.bot.support.refusals import outcome
from tests.bot.support.timed import Time
from tests.wire import Standin, running


class Told:
    def __init__(self) -> None:
        self.words: list[str] = []

    async def tell(self, what: str) -> None:
        self.words.append(what)


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


async def test_the_running_bot_makes_backups(
    discord_: Standin, database: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While the bot runs, the backup that is due is made in the folder that its host has named."""
    assert discord_.base_url
    monkeypatch.setattr("bot.app.LOOK_S", 0.05)
    async with running(Referee(database, backups=BackupPlan(tmp_path / "kept", DAY, 3))):
        async with asyncio.timeout(10):
            while not made_of(database, tmp_path / "kept"):  # noqa: ASYNC110 - a file is waited for
                await asyncio.sleep(0.05)


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
    assert "I couldn't make a backup: there's no file" in owner.words[0]
    assert len(names(plan.folder)) == 1
    moved.rename(database)
    await backups.look()
    assert owner.words[1:] == ["Backups work again."]
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
    assert "there's no file nowhere" in capsys.readouterr().err


ANN, BEN, CAT = Player(11_111_111, "Annabella"), Player(12_222_222, "Benjamin"), Player(13_333_333, "Catherine")


HERE, THERE = Location(701, 2), Location(702, 4)


@asynccontextmanager
async def opened(path: Path) -> AsyncIterator[Games]:
    """The use cases over a file."""
    store = await Database.open(path, alone=True)
    try:
        yield Games(Ledger(store))
    finally:
        await store.close()


async def fill(games: Games) -> None:
    """Let Ann and Ben play in two servers, and Ben and Cat, one game over and others going on."""
    for place, red, blue in ((HERE, ANN, BEN), (HERE, BEN, CAT), (THERE, ANN, CAT), (HERE, ANN, BEN)):
        number = await games.lobby.set_up(place, variant_of("hexeh"), {1: red, 2: blue})
        await games.play.act(await games.tables.find(number), red, lambda seat: MakeMove(seat, None, "Tbc3"))
    await games.play.act(await games.tables.find(1), ANN, Resign)
    await games.notes.write(await games.tables.game(1), BEN, "of my own")


async def forget_person(games: Games, who: Player) -> None:
    await games.privacy.ask(who)
    await games.privacy.carry_on(who.id)


async def forget_server(games: Games) -> None:
    """Forget the server THERE as the bot does once its grace is over."""
    await games.departures.left(THERE.guild)
    await games.departures.forget(THERE.guild)


async def delete_game(games: Games) -> None:
    await games.departures.store.delete(4, games.now())


async def everything(games: Games) -> None:
    await forget_person(games, ANN)
    await forget_server(games)
    await delete_game(games)


def held(path: Path) -> tuple[bool, set[int], set[int]]:
    """Whether Ann's id or name stands anywhere in a file, its games, and their servers."""
    with closing(sqlite3.connect(path)) as connection:
        dump = "\n".join(connection.iterdump())
        games = connection.execute("SELECT number, guild FROM games").fetchall()
    return str(ANN.id) in dump or ANN.name in dump, {row[0] for row in games}, {row[1] for row in games}


async def delete(path: Path, what: Callable[[Games], Awaitable[None]]) -> None:
    """Delete something from a file, then go on playing."""
    async with opened(path) as games:
        await what(games)
        await games.lobby.set_up(HERE, variant_of("hexeh"), {1: BEN, 2: CAT})


def restore(path: Path, backup: Path) -> int:
    return main(["restore", str(backup), "--database", str(path)])


# ---- the command


def test_what_was_deleted_stays_deleted(database: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """People, servers and games deleted after a backup are deleted from it, and nothing else is."""

    async def before() -> None:
        async with opened(database) as games:
            await fill(games)
        copy(database, tmp_path / "backup", utc_now())
        await delete(database, everything)

    asyncio.run(before())
    assert held(tmp_path / "backup") == (True, {1, 2, 3, 4}, {701, 702})
    assert restore(database, tmp_path / "backup") == 0
    said = capsys.readouterr().out
    assert "Deleted again, as after the backup: 1 person, 1 server and 1 game." in said
    assert held(database) == (False, {1, 2}, {701})
    assert ANN.name.encode() not in database.read_bytes()
    (aside,) = tmp_path.glob("games.sqlite.replaced-*")
    assert held(aside) == (False, {1, 2, 5}, {701})
    left = {"backup", "games.sqlite", "games.sqlite-lock", "games.sqlite-deleted", aside.name}
    assert {file.name for file in tmp_path.iterdir()} == left

    async def after() -> None:
        async with opened(database) as games:
            assert isinstance(await outcome(games.privacy.under_way(ANN)), NothingKept)
            game = await games.tables.game(1)
            assert game.seats[2] == BEN
            assert [note.text for note in await games.notes.read(game, BEN)] == ["of my own"]
            assert await games.ledger.fact(TAKEN) is None

    asyncio.run(after())


def test_who_came_back_before_the_backup_stays(
    database: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Deletions from before a backup are not made again: whoever has come back since is somebody new."""

    async def before() -> None:
        async with opened(database) as games:
            await fill(games)
            await forget_person(games, ANN)
            await games.lobby.set_up(HERE, variant_of("hexeh"), {1: ANN, 2: CAT})
        copy(database, tmp_path / "backup", utc_now() + 1)

    asyncio.run(before())
    assert restore(database, tmp_path / "backup") == 0
    assert "no people, no servers and no games" in capsys.readouterr().out
    assert held(database)[0]


def test_what_cannot_be_restored_changes_nothing(
    database: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A backup that is damaged, none, or of another version is refused, and so is a file that is in use."""
    before = database.read_bytes()
    damaged, later, diary = tmp_path / "damaged", tmp_path / "later", tmp_path / "diary"
    copy(database, damaged, 0)
    with closing(sqlite3.connect(damaged)) as connection:
        ((page,),) = connection.execute("SELECT rootpage FROM sqlite_master WHERE name = 'rolls'")
    garble(damaged, page - 1, b"\xff" * 300, 0)
    copy(database, later, 0)
    with closing(sqlite3.connect(later)) as connection:
        connection.execute("PRAGMA user_version = 9999")
    diary.write_text("dear diary " * 1000)
    for file, why in (
        (damaged, "is damaged"),
        (later, "has schema 9999"),
        (diary, "isn't one of my backups"),
        (tmp_path / "nowhere", "there's no file"),
    ):
        assert restore(database, file) == 2
        assert why in capsys.readouterr().err
    copy(database, tmp_path / "good", 0)

    async def used() -> None:
        async with opened(database):
            assert await asyncio.to_thread(restore, database, tmp_path / "good") == 2

    asyncio.run(used())
    told = capsys.readouterr().err
    assert "is in use by another process; stop that one first. Nothing has changed." in told
    assert not list(tmp_path.glob("*.replaced*"))
    with closing(sqlite3.connect(database)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    assert len(before) == len(database.read_bytes())


# ---- the list


def test_the_list_names_nobody(tmp_path: Path) -> None:
    """Lines hold hashes, each under a salt of its own; a line that was cut short spoils none that follows."""
    path = tmp_path / "games.sqlite"
    note(path, PERSON, ANN.id, 5)
    with (tmp_path / "games.sqlite-deleted").open("a") as file:
        file.write("\nperson 6 cut sho")
    note(path, PERSON, BEN.id, 7)
    note(path, PERSON, ANN.id, 8)
    text = (tmp_path / "games.sqlite-deleted").read_text()
    assert str(ANN.id) not in text
    assert len({line.split()[-1] for line in text.splitlines() if len(line) > 99}) == 3
    people = {ANN.id, BEN.id, CAT.id}
    assert [find(path, PERSON, people, moment) for moment in (0, 8, 9)] == [[ANN.id, BEN.id], [ANN.id], []]
    assert find(path, GAME, people, 0) == []


async def test_nothing_is_deleted_that_cannot_be_noted(database: Path, tmp_path: Path) -> None:
    """Where the list cannot be written nothing is deleted, and that is told."""
    (tmp_path / "games.sqlite-deleted").mkdir()
    async with opened(database) as games:
        await fill(games)
        with pytest.raises(StoreError, match="list of deletions"):
            await games.privacy.ask(ANN)
        with pytest.raises(StoreError):
            await delete_game(games)
        assert await games.ledger.game(4)
        assert not await games.privacy.store.asked(ANN.id)


LOST = {
    "DELETE FROM events WHERE game = 4 AND sequence = 1": "game 4 is frozen: its row counts 1 events",
    "DELETE FROM events WHERE game = 1 AND sequence = 2": "game 1 is frozen",
    "UPDATE events SET fields = 'nonsense' WHERE game = 4": "game 4 is frozen: event 1 can't be read",
}


"""What is done to a file, and what is said to be lost."""


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Fill a file with a game that is over and others that go on."""
    path = tmp_path_factory.mktemp("sound") / "games.sqlite"

    async def make() -> None:
        async with opened(path) as games:
            await fill(games)

    asyncio.run(make())
    return path


@pytest.fixture
def file(sound: Path, tmp_path: Path) -> Path:
    return Path(shutil.copy(sound, tmp_path / "games.sqlite"))


def asked(path: Path, *more: str) -> int:
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
        (tmp_path / "nowhere", "there's no file"),
        (diary, "not a database"),
        (later, "schema 9999"),
    ):
        assert asked(path) == 2
        assert why in capsys.readouterr().err
