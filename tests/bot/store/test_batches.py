"""What waits together is committed together, and each act has its own outcome; counted, not timed."""

from __future__ import annotations

import asyncio
import sqlite3
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import replace
from pathlib import Path
from unittest import mock

import pytest

from bot.games import Games, Location
from bot.store import AdriftStore, Conflict, Database, Ledger, Player, Repeated, SharedDiceStore
from bot.store.database import Run
from bot.store.hand import Clerk, Hand
from engine.clocks.control import DAY, TimeControl
from engine.play.commands import Resign
from engine.play.events import Event, Moved
from engine.play.game import new_game
from engine.variants import variant_of

GAMES = 16
STATE = new_game(variant_of("hexeh"))
TURNS = ("BEGIN", "COMMIT", "SAVEPOINT", "RELEASE", "ROLLBACK")


@pytest.fixture
async def store(database: Path) -> AsyncIterator[Database]:
    """Open the file for one test."""
    opened = await Database.open(database)
    yield opened
    await opened.close()


@pytest.fixture
async def ledger(store: Database) -> Ledger:
    """Let games go on in it, twice as many as move at once."""
    ledger = Ledger(store)
    lobby = Games(ledger, SharedDiceStore(store), now=lambda: 5).lobby
    players = {1: Player(11, "Ann"), 2: Player(12, "Ben")}
    for _ in range(2 * GAMES):
        await lobby.set_up(Location(1, 2), variant_of("hexeh"), players)
    return ledger


def move(ledger: Ledger, game: int, sequence: int = 1, cause: int | None = None) -> Awaitable[None]:
    """Commit a move."""
    event = Event(sequence, 7, 1, Moved("b1c3"))
    return ledger.append(game, [event], replace(STATE, sequence=sequence), 1000 + game if cause is None else cause)


def moved(path: Path) -> set[int]:
    """The games that another program sees to have moved."""
    with closing(sqlite3.connect(path)) as connection:
        return {game for (game,) in connection.execute("SELECT game FROM events WHERE kind = 'moved'")}


@contextmanager
def counted() -> Iterator[Counter[str]]:
    """Count hops to the connection's thread, and what is run there by its first word."""
    count: Counter[str] = Counter()
    do, let, run = Clerk.do, Clerk.let, Hand.run

    async def hop(self: Clerk, work: Callable[[Hand], object]) -> object:
        count["hop"] += 1
        return await do(self, work)

    def handed(self: Clerk, work: Callable[[Hand], object], told: Callable[[object], None]) -> None:
        count["hop"] += 1
        let(self, work, told)

    def ran(self: Hand, statement: str, *values: object) -> list[sqlite3.Row]:
        count[statement.split(maxsplit=1)[0]] += 1
        return run(self, statement, *values)

    with (
        mock.patch.object(Clerk, "do", hop),
        mock.patch.object(Clerk, "let", handed),
        mock.patch.object(Hand, "run", ran),
    ):
        yield count


async def test_a_lone_move_is_one_statement(ledger: Ledger) -> None:
    """A move for which nothing else is written takes one hop, and no transaction around it."""
    with counted() as count:
        await move(ledger, 1)
    assert {"hop": 1, "INSERT": 1} == count


@pytest.mark.parametrize("games", [GAMES, 2 * GAMES])
async def test_what_waits_together_is_committed_together(ledger: Ledger, database: Path, games: int) -> None:
    """However many games move at once, it is one hop and one commit; all is in the file when the first is told."""
    seen: list[set[int]] = []

    async def moves(game: int) -> None:
        await move(ledger, game)
        if not seen:
            seen.append(moved(database))

    with counted() as count:
        await asyncio.gather(*(moves(game) for game in range(1, games + 1)))
    assert {"hop": 1, "BEGIN": 1, "INSERT": games, "COMMIT": 1} == count
    assert [set(range(1, games + 1))] == seen


