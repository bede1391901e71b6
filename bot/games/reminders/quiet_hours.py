"""Quiet hours: the part of each day in which a player gets no reminders, in the player's time zone.

All times are UTC ms. Where daylight saving doubles the hour at which quiet begins or ends, it begins with the first
and ends with the second; where it leaves that hour out, quiet lasts rather longer than shorter.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from typing import NamedTuple

from engine.clocks.zones import zone_of
from engine.model.refusal import Refusal

DAY = 24 * 60
LONGEST = 20 * 60
_SPAN = re.compile(
    r"(\d{1,2})(?::(\d{2}))?\s*(am|pm)?\s*(?:-|–|to|until)\s*(\d{1,2})(?::(\d{2}))?\s*(am|pm)?", re.ASCII
)
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


class Span(NamedTuple):
    """A span of time, the end not included."""

    begin: int
    end: int


class BadQuiet(Refusal):
    """A text that names no quiet hours, or too many."""

    words = "Write quiet hours such as 22:00-08:00 (20 hours at most), or off."


@dataclass(frozen=True)
class QuietHours:
    """The quiet part of each day, by minutes since midnight; one that ends no later than it begins lasts overnight."""

    begin: int
    end: int

    @property
    def text(self) -> str:
        """The canonical text: `22:00-08:00`."""
        return "-".join(f"{minute // 60:02}:{minute % 60:02}" for minute in (self.begin, self.end))

    def around(self, at: int, zone: str) -> Span | None:
        """The quiet span that a time falls into by the clocks of a zone, None where it is not quiet."""
        today = datetime.fromtimestamp(at // 1000, zone_of(zone)).date()
        for days in (-1, 0, 1):
            span = self._span(today + timedelta(days=days), zone)
            if span.begin <= at < span.end:
                return span
        return None

    def _span(self, day: date, zone: str) -> Span:
        """The quiet span that begins on a day."""
        last = day if self.begin < self.end else day + timedelta(days=1)
        return Span(min(_moments(day, self.begin, zone)), max(_moments(last, self.end, zone)))


def read_quiet(text: str) -> QuietHours | BadQuiet:
    """The quiet hours that a text names, such as `22:00-08:00`, `22-8` or `10 pm to 8 am`."""
    found = _SPAN.fullmatch(text.strip().casefold())
    if not found:
        return BadQuiet()
    begin, end = _minute(*found.group(1, 2, 3)), _minute(*found.group(4, 5, 6))
    if begin is None or end is None or not 0 < (end - begin) % DAY <= LONGEST:
        return BadQuiet()
    return QuietHours(begin, end)


def _minute(hour: str, minute: str | None, half: str | None) -> int | None:
    """The minute of the day, None for one that no day has."""
    hours, minutes = int(hour), int(minute or 0)
    if half:
        if not 1 <= hours <= 12:
            return None
        hours = hours % 12 + (12 if half == "pm" else 0)
    return (hours * 60 + minutes) % DAY if minutes < 60 and hours * 60 + minutes <= DAY else None


def _moments(day: date, minute: int, zone: str) -> list[int]:
    """When clocks show this minute of a day: twice the same, but where daylight saving begins or ends."""
    shown = datetime.combine(day, time(minute // 60, minute % 60), zone_of(zone))
    return [(shown.replace(fold=fold) - _EPOCH) // timedelta(milliseconds=1) for fold in (0, 1)]
