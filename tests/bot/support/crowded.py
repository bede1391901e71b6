"""Stores that are full: a game that many others have played, too."""

from __future__ import annotations

from bot.store import Database


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
