"""The store: durable, append-only, and what its columns say agrees with its events."""

from __future__ import annotations

import asyncio
import sqlite3
import threading
from collections.abc import AsyncIterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from bot.games import Games, Location
from bot.store import Conflict, Database, Ledger, Player, Repeated, StoredGame, StoreError
from bot.store.database import SCHEMA
from engine.play.commands import Command, MakeMove, Resign
from engine.play.events import Event, Moved, Resigned
from engine.play.game import replay
from engine.play.state import State
from engine.records.replay import replay_moves
from engine.rules.protocols import Result
from engine.variants import variant_of
from tests.engine.proposing import accept_draw, offer_draw

ANN, BEN = Player(11, "Ann"), Player(12, "Ben")
FIRST = "b1c3"
DIARY = "dear diary, " * 100


def played(moves: str) -> State:
    """The state after moves in long notation."""
    return replay_moves(variant_of("hexeh"), moves)


@pytest.fixture
def database(new_file: Path) -> Path:
    """Let every file be made anew: here it is looked at how that is done."""
    return new_file


@pytest.fixture
async def store(database: Path) -> AsyncIterator[Database]:
    """Open the file for one test."""
    opened = await Database.open(database)
    yield opened
    await opened.close()


@pytest.fixture
def diary(tmp_path: Path) -> Path:
    """Write a file that is no database."""
    path = tmp_path / "diary"
    path.write_text(DIARY)
    return path


@pytest.fixture
def ledger(store: Database) -> Ledger:
    """Read and write games in it."""
    return Ledger(store)


async def begun(ledger: Ledger) -> int:
    """Begin a game between Ann and Ben; its number."""
    return await Games(ledger, now=lambda: 5).lobby.set_up(Location(1, 2), variant_of("hexeh"), {1: ANN, 2: BEN})


def first_move(at: int = 7) -> list[Event]:
    """The event of a first move."""
    return [Event(1, at, 1, Moved(FIRST))]


def direct(path: Path, statement: str) -> list[tuple[object, ...]]:
    """The rows that another program sees in the file."""
    with closing(sqlite3.connect(path)) as connection, connection:
        return connection.execute(statement).fetchall()


def workers() -> list[threading.Thread]:
    """The threads in which files are read and written."""
    return [thread for thread in threading.enumerate() if "_connection_worker_thread" in thread.name]


# ---- the file


async def test_a_new_file_gets_its_tables_and_an_old_one_is_left_alone(database: Path) -> None:
    """Tables are made when a file is opened that has none, and never again."""
    await (await Database.open(database)).close()
    assert direct(database, "PRAGMA user_version") == [(SCHEMA,)]
    direct(database, "INSERT INTO facts VALUES ('kept', 'yes')")
    schema = direct(database, "SELECT name, sql FROM sqlite_master ORDER BY name")
    again = await Database.open(database)
    assert await Ledger(again).fact("kept") == "yes"
    await again.close()
    assert direct(database, "SELECT name, sql FROM sqlite_master ORDER BY name") == schema


async def test_another_schema_is_refused(database: Path) -> None:
    """A file of another version is refused in a sentence that says what to do, and left as it is."""
    direct(database, "PRAGMA user_version = 999")
    with pytest.raises(StoreError, match=r"^the database has schema 999, and I only read schema \d+: .* start anew$"):
        await Database.open(database)
    assert direct(database, "PRAGMA user_version") == [(999,)]
    assert direct(database, "SELECT count(*) FROM sqlite_master") == [(0,)]


async def test_a_file_that_is_no_database_is_refused(diary: Path) -> None:
    """A file of another kind is refused in a sentence that names it, and left as it is."""
    with pytest.raises(StoreError, match=rf"^cannot use the database {diary}: file is not a database$"):
        await Database.open(diary)
    assert await asyncio.to_thread(diary.read_text) == DIARY


