"""How players say when and where to be reminded, and how the store keeps it."""

from __future__ import annotations

import itertools
from datetime import datetime, timedelta
from fractions import Fraction
from zoneinfo import available_timezones

import pytest

from bot.games.reminders import (
    BadParts,
    Part,
    QuietHours,
    ReminderPreferences,
    Spot,
    read_parts,
)
from engine.clocks.control import DAY, HOUR, MINUTE
from engine.clocks.zones import ABBREVIATIONS, CITIES, COUNTRIES, UnknownZone, read_zone, zone_of, zones_like
from engine.model.refusal import Refused

HALF, TENTH = Fraction(1, 2), Fraction(1, 10)


@pytest.mark.parametrize(
    "text", ["1/2, 1/10", "1/10 1/2", "50% 10%", "50 % and 10 %", "0.5;.1", "1/2 1/10 0.1", " 1/2,1/10 "]
)
def test_parts_of_the_time(text: str) -> None:
    """Half and a tenth may be written as fractions, percents or decimals, in any order, twice or once."""
    assert (HALF, TENTH) == read_parts(text)


@pytest.mark.parametrize(
    ("text", "spans"),
    [
        ("12h", (12 * HOUR,)),
        ("1 day", (DAY,)),
        ("24 hours", (DAY,)),
        ("1 day and 12 h", (DAY, 12 * HOUR)),
        ("90 Minutes, 1d12h, 12 hours", (36 * HOUR, 12 * HOUR, 90 * MINUTE)),
        ("2h 10% 1 day 1/2 120m", (HALF, TENTH, DAY, 2 * HOUR)),
    ],
)
def test_spans_of_time(text: str, spans: tuple[Part, ...]) -> None:
    """How much time is left may be written as a span, too; parts come before spans, the largest first."""
    assert spans == read_parts(text)


@pytest.mark.parametrize("text", ["off", "OFF ", "none", "never"])
def test_no_reminders(text: str) -> None:
    """Whoever wants none is reminded at no part of the time."""
    assert () == read_parts(text)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "soon",
        "1/0",
        "0/2",
        "2/2",
        "3/2",
        "100%",
        "0%",
        "1",
        "1/2 x",
        "-1/2",
        "½",
        "٣/4",
        "12",
        "h",
        "0h",
        "5s",
        "900 days",
        "12 hares",
        "1 2 h x",
        "90% 80% 70% 60% 50% 40%",
    ],
)
def test_what_names_no_parts_is_refused(text: str) -> None:
    """What lies not between all and nothing, or is more than five, is refused with the forms to write."""
    with pytest.raises(Refused, match=r"1/2, 1/10") as refused:
        read_parts(text)
    assert isinstance(refused.value.refusal, BadParts)


def test_the_usual_habits() -> None:
    """Who has chosen nothing is reminded at half and the last tenth, in the game's channel, at any hour, not live."""
    usual = ReminderPreferences.read({})
    assert (HALF, TENTH) == usual.at
    assert Spot() == usual.spot
    assert usual.quiet is None
    assert not usual.live
    assert ReminderPreferences() == usual


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
    zone = read_zone(text)
    assert isinstance(zone, str)
    assert timedelta(hours=hours) == datetime(2026, 7, 1, tzinfo=zone_of(zone)).utcoffset()


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
    assert refusal.text.endswith("Which place do you mean?")
    assert f"“{text}” can mean {near[0]}" in refusal.text


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


def test_all_at_once() -> None:
    """Each thing is read, the default where it was not chosen."""
    texts = {"remind-at": "10%", "quiet": "22-8", "zone": "tokyo", "remind-live": "on", "remind-since": "7"}
    assert ReminderPreferences.read(texts) == ReminderPreferences(
        (TENTH,), Spot(), QuietHours(1320, 480), "Asia/Tokyo", True, 7
    )
    for spot in (Spot(1, 2), Spot(), Spot(direct=True)):
        assert ReminderPreferences.read({"remind-where": spot.text}) == ReminderPreferences(spot=spot)
