"""Time zones by their IANA names, read from what people type."""

from __future__ import annotations

from difflib import get_close_matches
from functools import cache
from zoneinfo import available_timezones

from engine.model.english import listed, shown
from engine.model.refusal import Refusal

COMMON = (
    "Europe/London", "Europe/Berlin", "Europe/Paris", "Europe/Moscow", "America/New_York", "America/Chicago",
    "America/Denver", "America/Los_Angeles", "America/Sao_Paulo", "Asia/Kolkata", "Asia/Shanghai", "Asia/Tokyo",
    "Australia/Sydney", "UTC",
)  # fmt: skip


class UnknownZone(Refusal):
    """A text that names no time zone; `near` are names like it."""

    given: str
    near: tuple[str, ...]

    @property
    def text(self) -> str:
        """That there is none, and what may have been meant."""
        hint = f"Did you mean {listed(self.near)}?" if self.near else "Write it like Europe/Berlin."
        return f"I know no time zone “{shown(self.given)}”. {hint}"


def read_zone(text: str) -> str | UnknownZone:
    """The IANA zone that a text names, whole or by its city alone, whatever its case, with spaces for underscores."""
    wanted = "_".join(text.split()).casefold()
    zones = _zones()
    if wanted in zones:
        return zones[wanted]
    named = _ends().get(wanted, [])
    if len(named) == 1:
        return named[0]
    cities = {name.rsplit("/", 1)[-1]: zone for name, zone in zones.items()}
    near = dict.fromkeys(
        [zones[name] for name in get_close_matches(wanted, zones, 3)]
        + [cities[name] for name in get_close_matches(wanted.rsplit("/", 1)[-1], cities, 3)]
    )
    return UnknownZone(text, tuple(near)[:3])


def zones_like(typed: str) -> list[str]:
    """The zones whose names hold what is typed, those of which a part begins with it first; some where nothing is."""
    wanted = "_".join(typed.split()).casefold()
    if not wanted:
        return list(COMMON)
    fitting = [(f"/{name}".find(f"/{wanted}") < 0, name) for name in _zones() if wanted in name]
    return [_zones()[name] for _, name in sorted(fitting)]


@cache
def _zones() -> dict[str, str]:
    """The names of the known zones by their casefolded forms."""
    return {zone.casefold(): zone for zone in available_timezones()}


@cache
def _ends() -> dict[str, list[str]]:
    """The known zones by what their casefolded names end with: whole, without the continent, by the city alone."""
    ends: dict[str, list[str]] = {}
    for name, zone in _zones().items():
        parts = name.split("/")
        for first in range(len(parts)):
            ends.setdefault("/".join(parts[first:]), []).append(zone)
    return ends
