"""Time zones, read from what people type, and the weekends in them, which do not count where they are off."""

import re
import tomllib
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import UTC, date, datetime, time, timedelta, timezone, tzinfo
from functools import cache, lru_cache
from importlib.resources import files
from zoneinfo import ZoneInfo, available_timezones

from engine.model.english import join_words, plain, shown
from engine.model.refusal import Refusal

_PLACES = tomllib.loads(files(__package__).joinpath("places.toml").read_text(encoding="utf-8"))
ABBREVIATIONS: Mapping[str, Sequence[str]] = {
    each: zones.split() for some, zones in _PLACES["abbreviations"].items() for each in some.split()
}
COUNTRIES: Mapping[str, str] = {
    name: code for code, names in _PLACES["countries"].items() for name in names.split(", ")
}
CITIES: Mapping[str, str] = _PLACES["cities"]
COMMON = (
    "Europe/London", "Europe/Berlin", "Europe/Paris", "Europe/Moscow", "America/New_York", "America/Chicago",
    "America/Denver", "America/Los_Angeles", "America/Sao_Paulo", "Asia/Kolkata", "Asia/Shanghai", "Asia/Tokyo",
    "Australia/Sydney", "UTC",
)  # fmt: skip
EAST, WEST = 14 * 60, 12 * 60
"""The largest offsets from UTC in minutes."""
_OFFSET = re.compile(r"(?P<etc>etc/)?(?:utc|gmt)?([+-])(\d{1,2})(?::?(\d{2}))?", re.ASCII)
_FORMER = {"us", "canada", "brazil", "chile", "mexico"}
"""The first words of old names, such as `US/Central`, of which the last words alone mean nothing."""
_SAMPLES = [datetime(2026, month, day, tzinfo=UTC) for month in range(1, 13) for day in (1, 15)]
"""The days on which zones of one country must agree to count as one."""


class UnknownZone(Refusal):
    """A text that names no time zone, or several, which are `near`."""

    given: str
    near: tuple[str, ...]

    @property
    def text(self) -> str:
        if self.near:
            return f"“{shown(self.given)}” could be {join_words(self.near)}. Which one?"
        return f"I don't know the time zone “{shown(self.given)}”. Try a city (Berlin), a country or +02:00."


def read_zone(text: str) -> str | UnknownZone:
    """Read a time zone: an IANA name or an offset such as `UTC+05:30`, for `zone_of`.

    Positive offsets lie east of Greenwich, also after `GMT`; only in the IANA names `Etc/GMT+2` they lie west.
    """
    found = _meant(_key(text))
    return found[0] if len(found) == 1 else UnknownZone(text, tuple(found))


@cache
def zone_of(name: str) -> tzinfo:
    """Return the zone of a name that `read_zone` has read."""
    found = _OFFSET.fullmatch(name.casefold())
    return ZoneInfo(name) if found is None else timezone(timedelta(minutes=_minutes(found)))


def zones_like(typed: str) -> list[str]:
    """Return the zones that a text means or of which a word begins with it; some common ones for an empty text."""
    wanted = _key(typed)
    if not wanted:
        return list(COMMON)
    meant = _meant(wanted)
    if wanted in ABBREVIATIONS:
        return list(meant)
    begun = [zone for country in _countries() if country.startswith(wanted) for zone in _meant(country)]
    cities = [zone for city, zone in _cities().items() if city.startswith(wanted)]
    named = sorted(zone for name, zone in _zones().items() if re.search(rf"(?:^|[/_-]){re.escape(wanted)}", name))
    whole = [zone for zone in named if f"/{wanted}" in f"/{zone.casefold()}"]
    return list(dict.fromkeys([*meant, *whole, *named, *cities, *begun]))


def _key(text: str) -> str:
    """Return a text as names are looked up: casefolded, without accents, with underscores for spaces."""
    bare = "".join(each for each in unicodedata.normalize("NFKD", plain(text)) if not unicodedata.combining(each))
    return "_".join(bare.replace(".", "").split()).casefold()


