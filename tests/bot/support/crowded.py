"""Stores that are full: every table filled by what its columns are called, as if many games had been played."""

from __future__ import annotations

import sqlite3

from bot.store import Database

ROWS = 4_000
FINISHED = "CASE n % 50 WHEN 0 THEN 'open' WHEN 1 THEN 'void' WHEN 2 THEN 'playing' ELSE 'over' END"
UNDER_WAY = "CASE n % 50 WHEN 0 THEN 'open' WHEN 1 THEN 'void' WHEN 2 THEN 'over' ELSE 'playing' END"
"""The stages of games of which most are finished, or most are under way."""
VALUES = {
    "player": "1 + n % 97", "challenger": "1 + n % 97", "guild": "1 + n % 3", "channel": "1 + n % 41",
    "family": "'family ' || n % 5", "verdict": "iif(n % 3, 'rated', 'casual')", "result": "'won'",
    "kind": "iif(n % 2, 'flag', 'remind')", "time": "iif(n % 3, '3d/move', 'none')", "name": "'name ' || n % 7",
    "turn": "1 + n % 2", "seat": "1 + n % 2", "guests.stage": "'in'", "outbox.sent": "n",
    "streams.revealed": "n",
}  # fmt: skip
"""What stands in columns, by their names, with those of their tables where others have the same."""
KINDS = {"INTEGER": "n", "TEXT": "'text ' || n", "REAL": "n / 7.0", "BLOB": "zeroblob(1)"}
"""What stands in the others, by their types; nothing in those that may be empty."""


def fill(connection: sqlite3.Connection, stages: str) -> None:
    """Fill every table with as many of ROWS rows as differ; `stages` gives those of the games."""
    values = VALUES | {"games.stage": stages}
    for (table,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table' AND sql <> ''").fetchall():
        row: dict[str, str] = {}
        for _, name, kind, needed, *_ in connection.execute(f"PRAGMA table_info({table})"):
            value = values.get(f"{table}.{name}", values.get(name, KINDS[kind] if needed else None))
            row |= {} if value is None else {name: value}
        if not table.startswith("sqlite_"):
            connection.execute(
                f"WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < {ROWS})"  # noqa: S608 - names of its own
                f" INSERT OR IGNORE INTO {table} ({', '.join(row)}) SELECT {', '.join(row.values())} FROM numbers"
            )


async def repeat(database: Database, game: int, times: int) -> None:
    """Let others play the same game so many times: all that the store holds of it, for ten other players."""
    numbers = "WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ?)"
    apart = {"player": "iif(player, 10 * player + n % 5, 0)", "cause": "NULL", "due": "due + n"}
    for table in ("games", "seats", "events", "secrets", "deadlines", "outcomes", "placings", "ratings"):
        number = f"{10_000 * game} + n"
        own = {"deadlines": {"number": "NULL", "game": number}}.get(
            table, {"number": number, "game": number, "outcome": number}
        )
        names = [name for _, name, *_ in await database.rows(f"PRAGMA table_info({table})")]
        values = [(apart | own).get(name, name) for name in names]
        key = {"games": "number", "ratings": "(SELECT game FROM outcomes WHERE number = outcome)"}.get(table, "game")
        await database.rows(
            f"{numbers} INSERT INTO {table} ({', '.join(names)}) SELECT {', '.join(values)}"  # noqa: S608 - names of the store
            f" FROM {table}, numbers WHERE {key} = ? ORDER BY n",
            times,
            game,
        )