async def test_a_folder_is_no_database(tmp_path: Path) -> None:
    """A path that cannot be opened is refused in a sentence that names it."""
    with pytest.raises(StoreError, match=rf"^cannot open the database {tmp_path}: "):
        await Database.open(tmp_path)


async def test_what_is_committed_is_on_the_disk(store: Database, database: Path) -> None:
    """The file is in write-ahead mode, and every commit is synced in full."""
    assert (await store.rows("PRAGMA journal_mode")) == [("wal",)]
    assert (await store.rows("PRAGMA synchronous")) == [(2,)]
    assert direct(database, "PRAGMA journal_mode") == [("wal",)]


async def test_no_thread_is_left_behind(database: Path, diary: Path, tmp_path: Path) -> None:
    """Closing a file ends its thread, and a file that is refused leaves none."""
    opened = await Database.open(database)
    assert len(workers()) == 1
    await opened.close()
    for unusable in (tmp_path, diary):
        with pytest.raises(StoreError):
            await Database.open(unusable)
    for worker in workers():
        worker.join(5)
    assert workers() == []


def test_a_refusal_outlives_its_thread(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """When a program ends right after a refused path, no thread of the store is left to complain."""
    complaints: list[object] = []
    monkeypatch.setattr(threading, "excepthook", complaints.append)
    for _ in range(30):
        with pytest.raises(StoreError):
            asyncio.run(Database.open(tmp_path))
    for worker in workers():
        worker.join(5)
    assert complaints == []


async def test_a_transaction_is_undone_by_an_exception(store: Database, ledger: Ledger) -> None:
    """Statements of a transaction that an exception leaves have not happened, and the next one works."""

    async def half() -> None:
        async with store.transaction() as run:
            await run("INSERT INTO facts VALUES ('half', 'done')")
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        await half()
    assert await ledger.fact("half") is None
    await ledger.remember("half", "done")
    assert await ledger.fact("half") == "done"


# ---- events


@pytest.mark.parametrize("statement", ["UPDATE events SET at = 0", "DELETE FROM events"])
async def test_events_are_append_only(store: Database, ledger: Ledger, statement: str) -> None:
    """No statement changes or removes an event."""
    number = await begun(ledger)
    await ledger.append(number, first_move(), played(FIRST), None)
    with pytest.raises(sqlite3.IntegrityError, match="append-only"):
        await store.rows(statement)
    assert await ledger.events(number) == first_move()


async def test_a_taken_number_is_a_conflict(ledger: Ledger) -> None:
    """An event whose number is taken is a Conflict, and nothing is written."""
    number = await begun(ledger)
    await ledger.append(number, first_move(), played(FIRST), 100)
    before = await ledger.game(number)
    with pytest.raises(Conflict):
        await ledger.append(number, [Event(1, 9, 1, Moved("f1e3"))], played("f1e3"), 101)
    assert await ledger.events(number) == first_move()
    assert await ledger.game(number) == before


async def test_a_used_cause_is_repeated(ledger: Ledger) -> None:
    """An event whose cause has acted before is Repeated, in another game too, and nothing is written."""
    number, other = await begun(ledger), await begun(ledger)
    await ledger.append(number, first_move(), played(FIRST), 100)
    before = await ledger.game(other)
    with pytest.raises(Repeated):
        await ledger.append(other, first_move(), played(FIRST), 100)
    assert await ledger.events(other) == []
    assert await ledger.game(other) == before


async def test_other_constraints_are_told_as_what_they_are(ledger: Ledger) -> None:
    """Constraints are told apart by which they are: neither a conflict nor a repetition, whatever their text says."""
    with pytest.raises(sqlite3.IntegrityError) as unknown:
        await ledger.append(999, first_move(), played(FIRST), 100)
    assert unknown.value.sqlite_errorname == "SQLITE_CONSTRAINT_FOREIGNKEY"
    await ledger.database.rows(
        "CREATE TRIGGER because BEFORE INSERT ON events BEGIN SELECT RAISE(ABORT, 'no cause given'); END"
    )
    with pytest.raises(sqlite3.IntegrityError) as refused:
        await ledger.append(await begun(ledger), first_move(), played(FIRST), 100)
    assert refused.value.sqlite_errorname == "SQLITE_CONSTRAINT_TRIGGER"


async def test_of_several_events_all_are_written_or_none(ledger: Ledger) -> None:
    """Events appended together are one commit: a conflict in the second undoes the first."""
    number = await begun(ledger)
    events = [Event(1, 7, 1, Moved(FIRST)), Event(1, 8, 2, Moved("f5e3"))]
    with pytest.raises(Conflict):
        await ledger.append(number, events, played(FIRST), None)
    assert await ledger.events(number) == []


HISTORIES: dict[str, tuple[Command, ...]] = {
    "begun": (),
    "moved": (MakeMove(1, None, FIRST),),
    "offered": (MakeMove(1, None, FIRST), offer_draw(1)),
    "agreed": (offer_draw(1), accept_draw(2)),
    "resigned": (MakeMove(1, None, FIRST), Resign(1)),
}


@pytest.mark.parametrize("case", HISTORIES)
async def test_the_columns_equal_what_the_events_lead_to(ledger: Ledger, store: Database, case: str) -> None:
    """Turn, stage, winner, reason and sequence are those of the state that the events replay to."""
    play, number = Games(ledger).play, await begun(ledger)
    for command in HISTORIES[case]:
        await play.act(number, (ANN, BEN)[command.seat - 1], lambda _, command=command: command)  # type: ignore[misc]
    events = await ledger.events(number)
    state = replay(variant_of("hexeh"), events)
    assert len(events) == len(HISTORIES[case]) + (state.result is not None), "a game's end reveals its secret"
    winner, reason = (state.result.winner, state.result.reason) if state.result else (None, None)
    turn, stage = (None, "over") if state.result else (state.turn, "playing")
    columns = await store.row("SELECT turn, stage, winner, reason, sequence FROM games WHERE number = ?", number)
    assert columns == (turn, stage, winner, reason, len(events))


@pytest.mark.parametrize("pauses", range(6))
async def test_a_transaction_cancelled_anywhere_leaves_none_open(store: Database, database: Path, pauses: int) -> None:
    """Whenever a task is cancelled in a transaction, what others write after it is in the file."""

    async def written() -> None:
        async with store.transaction() as run:
            await run("INSERT INTO facts (name, value) VALUES ('half', '1')")

    task = asyncio.create_task(written())
    for _ in range(pauses):
        await asyncio.sleep(0)
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)
    await store.rows("INSERT INTO facts (name, value) VALUES ('whole', '1')")
    assert ("whole",) in direct(database, "SELECT name FROM facts")


