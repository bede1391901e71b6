"""Counts of the store for the owner."""

from typing import NamedTuple

from bot.store.database import Database

_COUNTS = """
    SELECT
        count(*) FILTER (WHERE stage = 'playing'),
        count(*) FILTER (WHERE stage = 'open'),
        count(*) FILTER (WHERE stage = 'over'),
        (SELECT count(*) FROM deadlines WHERE due < ?),
        (SELECT page_count * page_size FROM pragma_page_count, pragma_page_size)
    FROM games
"""


class Counts(NamedTuple):
    """The games under way, open challenges and games over, late deadlines, and the size of the file in bytes."""

    playing: int
    challenges: int
    over: int
    late: int
    size: int


async def counts(database: Database, by: int) -> Counts:
    """Count what there is; deadlines are late that were due before a time (UTC ms)."""
    (row,) = await database.rows(_COUNTS, by)
    return Counts(*row)
