"""Durable moves: one against a direct sqlite3 commit, many games against naive aiosqlite."""

from __future__ import annotations

import asyncio
import sqlite3
import tempfile
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import replace
from pathlib import Path

import aiosqlite

from bot.games import Games, Location
from bot.store import Database, Ledger, Player, SharedDiceStore
from engine.play.events import Event, Moved
from engine.play.game import new_game
from engine.variants import variant_of
from tests.benchmarks.pairing import Aim, Ratio, compare

PLAYERS = {1: Player(1, "Red"), 2: Player(2, "Blue")}
GAMES, MOVES = 32, 8
"""How many games move at once, and how often in a round."""


def commits() -> Iterator[Ratio]:
    """The store's commit of a move, against one insert and one update committed by sqlite3 directly; and others."""
    with tempfile.TemporaryDirectory() as folder, asyncio.Runner() as runner:
        database = runner.run(Database.open(Path(folder) / "ours.sqlite"))
        direct = _direct(Path(folder) / "direct.sqlite")
        try:
            yield _compared(runner, database, direct)
            yield _many(runner, database, Path(folder) / "naive.sqlite")
        finally:
            runner.run(database.close())
            direct.close()


def _compared(runner: asyncio.Runner, database: Database, direct: sqlite3.Connection) -> Ratio:
    ledger = Ledger(database)
    number = runner.run(
        Games(ledger, SharedDiceStore(database)).lobby.set_up(Location(1, 1), variant_of("hexeh"), PLAYERS)
    )
    state = new_game(variant_of("hexeh"))
    counts = {"ours": 0, "theirs": 0}
    cycle = 20

    async def append() -> None:
        for _ in range(cycle):
            counts["ours"] += 1
            event = Event(counts["ours"], 1_700_000_000_000, 1, Moved("c2c3"))
            await ledger.append(number, [event], replace(state, sequence=event.sequence), counts["ours"])

    def insert() -> None:
        for _ in range(cycle):
            counts["theirs"] += 1
            n = counts["theirs"]
            direct.execute("BEGIN IMMEDIATE")
            direct.execute(
                "INSERT INTO events VALUES (1, ?, 1700000000000, 1, 'moved', '{\"move\":\"c2c3\"}', ?)", (n, n)
            )
            direct.execute("UPDATE games SET sequence = ?, turn = 1 WHERE number = 1", (n,))
            direct.execute("COMMIT")

    return compare(
        "commits: one durable move, to a direct sqlite3 commit",
        Aim(1.5),
        lambda: runner.run(append()),
        insert,
        units=(cycle, cycle),
        length=0.3,
    )


def _many(runner: asyncio.Runner, database: Database, path: Path) -> Ratio:
    """Many games that move at once; the anchor commits each move under a lock, by a connection that all share."""
    ledger = Ledger(database)
    lobby = Games(ledger, SharedDiceStore(database)).lobby

    async def begun() -> list[int]:
        return [await lobby.set_up(Location(1, 1), variant_of("hexeh"), PLAYERS) for _ in range(GAMES)]

    _direct(path).close()
    naive = runner.run(_naive(path))
    numbers, state = runner.run(begun()), new_game(variant_of("hexeh"))
    last = dict.fromkeys(numbers, 0)
    lock = asyncio.Lock()

    async def ours(number: int) -> None:
        for _ in range(MOVES):
            last[number] += 1
            event = Event(last[number], 1_700_000_000_000, 1, Moved("c2c3"))
            cause = 10_000_000 * number + event.sequence
            await ledger.append(number, [event], replace(state, sequence=event.sequence), cause)

    async def theirs(number: int) -> None:
        for _ in range(MOVES):
            async with lock:
                await naive.execute(
                    "INSERT INTO events SELECT ?1, 1 + coalesce(max(sequence), 0), 1700000000000, 1, 'moved',"
                    ' \'{"move":"c2c3"}\', NULL FROM events WHERE game = ?1',
                    (number,),
                )
                await naive.execute("UPDATE games SET sequence = sequence + 1, turn = 1 WHERE number = ?", (number,))
                await naive.commit()

    async def together(move: Callable[[int], Awaitable[None]]) -> None:
        await asyncio.gather(*map(move, numbers))

    try:
        return compare(
            f"commits: {GAMES} games moving at once, to naive aiosqlite",
            Aim(0.2),
            lambda: runner.run(together(ours)),
            lambda: runner.run(together(theirs)),
            units=(GAMES * MOVES, GAMES * MOVES),
            length=0.3,
        )
    finally:
        runner.run(naive.close())


async def _naive(path: Path) -> aiosqlite.Connection:
    naive = await aiosqlite.connect(path)
    await naive.execute("PRAGMA synchronous = FULL")
    return naive


def _direct(path: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(path, isolation_level=None)
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("CREATE TABLE games (number INTEGER PRIMARY KEY, sequence INTEGER, turn INTEGER)")
    connection.execute("INSERT INTO games VALUES (1, 0, 1)")
    connection.execute(
        "CREATE TABLE events (game INTEGER, sequence INTEGER, at INTEGER, actor INTEGER, kind TEXT, fields TEXT,"
        " cause INTEGER UNIQUE, PRIMARY KEY (game, sequence)) WITHOUT ROWID"
    )
    return connection
