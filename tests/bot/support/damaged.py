"""Stores looked into or damaged: many games in one file, rows written by hand, garbage in the middle of pages."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from bot.games import Games, Location
from bot.store import Database, Ledger, Player
from engine.play.commands import MakeMove
from engine.variants import variant_of
from tests.bot.support.timed import Time
from tests.engine.support import control_of

PAGE = 4096
ANN, BEN = Player(11, "Ann"), Player(12, "Ben")


def facts(path: Path) -> dict[str, str]:
    with closing(sqlite3.connect(path)) as connection:
        return dict(connection.execute("SELECT name, value FROM facts"))


def names(folder: Path) -> list[str]:
    return sorted(file.name for file in folder.iterdir())


@contextmanager
def by_hand(path: Path) -> Iterator[sqlite3.Connection]:
    """Write whatever one likes into a store: neither its triggers, references nor checks of types stand in the way."""
    with closing(sqlite3.connect(path)) as connection:
        for name in ("events_stay", "events_remain", "rolls_stay"):
            connection.execute(f"DROP TRIGGER {name}")
        connection.execute("PRAGMA writable_schema = ON")
        lenient = "replace(replace(sql, ') STRICT', ')'), 'NOT NULL', '')"
        connection.execute(f"UPDATE sqlite_schema SET sql = {lenient} WHERE type = 'table'")  # noqa: S608 - constant
        connection.commit()
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("PRAGMA ignore_check_constraints = ON")
        yield connection


async def filled(
    path: Path, place: Location, count: int, watch: Time, players: tuple[Player, Player] = (ANN, BEN)
) -> None:
    """Begin some games with clocks, in which a move has been made, and of which nothing has been shown."""
    database = await Database.open(path)
    await database.rows("PRAGMA synchronous = OFF")
    games = Games(Ledger(database), watch)
    await games.play.start()
    red, blue = players
    await games.reminders.choose(red, {"zone": "Europe/Berlin", "quiet": "22-8"})
    for _ in range(count):
        number = await games.lobby.set_up(place, variant_of("hexeh"), {1: red, 2: blue}, time=control_of("3d/move"))
        await games.play.act(await games.tables.find(number), red, lambda seat: MakeMove(seat, None, "Tbc3"))
    await games.play.stop()
    await database.close()


def garble(path: Path, page: int, data: bytes, offset: int = PAGE // 2) -> None:
    with path.open("r+b") as file:
        file.seek(page * PAGE + offset)
        file.write(data)
