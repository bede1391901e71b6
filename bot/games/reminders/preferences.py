"""Reminder preferences: read from what people type, and kept as texts by name.

The names under which the store keeps the texts are those of the fields, `AT` to `SINCE`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from fractions import Fraction
from typing import NamedTuple

from bot.games.refusals import granted
from engine.clocks.control import in_short, read_span
from engine.clocks.zones import read_zone, zone_of
from engine.model.refusal import Refusal, Refused

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
            first = today + timedelta(days=days)
            last = first if self.begin < self.end else first + timedelta(days=1)
            span = Span(min(_moments(first, self.begin, zone)), max(_moments(last, self.end, zone)))
            if span.begin <= at < span.end:
                return span
        return None


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
    if half and not 1 <= hours <= 12:
        return None
    if half:
        hours = hours % 12 + (12 if half == "pm" else 0)
    return (hours * 60 + minutes) % DAY if minutes < 60 and hours * 60 + minutes <= DAY else None


def _moments(day: date, minute: int, zone: str) -> list[int]:
    """Return when clocks show a minute of a day (UTC ms): twice the same, except where daylight saving changes."""
    shown = datetime.combine(day, time(minute // 60, minute % 60), zone_of(zone))
    return [(shown.replace(fold=fold) - _EPOCH) // timedelta(milliseconds=1) for fold in (0, 1)]


AT, WHERE, QUIET, ZONE, LIVE, SINCE = "remind-at", "remind-where", "quiet", "zone", "remind-live", "remind-since"
ON, OFF = "on", "off"
MOST = 5
Part = Fraction | int
"""How much time is left at a reminder: a part of what the player had, or ms."""
USUAL = (Fraction(1, 2), Fraction(1, 10))
_PLACE = re.compile(r"(\d{1,19})/(\d{1,19})", re.ASCII)
_PART = re.compile(r"(\d{1,4})/(\d{1,4})|(\d{1,2}(?:\.\d)?)\s*%|(0?\.\d{1,3})", re.ASCII)


class BadParts(Refusal):
    words = (
        f"Write how much of your time is left when I remind you, such as 1/2, 1/10, 50% or 12h (up to {MOST}), or off."
    )


class BadWhere(Refusal):
    words = "Choose game (the game's own channel), here (this channel or thread) or dm (direct messages)."


@dataclass(frozen=True)
class Spot:
    """Where reminders go: to the channel of each game, or to one channel or thread of a guild, or by direct message."""

    guild: int = 0
    channel: int = 0
    direct: bool = False

    @property
    def text(self) -> str:
        """The canonical text: `game`, `dm` or `GUILD/CHANNEL`."""
        if self.direct:
            return "dm"
        return f"{self.guild}/{self.channel}" if self.channel else "game"

    @classmethod
    def read(cls, text: str) -> Spot:
        """The spot of a canonical text, that of each game where it is none."""
        place = _PLACE.fullmatch(text)
        return cls(int(place[1]), int(place[2])) if place else cls(direct=text == "dm")


@dataclass(frozen=True)
class ReminderPreferences:
    """A player's reminder preferences.

    `at` tells how much time is left at a reminder, parts before spans, the largest first; none for no reminders. What
    was to come before `since` (UTC ms) does not come any more; `live` tells whether live games are reminded of, too.
    """

    at: tuple[Part, ...] = USUAL
    spot: Spot = Spot()
    quiet: QuietHours | None = None
    zone: str = "UTC"
    live: bool = False
    since: int = 0

    @classmethod
    def read(cls, texts: Mapping[str, str]) -> ReminderPreferences:
        """Read texts by name, the default where there is none; the first that cannot be read is refused."""
        quiet = texts.get(QUIET, OFF)
        return cls(
            at=granted(read_parts(texts[AT])) if AT in texts else USUAL,
            spot=Spot.read(texts.get(WHERE, "game")),
            quiet=None if _off(quiet) else granted(read_quiet(quiet)),
            zone=granted(read_zone(texts.get(ZONE, "UTC"))),
            live=texts.get(LIVE) == ON,
            since=int(texts.get(SINCE, "0")),
        )

    @classmethod
    def of(cls, kept: Mapping[str, str]) -> ReminderPreferences:
        """Read what the store keeps; the default where that cannot be read."""
        try:
            return cls.read(kept)
        except (Refused, ValueError):
            return cls()

    @property
    def kept(self) -> dict[str, str]:
        """The texts by name that the store keeps; `of` reads them back."""
        return {
            AT: " ".join(part_text(part) for part in self.at) or OFF,
            WHERE: self.spot.text,
            QUIET: self.quiet.text if self.quiet else OFF,
            ZONE: self.zone,
            LIVE: ON if self.live else OFF,
            SINCE: str(self.since),
        }

    def quiet_around(self, at: int) -> Span | None:
        """The quiet hours that a time falls into."""
        return self.quiet.around(at, self.zone) if self.quiet else None


def changed(habits: ReminderPreferences, wanted: Mapping[str, str], now: int) -> ReminderPreferences:
    """Return preferences changed by texts, by name; the first that cannot be read is refused."""
    since = {SINCE: str(now)} if {AT, LIVE} & wanted.keys() else {}
    return ReminderPreferences.read({**habits.kept, **wanted, **since})


def read_parts(text: str) -> tuple[Part, ...] | BadParts:
    """Read how much time is left at reminders, such as `1/2, 1/10`, `50% 10%`, `1 day, 12h` or `off`.

    Parts come before spans, the largest first.
    """
    if _off(text):
        return ()
    listed = re.sub(r"\band\b|[,;]", " ", text.casefold())
    words = re.sub(r"(?<=\d)\s+(?=%|[a-z])", "", listed, flags=re.ASCII).split()
    if not 0 < len(words) <= MOST:
        return BadParts()
    parts = {read_part(word) for word in words}
    good = sorted((part for part in parts if part), key=lambda part: (part < 1, part), reverse=True)
    return BadParts() if len(good) < len(parts) else tuple(good)


def read_part(word: str) -> Part | None:
    """Read one part between nothing and all of the time, or one span; None for neither."""
    part = _PART.fullmatch(word)
    if not part:
        return read_span(word)
    if part[2] and not int(part[2]):
        return None
    fraction = Fraction(part[3]) / 100 if part[3] else Fraction(part[0])
    return fraction if 0 < fraction < 1 else None


def part_text(part: Part) -> str:
    """Write one part or span without spaces: `1/2`, `1d12h`."""
    return in_short(part, 4).replace(" ", "") if isinstance(part, int) else str(part)


def left_at(part: Part, had: int) -> int:
    """Return the ms left at a reminder for a player who had so many."""
    return part if isinstance(part, int) else int(part * had)


def _off(text: str) -> bool:
    return text.strip().casefold() in {OFF, "none", "never", "no"}