@pytest.mark.parametrize("pauses", range(8))
async def test_an_act_cancelled_anywhere_is_whole_or_not_there(store: Database, database: Path, pauses: int) -> None:
    """Whenever whoever acts is cancelled, all of the act is in the file or nothing, and others go on."""

    async def act() -> None:
        async with store.transaction() as run:
            await run("INSERT INTO facts (name, value) VALUES ('half', '1')")
            await run("INSERT INTO facts (name, value) VALUES ('other half', '1')")

    tasks = [asyncio.create_task(act()), asyncio.create_task(Ledger(store).remember("whole", "1"))]
    for _ in range(pauses):
        await asyncio.sleep(0.0002)
    tasks[0].cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    found = {name for (name,) in direct(database, "SELECT name FROM facts")}
    assert found in ({"whole"}, {"whole", "half", "other half"})


async def test_acts_at_once_are_each_their_own(store: Database, ledger: Ledger) -> None:
    """Of acts that come at the same time one that is refused changes nothing, and the others stand."""

    async def noted(name: str) -> None:
        async with store.transaction() as run:
            await run("INSERT INTO facts VALUES (?, 'done')", name)
            if name == "half":
                raise ZeroDivisionError

    names = ("one", "half", "two")
    outcomes = await asyncio.gather(*map(noted, names), return_exceptions=True)
    assert [type(outcome) for outcome in outcomes] == [type(None), ZeroDivisionError, type(None)]
    assert [await ledger.fact(name) for name in names] == ["done", None, "done"]