async def test_games_that_go_on_stay_together(ledger: Ledger) -> None:
    """Games that move one move after the other go on being committed together."""

    async def moves(game: int) -> None:
        for sequence in range(1, 11):
            await move(ledger, game, sequence, 100 * game + sequence)

    with counted() as count:
        await asyncio.gather(*(moves(game) for game in range(1, GAMES + 1)))
    assert (count["COMMIT"], count["hop"], count["INSERT"]) == (10, 10, 10 * GAMES)


async def test_a_unit_of_work_is_one_hop(ledger: Ledger) -> None:
    """A challenge, with all that belongs to it, and a move with its deadlines take a hop each."""
    lobby = Games(ledger, SharedDiceStore(ledger.database), now=lambda: 5).lobby
    players = {1: Player(11, "Ann"), 2: Player(12, "Ben")}
    control = TimeControl(3 * DAY, DAY)
    number = await lobby.set_up(Location(1, 2), variant_of("hexeh"), players, None, control)
    with counted() as count:
        await ledger.append(number, [Event(2, 7, 1, Moved("b1c3"))], replace(STATE, sequence=2), 7, [])
    assert {"hop": 1, "BEGIN": 1, "INSERT": 1, "DELETE": 1, "COMMIT": 1} == count


@pytest.mark.parametrize("before", [0, GAMES])
async def test_the_end_of_a_game_is_one_commit(ledger: Ledger, before: int) -> None:
    """A game's end, its outcome and its ratings are one act, however many games have ended before."""
    games = Games(ledger, SharedDiceStore(ledger.database), now=lambda: 5)
    for number in range(1, before + 1):
        await games.play.act(number, Player(11, "Ann"), Resign)
    with counted() as count:
        await games.play.act(2 * GAMES, Player(11, "Ann"), Resign)
    assert count["BEGIN"] == count["COMMIT"] == 1
    assert count["hop"] == 4


async def test_a_list_is_one_hop(ledger: Ledger) -> None:
    """All that a list of a player's games is made from is read at once."""
    games = Games(ledger, SharedDiceStore(ledger.database), now=lambda: 5)
    with counted() as count:
        agenda = await games.agendas.of(Player(11, "Ann"), None)
    assert agenda.here
    assert {"hop": 1} == {kind: times for kind, times in count.items() if kind != "SELECT"}


async def test_one_refused_fails_alone(ledger: Ledger, store: Database, database: Path) -> None:
    """Of acts that are committed together those refused have changed nothing; the others stand."""
    await move(ledger, 1, cause=500)

    async def half(run: Run) -> None:
        await run("INSERT INTO facts VALUES ('half', 'done')")
        raise ZeroDivisionError

    async def whole(run: Run) -> str:
        await run("INSERT INTO facts VALUES ('whole', 'done')")
        return "done"

    async def asleep(run: Run) -> None:
        await run("INSERT INTO facts VALUES ('asleep', 'done')")
        await asyncio.sleep(0)

    with counted() as count:
        outcomes = await asyncio.gather(
            move(ledger, 2),
            move(ledger, 1),
            move(ledger, 3, cause=500),
            store.act(half),
            move(ledger, 999),
            store.act(whole),
            store.act(asleep),
            move(ledger, 4),
            return_exceptions=True,
        )
    assert count["COMMIT"] == count["BEGIN"] == count["hop"] == 1
    kinds = [None, Conflict, Repeated, ZeroDivisionError, sqlite3.IntegrityError, str, RuntimeError, None]
    assert kinds == [None if outcome is None else type(outcome) for outcome in outcomes]
    assert moved(database) == {1, 2, 4}
    assert [("whole",)] == await store.rows("SELECT name FROM facts WHERE name IN ('half', 'whole', 'asleep')")


