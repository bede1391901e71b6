"""Time that counts, with weekends off, across the changes of daylight saving."""

from __future__ import annotations

from datetime import datetime
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.clocks.control import DAY, HOUR
from engine.clocks.zones import counted, reached
from tests.engine.support import NOON

ZONES = ["", "UTC", "Europe/Berlin", "America/Sao_Paulo", "Asia/Beirut", "Pacific/Apia", "Australia/Lord_Howe"]
spans = st.integers(0, 40 * DAY)
times = st.integers(NOON - 3000 * DAY, NOON + 3000 * DAY)


def at(text: str, zone: str = "Europe/Berlin") -> int:
    """The UTC ms of a local time."""
    return round(datetime.fromisoformat(text).replace(tzinfo=ZoneInfo(zone)).timestamp() * 1000)


def test_all_time_counts_without_a_zone() -> None:
    """Where weekends count, all time counts, and none counts backwards."""
    assert 9 * DAY == counted("", NOON, NOON + 9 * DAY)
    assert 0 == counted("", NOON, NOON - 1)
    assert NOON + 9 * DAY == reached("", NOON, 9 * DAY)


@pytest.mark.parametrize(
    ("begin", "end", "hours"),
    [
        ("2026-03-20T18:00", "2026-03-23T06:00", 12),
        ("2026-03-27T18:00", "2026-03-30T06:00", 12),
        ("2026-10-23T18:00", "2026-10-26T06:00", 12),
        ("2026-03-28T10:00", "2026-03-29T20:00", 0),
        ("2026-03-23T00:00", "2026-03-30T00:00", 120),
        ("2026-03-25T00:00", "2026-04-01T00:00", 120),
    ],
)
def test_weekends_are_off(begin: str, end: str, hours: int) -> None:
    """Saturday and Sunday do not count, be they 48 hours long, or 47 or 49 where the clocks change."""
    assert hours * HOUR == counted("Europe/Berlin", at(begin), at(end))


@pytest.mark.parametrize(
    ("begin", "span", "end"),
    [
        ("2026-03-27T18:00", 12, "2026-03-30T06:00"),
        ("2026-10-23T18:00", 12, "2026-10-26T06:00"),
        ("2026-03-28T12:00", 1, "2026-03-30T01:00"),
        ("2026-03-27T18:00", 6, "2026-03-28T00:00"),
        ("2026-10-22T18:00", 72, "2026-10-27T18:00"),
        ("2026-03-26T12:00", 120, "2026-04-02T12:00"),
    ],
)
def test_reaching(begin: str, span: int, end: str) -> None:
    """So many working hours later is the expected time of day by the zone's clocks, whatever they do on the weekend."""
    assert at(end) == reached("Europe/Berlin", at(begin), span * HOUR)


def test_a_saturday_that_begins_at_one() -> None:
    """Where the clocks skip midnight, the day begins at the first moment there is."""
    zone = "America/Sao_Paulo"  # on Sunday, 4 November 2018, clocks went from 00:00 to 01:00
    sunday = at("2018-11-04T01:00", zone)
    assert 0 == counted(zone, sunday - HOUR, sunday + HOUR)
    monday = at("2018-11-05T00:00", zone)
    assert monday + HOUR == reached(zone, sunday, HOUR)


@given(st.sampled_from(ZONES), times, spans)
def test_reached_is_the_inverse(zone: str, begin: int, span: int) -> None:
    """At the time reached exactly so much has passed, and a ms earlier less."""
    end = reached(zone, begin, span)
    assert span == counted(zone, begin, end)
    assert span == 0 or counted(zone, begin, end - 1) == span - 1


@given(st.sampled_from(ZONES[1:]), times, st.integers(0, 20 * 24))
def test_against_a_second_reading(zone: str, begin: int, hours: int) -> None:
    """Quarter hour by quarter hour, what counts is what is no Saturday or Sunday by the clocks of the zone."""
    quarter = HOUR // 4
    begin -= begin % quarter
    local = ZoneInfo(zone)
    working = sum(
        datetime.fromtimestamp((begin + step * quarter) / 1000, local).weekday() < 5 for step in range(hours * 4)
    )
    assert working * quarter == counted(zone, begin, begin + hours * HOUR)