async def test_a_commit_that_fails_leaves_no_transaction_open(store: Database, database: Path) -> None:
    """A transaction whose commit fails is undone, and what is written after it is in the file."""

    async def seated_nowhere() -> None:
        async with store.transaction() as run:
            await run("PRAGMA defer_foreign_keys = ON")
            await run("INSERT INTO seats (game, seat, player, name) VALUES (99, 1, 1, 'Nobody')")

    with pytest.raises(sqlite3.IntegrityError):
        await seated_nowhere()
    await store.rows("INSERT INTO facts (name, value) VALUES ('whole', '1')")
    assert [("whole",)] == direct(database, "SELECT name FROM facts")
    assert [] == direct(database, "SELECT * FROM seats")


async def test_a_full_disk_passes(store: Database) -> None:
    """Where the disk is full nothing is written, and that is told; once there is room again all goes on."""
    remember = "INSERT INTO facts VALUES ('long', ?)"
    ((pages,),) = await store.rows("PRAGMA page_count")
    await store.rows(f"PRAGMA max_page_count = {pages}")
    with pytest.raises(sqlite3.OperationalError) as full:
        await store.rows(remember, "x" * 100_000)
    assert full.value.sqlite_errorname == "SQLITE_FULL"
    await store.rows(f"PRAGMA max_page_count = {pages + 100}")
    await store.rows(remember, "x" * 100_000)


# ---- what was shown


async def found(ledger: Ledger, number: int) -> StoredGame:
    """The game as the store has it."""
    game = await ledger.game(number)
    assert game is not None
    return game


async def test_shown_never_goes_backwards(ledger: Ledger) -> None:
    """A late note about an earlier event changes neither the number shown nor the message."""
    number = await begun(ledger)
    await ledger.shown(number, 3, 30)
    await ledger.shown(number, 2, 20)
    assert ((await found(ledger, number)).shown, (await found(ledger, number)).message) == (3, 30)
    await ledger.shown(number, 4, None)
    assert ((await found(ledger, number)).shown, (await found(ledger, number)).message) == (4, 30)


async def test_the_message_before_is_worn_until_its_buttons_are_gone(ledger: Ledger) -> None:
    """A new board makes the message before it worn; the same board noted twice does not wear itself out."""
    number = await begun(ledger)
    await ledger.shown(number, 0, 30)
    assert (await found(ledger, number)).worn is None
    await ledger.shown(number, 1, 40)
    await ledger.shown(number, 1, 40)
    assert ((await found(ledger, number)).message, (await found(ledger, number)).worn) == (40, 30)
    await ledger.stripped(number)
    assert (await found(ledger, number)).worn is None


async def test_lagging_lists_what_the_channels_have_not_been_shown(ledger: Ledger) -> None:
    """Lagging are open challenges never shown and games behind their last event or with old buttons; void never."""
    fresh, seen, moved, over, worn = [await begun(ledger) for _ in range(5)]
    challenge = replace(await found(ledger, fresh), seats={0: ANN})
    open_, shown, void = [await ledger.open_challenge(challenge, bytes(32)) for _ in range(3)]
    await ledger.void(void, "withdrawn")
    for number in (seen, moved, over, worn, shown):
        await ledger.shown(number, 0, 1)
    await ledger.append(moved, first_move(), played(FIRST), None)
    resigned = replace(played(FIRST), result=Result(2, "resignation"))
    await ledger.append(over, [Event(1, 7, 1, Resigned())], resigned, None)
    await ledger.shown(worn, 0, 2)
    assert [game.number for game in await ledger.lagging()] == [fresh, moved, over, worn, open_]
    for number in (moved, over):
        await ledger.shown(number, 1, None)
    await ledger.stripped(worn)
    assert [game.number for game in await ledger.lagging()] == [fresh, open_]
