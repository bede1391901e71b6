"""Time stamps in records, in braces after what happened then: `{2026-11-21T12:00:05.250Z}`, `{12:01:07}`.

All times are UTC, to the millisecond; a time without its date is on the day of the one before it.
"""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
HOW = "a time is written {2026-11-21T12:00:05Z} or, on the same day as the one before, {12:00:05}"
_CLOCK = r"(\d\d):(\d\d):(\d\d)(?:\.(\d{3}))?"
_STAMP = re.compile(rf"(?:(\d{{4}})-(\d\d)-(\d\d)T{_CLOCK}Z|{_CLOCK})", re.ASCII)


def written(at: int, previous: int | None) -> str:
    """A time (UTC ms) without its braces; only the time of day where `previous` was on the same day."""
    moment = EPOCH + timedelta(milliseconds=at)
    clock = f"{moment:%H:%M:%S}" + (f".{moment.microsecond // 1000:03}" if moment.microsecond else "")
    if previous is not None and (EPOCH + timedelta(milliseconds=previous)).date() == moment.date():
        return clock
    return f"{moment.year:04}-{moment:%m-%d}T{clock}Z"


def read(text: str, previous: int | None) -> int:
    """The inverse of `written` (UTC ms); what follows a space is ignored. ValueError for any other form."""
    match = _STAMP.fullmatch(text.split(" ", 1)[0])
    if match is None:
        raise ValueError(HOW)
    year, month, day, *first = match.groups()[:7]
    clock = [int(part or 0) for part in (first if year else match.groups()[7:])]
    if year:
        date = datetime(int(year), int(month), int(day), tzinfo=UTC)
    elif previous is None:
        raise ValueError("the first time in a record needs its date, like {2026-11-21T12:00:05Z}")
    else:
        date = (EPOCH + timedelta(milliseconds=previous)).replace(hour=0, minute=0, second=0, microsecond=0)
    hour, minute, second, milliseconds = clock
    moment = date.replace(hour=hour, minute=minute, second=second, microsecond=milliseconds * 1000)
    return (moment - EPOCH) // timedelta(milliseconds=1)
