"""Counted time: wall-clock time, less the weekends of a zone where these are off.

A weekend lasts from the Saturday's first moment to the Monday's, by the clocks of its zone, so that it has 47 or 49
hours where daylight saving begins or ends in it. All times are UTC ms.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, date, datetime, time, timedelta
from functools import lru_cache

from engine.clocks.zones import zone_of

SATURDAY = 5
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


def counted(zone: str, begin: int, end: int) -> int:
    """The ms between two times that count; 0 if the second is not later. `zone` is "" where weekends count."""
    if end <= begin:
        return 0
    off = 0
    for saturday, monday in _weekends(zone, begin):
        if saturday >= end:
            break
        off += min(monday, end) - max(saturday, begin)
    return end - begin - off


def reached(zone: str, begin: int, span: int) -> int:
    """The earliest time by which so many counting ms have passed since `begin`."""
    at = begin
    if span <= 0:
        return begin
    for saturday, monday in _weekends(zone, begin):
        before = max(saturday - at, 0)
        if span <= before:
            break
        span -= before
        at = monday
    return at + span


def _weekends(zone: str, at: int) -> Iterator[tuple[int, int]]:
    """The weekends that end after a time, in order, as (begin, end); none where weekends count."""
    if not zone:
        return
    local = datetime.fromtimestamp(at // 1000, zone_of(zone))
    saturday = local.date() - timedelta(days=(local.weekday() - SATURDAY) % 7)
    while True:
        begin, end = _midnight(zone, saturday), _midnight(zone, saturday + timedelta(days=2))
        if end > at:
            yield begin, end
        saturday += timedelta(days=7)


@lru_cache(maxsize=1024)
def _midnight(zone: str, day: date) -> int:
    """The first moment of a day in a zone."""
    begin = datetime.combine(day, time(), zone_of(zone))
    return (begin - _EPOCH) // timedelta(milliseconds=1)


def year_of(at: int) -> tuple[int, int]:
    """The first moment of the UTC year that a time is in, and of the year after."""
    year = datetime.fromtimestamp(at // 1000, UTC).year
    first, last = datetime(year, 1, 1, tzinfo=UTC), datetime(year + 1, 1, 1, tzinfo=UTC)
    return (first - _EPOCH) // timedelta(milliseconds=1), (last - _EPOCH) // timedelta(milliseconds=1)
