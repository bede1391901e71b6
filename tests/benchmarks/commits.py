"""A durable move against a direct sqlite3 commit."""

from __future__ import annotations

import asyncio
import sqlite3
import tempfile
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from bot.games import Games, Location
from bot.store import Database, Ledger, Player, SharedDiceStore
from engine.play.events import Event, Moved
from engine.play.game import new_game
from engine.variants import variant_of
from tests.benchmarks.pairing import Aim, Ratio, compare

PLAYERS = {1: Player(1, "Red"), 2: Player(2, "Blue")}


def commits() -> Iterator[Ratio]:
    """The store's commit of a move, against one insert and one update committed by sqlite3 directly."""
    with tempfile.TemporaryDirectory() as folder, asyncio.Runner() as runner:
        database = runner.run(Database.open(Path(folder) / "ours.sqlite"))
        direct = _direct(Path(folder) / "direct.sqlite")
        try:
            yield _compared(runner, database, direct)
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
