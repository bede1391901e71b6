"""Counts of the store for the owner."""

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


async def counts(database: Database, by: int) -> tuple[int, ...]:
    """Count games under way, open challenges, games over, deadlines due before a time (UTC ms), and bytes."""
    (row,) = await database.rows(_COUNTS, by)
    return row
