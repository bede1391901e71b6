"""What the host is told of the store."""

from __future__ import annotations

from typing import NamedTuple

from bot.store.database import Database

DISCORD_EPOCH = 1_420_070_400_000
"""The time (UTC ms) from which the ids of Discord count; an id holds its ms above 22 bits."""


_COUNTS = """
    SELECT
        count(*) FILTER (WHERE stage = 'playing'),
        count(*) FILTER (WHERE stage = 'open'),
        count(*) FILTER (WHERE stage = 'over'),
        (SELECT count(*) FROM events WHERE cause >= ?1),
        (SELECT count(*) FROM deadlines WHERE due < ?2),
        (SELECT page_count * page_size FROM pragma_page_count, pragma_page_size)
    FROM games
"""


class Counts(NamedTuple):
    """Games by stage, commands carried out in games since a time, deadlines not met by another, the file's bytes."""

    playing: int
    open: int
    over: int
    acts: int
    overdue: int
    size: int


async def counts(database: Database, since: int, by: int) -> Counts:
    """Count for the host; times are in UTC ms, and commands are counted by the ids behind them."""
    first = min(max(0, since - DISCORD_EPOCH) << 22, 2**63 - 1)
    (row,) = await database.rows(_COUNTS, first, by)
    return Counts(*row)