async def test_a_commit_that_is_refused_is_the_fault_of_one(ledger: Ledger, store: Database, database: Path) -> None:
    """Where the commit is refused for the sake of one act, the others are carried out without it."""

    async def seated_nowhere(run: Run) -> None:
        await run("PRAGMA defer_foreign_keys = ON")
        await run("INSERT INTO seats (game, seat, player, name) VALUES (99, 1, 1, 'Nobody')")

    outcomes = await asyncio.gather(move(ledger, 1), store.act(seated_nowhere), move(ledger, 2), return_exceptions=True)
    assert [type(None), sqlite3.IntegrityError, type(None)] == [type(outcome) for outcome in outcomes]
    assert moved(database) == {1, 2}
    assert [] == await store.rows("SELECT 1 FROM seats WHERE game = 99")


@pytest.mark.parametrize("failing", ["INSERT", "COMMIT", "BEGIN"])
async def test_trouble_with_the_disk_is_each_ones_own(ledger: Ledger, database: Path, failing: str) -> None:
    """Where a statement of a batch meets the disk's trouble, all are carried out again, one by one."""
    run, struck = Hand.run, False

    def broken(self: Hand, statement: str, *values: object) -> list[sqlite3.Row]:
        nonlocal struck
        if statement.startswith(failing) and not struck:
            struck = True
            problem = sqlite3.OperationalError("disk I/O error")
            problem.sqlite_errorcode = sqlite3.SQLITE_IOERR_WRITE
            raise problem
        return run(self, statement, *values)

    with mock.patch.object(Hand, "run", broken):
        await asyncio.gather(*(move(ledger, game) for game in range(1, 5)))
    assert struck
    assert moved(database) == {1, 2, 3, 4}


async def test_a_locked_file_is_waited_for_once(ledger: Ledger, store: Database, database: Path) -> None:
    """While another process writes, a batch waits for it once, not once for each act."""
    await store.rows("PRAGMA busy_timeout = 1")
    with closing(sqlite3.connect(database, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        with counted() as count:
            outcomes = await asyncio.gather(*(move(ledger, game) for game in (1, 2, 3)), return_exceptions=True)
    assert [sqlite3.OperationalError] * 3 == [type(outcome) for outcome in outcomes]
    assert {"hop": 1, "BEGIN": 1} == count
    await move(ledger, 1)


async def test_nothing_is_told_of_a_file_that_is_gone(ledger: Ledger, database: Path) -> None:
    """Where the file is moved away while a batch is written, none of its acts is acknowledged."""
    run = Hand.run

    def gone(self: Hand, statement: str, *values: object) -> list[sqlite3.Row]:
        if statement == "COMMIT":
            database.rename(database.with_suffix(".away"))
        return run(self, statement, *values)

    with mock.patch.object(Hand, "run", gone):
        outcomes = await asyncio.gather(*(move(ledger, game) for game in (1, 2, 3)), return_exceptions=True)
    assert [AdriftStore] * 3 == [type(outcome) for outcome in outcomes]


async def test_who_gives_up_does_not_hold_up_the_others(ledger: Ledger, store: Database, database: Path) -> None:
    """An act that nobody waits for any more is left out before its turn; a transaction after it finds none open."""
    tasks = [asyncio.ensure_future(move(ledger, game)) for game in (1, 2, 3)]
    await asyncio.sleep(0)
    tasks[1].cancel()
    async with store.transaction() as run:
        await run("INSERT INTO facts VALUES ('after', 'them')")
    outcomes = await asyncio.gather(*tasks, return_exceptions=True)
    assert [type(None), asyncio.CancelledError, type(None)] == [type(outcome) for outcome in outcomes]
    assert moved(database) == {1, 3}


async def test_reading_waits_for_no_company(ledger: Ledger, store: Database) -> None:
    """Whoever reads goes on beside those who write, and reads what has been committed."""
    moves = asyncio.gather(*(move(ledger, game) for game in range(1, GAMES + 1)))
    ((before,),) = await store.rows("SELECT count(*) FROM events WHERE kind = 'moved'")
    await moves
    ((after,),) = await store.rows("SELECT count(*) FROM events WHERE kind = 'moved'")
    assert before in {0, GAMES}
    assert after == GAMES
