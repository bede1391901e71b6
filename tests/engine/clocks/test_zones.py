"""How players say when and where to be reminded, and how the store keeps it."""

from __future__ import annotations

import itertools
from datetime import datetime, timedelta
from zoneinfo import available_timezones

import pytest

from engine.clocks.zones import ABBREVIATIONS, CITIES, COUNTRIES, UnknownZone, read_zone, zone_of, zones_like


@pytest.mark.parametrize(
    ("zone", "texts"),
    [
        ("Europe/Berlin", "Europe/Berlin|europe/berlin| EUROPE/BERLIN |Berlin|Munich|köln|Germany|deutschland"),
        ("America/New_York", "america/new york|New York|Boston"),
        ("America/Sao_Paulo", "São Paulo|Rio de Janeiro"),
        ("Europe/London", "UK|England|united kingdom"),
        ("Asia/Kolkata", "India|Mumbai"),
        ("Asia/Tokyo", "Japan|JST"),
        ("UTC+02:00", "GMT+2|UTC+2|`UTC+2`|ＵＴＣ＋２|utc +02:00|+2|+02:00|+0200|Etc/GMT-2|UTC+02:00"),
        ("UTC-03:30", "GMT-3:30|\u22123:30|UTC \u20133:30"),
        ("UTC+05:30", "UTC+5:30|+0530"),
        ("UTC", "UTC|GMT|z|utc+0|GMT-0|Etc/UTC"),
    ],
)
def test_zones(zone: str, texts: str) -> None:
    """A zone is known whatever its case, by a city, or by a country that has one; an offset stays one."""
    assert {zone} == {read_zone(text) for text in texts.split("|")}
    assert zone_of(zone) is zone_of(zone)


@pytest.mark.parametrize(("text", "hours"), [("GMT+2", 2), ("UTC-5", -5), ("+5:30", 5.5), ("Etc/GMT+2", -2)])
def test_offsets(text: str, hours: float) -> None:
    """Positive offsets lie east of Greenwich, but in the names that IANA writes the other way round."""
    assert timedelta(hours=hours) == datetime(2026, 7, 1, tzinfo=zone_of(read_zone(text))).utcoffset()


@pytest.mark.parametrize(
    ("text", "near"),
    [
        ("EST", ("America/New_York", "America/Toronto", "America/Panama")),
        ("pst", ("America/Los_Angeles", "America/Vancouver", "Asia/Manila")),
        ("IST", ("Asia/Kolkata", "Asia/Jerusalem", "Europe/Dublin")),
        ("Spain", ("Europe/Madrid", "Atlantic/Canary")),
        ("Portugal", ("Europe/Lisbon", "Atlantic/Azores")),
    ],
)
def test_zones_of_several_places(text: str, near: tuple[str, ...]) -> None:
    """An abbreviation, or a country, with several zones asks which place is meant."""
    refusal = read_zone(text)
    assert isinstance(refusal, UnknownZone)
    assert near == refusal.near
    assert refusal.text.endswith("Which one?")
    assert f"“{text}” could be {near[0]}" in refusal.text


@pytest.mark.parametrize("text", ["Berlim", "Europe/Berlim", "New Yrk", "York", "+15", "+02:60", "-13", "GMT+2+2"])
def test_no_zone_by_spelling_alone(text: str) -> None:
    """What names no zone gets no suggestion, only the forms of one."""
    assert UnknownZone(text, ()) == read_zone(text)


def test_zones_unknown() -> None:
    """What is like no zone is refused with the form of one."""
    refusal = read_zone("`@everyone`" * 9)
    assert isinstance(refusal, UnknownZone)
    assert "(Berlin)" in refusal.text
    assert len(refusal.text) < 120


def test_the_places() -> None:
    """All places named beside the zones' own names lie in zones that there are, and no country is lost."""
    places = [*itertools.chain(*ABBREVIATIONS.values()), *CITIES]
    assert set() == set(places) - available_timezones()
    assert [] == [country for country in COUNTRIES if not isinstance(read_zone(country), str | UnknownZone)]


def test_zones_completed() -> None:
    """Zones are found by what words in them begin with, by country or offset; common ones before that."""
    assert "Europe/Berlin" in zones_like("")
    assert ["Asia/Kathmandu"] == zones_like("kathm")
    assert "America/New_York" == zones_like("new yo")[0]
    assert ["America/New_York"] == zones_like("york")
    assert ["Europe/Berlin"] == zones_like("mun")[:1]
    assert ["UTC+02:00"] == zones_like("gmt+2")
    assert ["Asia/Kolkata", "Asia/Jerusalem", "Europe/Dublin"] == zones_like("ist")
    assert zones_like("no such zone") == []
    assert not any(zone.startswith("Etc/GMT") for text in ("", "e", "etc", "gmt", "2") for zone in zones_like(text))
