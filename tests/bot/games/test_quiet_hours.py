"""Quiet hours by the clocks of a zone, across the changes of daylight saving, and how they are written."""

from __future__ import annotations

from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.games.reminders import QuietHours, read_quiet
from engine.clocks.control import DAY, HOUR, MINUTE
from engine.model.refusal import Refused
from tests.engine.support import NOON

ZONES = ["UTC", "Europe/Berlin", "America/New_York", "Asia/Kathmandu", "Australia/Lord_Howe", "Africa/Casablanca"]
NIGHT = QuietHours(22 * 60, 8 * 60)
minutes = st.integers(0, 24 * 60 - 1)
hours = st.builds(
    lambda begin, length: QuietHours(begin, (begin + length) % (24 * 60)), minutes, st.integers(1, 20 * 60)
)


def at(text: str, zone: str) -> int:
    """The UTC ms of a local time; of a doubled one the first."""
    return round(datetime.fromisoformat(text).replace(tzinfo=ZoneInfo(zone)).timestamp() * 1000)


def wall(moment: int, zone: str) -> int:
    """The minute of the day that the clocks of a zone show."""
    shown = datetime.fromtimestamp(moment // 1000, ZoneInfo(zone))
    return shown.hour * 60 + shown.minute


def shown_quiet(quiet: QuietHours, moment: int, zone: str) -> bool:
    """Whether the clocks of a zone show a quiet minute."""
    minute = wall(moment, zone)
    if quiet.begin < quiet.end:
        return quiet.begin <= minute < quiet.end
    return minute >= quiet.begin or minute < quiet.end


@pytest.mark.parametrize(
    ("zone", "evening", "morning", "length"),
    [
        ("Europe/Berlin", "2026-03-28T22:00", "2026-03-29T08:00", 9),
        ("Europe/Berlin", "2026-10-24T22:00", "2026-10-25T08:00", 11),
        ("Europe/Berlin", "2026-10-25T22:00", "2026-10-26T08:00", 10),
        ("America/New_York", "2026-03-07T22:00", "2026-03-08T08:00", 9),
        ("America/New_York", "2026-10-31T22:00", "2026-11-01T08:00", 11),
        ("Asia/Kathmandu", "2026-03-28T22:00", "2026-03-29T08:00", 10),
    ],
)
def test_the_night_is_as_long_as_its_clocks_make_it(zone: str, evening: str, morning: str, length: int) -> None:
    """A night from ten to eight has 10 hours, 9 where daylight saving begins in it and 11 where it ends."""
    night = range(at(evening, zone), at(morning, zone))
    assert night == NIGHT.around(night.start, zone) == NIGHT.around(night.stop - 1, zone)
    assert night.stop - night.start == length * HOUR
    assert NIGHT.around(night.start - 1, zone) is None
    assert NIGHT.around(night.stop, zone) is None


@pytest.mark.parametrize(("begin", "end"), [("02:30", "07:00"), ("22:00", "02:30")])
@pytest.mark.parametrize("day", ["2026-03-29", "2026-10-25"])
def test_bounds_in_the_hour_that_changes(begin: str, end: str, day: str) -> None:
    """Quiet that begins or ends in the doubled or the missing hour covers every moment whose clocks show it."""
    quiet, zone = read_quiet(f"{begin}-{end}"), "Europe/Berlin"
    assert isinstance(quiet, QuietHours)
    for minute in range(0, 10 * 60, 5):
        moment = at(f"{day}T00:00", zone) + minute * MINUTE
        assert quiet.around(moment, zone) is not None or not shown_quiet(quiet, moment, zone)


@given(hours, st.integers(0, 500 * DAY), st.sampled_from(ZONES))
def test_quiet_is_what_the_clocks_show(quiet: QuietHours, later: int, zone: str) -> None:
    """A moment whose clocks show a quiet minute is in a quiet span, and outside it nobody is kept quiet for long."""
    moment = NOON + later
    span = quiet.around(moment, zone)
    if shown_quiet(quiet, moment, zone):
        assert span is not None
    if span is not None:
        assert span.start <= moment < span.stop
        assert span.stop - span.start <= 23 * HOUR
        assert not shown_quiet(quiet, span.stop, zone) or quiet.around(span.stop, zone) is not None
        assert quiet.around(span.start, zone) == span


@given(hours)
def test_the_text_reads_back(quiet: QuietHours) -> None:
    """Quiet hours are read back from their text."""
    assert quiet == read_quiet(quiet.text)


@pytest.mark.parametrize(
    "text", ["22:00-08:00", " 22-8 ", "22:00 – 8:00", "10pm-8am", "10 PM to 8 am", "22:00 until 08:00"]
)
def test_forms(text: str) -> None:
    """Quiet hours may be written in the ways that people write them."""
    assert NIGHT == read_quiet(text)


def test_midnight() -> None:
    """Midnight may be written as 24:00, 0 or 12 am."""
    assert QuietHours(0, 420) == read_quiet("24:00-7") == read_quiet("0-7:00") == read_quiet("12am-7am")


@pytest.mark.parametrize(
    "text", ["", "night", "22:00", "25-8", "22:61-8", "22-22", "13pm-8am", "0am-8", "08:00-07:00", "24:30-8", "²2-8"]
)
def test_what_is_no_quiet_time_is_refused(text: str) -> None:
    """What names no hours, or more than 20, is refused with the form to write."""
    with pytest.raises(Refused, match=r"22:00-08:00"):
        read_quiet(text)


def test_a_day_later_in_katmandu() -> None:
    """A quarter of an hour in the zone's offset is kept: ten in the evening in Kathmandu is 16:15 UTC."""
    evening = datetime.fromisoformat("2026-06-01T16:15+00:00")
    span = NIGHT.around(round((evening + timedelta(hours=1)).timestamp() * 1000), "Asia/Kathmandu")
    assert span is not None
    assert round(evening.timestamp() * 1000) == span.start