def _meant(key: str) -> Sequence[str]:
    """Return the zones that a text can mean, of which it means one only if that is the only one."""
    offset = _OFFSET.fullmatch(key.replace("_", ""))
    if offset:
        return [_written(_minutes(offset))] if -WEST <= _minutes(offset) <= EAST else []
    if key in {"z", "gmt", "utc", "etc/utc", "etc/gmt", "gmt0", "etc/gmt0"}:
        return ["UTC"]
    if key in ABBREVIATIONS:
        return ABBREVIATIONS[key]
    if key in _countries():
        return _different(_countries()[key])
    if key in _zones():
        return [_zones()[key]]
    return _different(_ends().get(key) or [_cities()[key]]) if key in _ends() or key in _cities() else []


def _minutes(offset: re.Match[str]) -> int:
    """Return an offset in minutes east of Greenwich; one with too many minutes lies out of bounds."""
    sign = -1 if (offset[2] == "-") is not bool(offset["etc"]) else 1
    hours, minutes = int(offset[3]), int(offset[4] or 0)
    return sign * (hours * 60 + minutes) if minutes < 60 else 100 * 60


def _written(minutes: int) -> str:
    hours, rest = divmod(abs(minutes), 60)
    return f"UTC{'+' if minutes > 0 else '-'}{hours:02}:{rest:02}" if minutes else "UTC"


@cache
def _zones() -> dict[str, str]:
    """The names of the known zones by their casefolded forms, but for offsets written the wrong way round."""
    names = (zone for zone in available_timezones() if not zone.startswith(("Etc/", "GMT")))
    return {zone.casefold(): zone for zone in names if zone not in {"Factory", "localtime"}}


@cache
def _ends() -> dict[str, list[str]]:
    """The known zones by what their casefolded names end with: without the continent, by the city alone."""
    ends: dict[str, list[str]] = {}
    for name, zone in sorted(_zones().items()):
        parts = name.split("/")
        for first in range(1, len(parts)) if parts[0] not in _FORMER else ():
            ends.setdefault("/".join(parts[first:]), []).append(zone)
    return ends


@cache
def _cities() -> dict[str, str]:
    return {_key(city): zone for zone, cities in CITIES.items() for city in cities.split(", ")}


@cache
def _countries() -> dict[str, list[str]]:
    names = {code: [name] for code, name in _rows("iso3166.tab")}
    zones: dict[str, list[str]] = {}
    for code, _, zone, *_ in _rows("zone.tab"):
        zones.setdefault(code, []).append(zone)
    for other, code in COUNTRIES.items():
        names[code].append(other)
    return {_key(name): zones[code] for code in zones for name in names[code]}


def _rows(table: str) -> Iterable[list[str]]:
    text = files("tzdata").joinpath("zoneinfo", table).read_text(encoding="utf-8")
    return (line.split("\t") for line in text.splitlines() if line and not line.startswith("#"))


def _different(zones: Iterable[str]) -> list[str]:
    """Return the first of all zones that show the same time throughout the year."""
    first: dict[object, str] = {}
    for zone in zones:
        if zone.casefold() in _zones():
            local = ZoneInfo(zone)
            first.setdefault(tuple(at.astimezone(local).utcoffset() for at in _SAMPLES), zone)
    return list(first.values())


SATURDAY = 5
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


def counted_ms(zone: str, begin: int, end: int) -> int:
    """The ms between two times that count; 0 if the second is not later. `zone` is "" where weekends count."""
    if end <= begin:
        return 0
    off = 0
    for saturday, monday in _weekends(zone, begin):
        if saturday >= end:
            break
        off += min(monday, end) - max(saturday, begin)
    return end - begin - off


def time_after(zone: str, begin: int, span: int) -> int:
    """The earliest time by which a counting `span` (ms) has passed since `begin`."""
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
    begin = datetime.combine(day, time(), zone_of(zone))
    return (begin - _EPOCH) // timedelta(milliseconds=1)


def year_of(at: int) -> tuple[int, int]:
    """The first moment of the UTC year that a time is in, and of the year after."""
    year = datetime.fromtimestamp(at // 1000, UTC).year
    first, last = datetime(year, 1, 1, tzinfo=UTC), datetime(year + 1, 1, 1, tzinfo=UTC)
    return (first - _EPOCH) // timedelta(milliseconds=1), (last - _EPOCH) // timedelta(milliseconds=1)
