"""When reminders are due: parts of the time, quiet hours across daylight saving, and how players write them."""

from __future__ import annotations

from datetime import datetime
from fractions import Fraction
from zoneinfo import ZoneInfo

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from bot.games.reminders import (
    BEFORE_QUIET,
    BadParts,
    Part,
    QuietHours,
    ReminderPlace,
    ReminderPreferences,
    plan,
    read_parts,
    read_quiet,
)
from engine.clocks.control import DAY, HOUR, MINUTE
from engine.model.refusal import Refused
from engine.play.clock import Clock
from tests.engine.support import NOON, control_of

ZONES = ["UTC", "Europe/Berlin", "America/New_York", "Asia/Kathmandu", "Australia/Lord_Howe", "Africa/Casablanca"]


NIGHT = QuietHours(22 * 60, 8 * 60)


minutes = st.integers(0, 24 * 60 - 1)


hours = st.builds(
    lambda begin, length: QuietHours(begin, (begin + length) % (24 * 60)), minutes, st.integers(1, 20 * 60)
)


def at(text: str, zone: str) -> int:
    """The UTC ms of a local time; of a doubled one the first."""
    return round(datetime.fromisoformat(text).replace(tzinfo=ZoneInfo(zone)).timestamp() * 1000)


def shown_quiet(quiet: QuietHours, moment: int, zone: str) -> bool:
    """Whether the clocks of a zone show a quiet minute."""
    shown = datetime.fromtimestamp(moment // 1000, ZoneInfo(zone))
    minute = shown.hour * 60 + shown.minute
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


@pytest.mark.parametrize(
    "text", ["22:00-08:00", " 22-8 ", "22:00 – 8:00", "10pm-8am", "10 PM to 8 am", "22:00 until 08:00"]
)
def test_forms_of_quiet_hours(text: str) -> None:
    """Quiet hours may be written in the ways that people write them; midnight as 24:00, 0 or 12 am."""
    assert NIGHT == read_quiet(text)
    assert QuietHours(0, 420) == read_quiet("24:00-7") == read_quiet("0-7:00") == read_quiet("12am-7am")


@pytest.mark.parametrize(
    "text", ["", "night", "22:00", "25-8", "22:61-8", "22-22", "13pm-8am", "0am-8", "08:00-07:00", "24:30-8", "²2-8"]
)
def test_what_is_no_quiet_time_is_refused(text: str) -> None:
    """What names no hours, or more than 20, is refused with the form to write."""
    with pytest.raises(Refused, match=r"22:00-08:00"):
        read_quiet(text)


HALF, TENTH = Fraction(1, 2), Fraction(1, 10)


BERLIN = ReminderPreferences(quiet=NIGHT, zone="Europe/Berlin")


def running(text: str = "3d/move", begins: int = NOON, left: int | None = None) -> Clock:
    """The clocks of a game for two in which the first seat's turn begins."""
    clock = Clock.of(control_of(text), 2)
    assert clock is not None
    started = clock._replace(started=True, since=begins)
    return (started if left is None else started.given(1, left)).switch_to(1, begins)


def dues(clock: Clock, habits: ReminderPreferences, now: int | None = None) -> list[int]:
    return [due for due, _ in plan(clock, habits, clock.began if now is None else now)]


# ---- parts of the time


@pytest.mark.parametrize(("text", "had"), [("3d/move", 3 * DAY), ("7d+1d max 10d", 7 * DAY), ("20d", 20 * DAY)])
def test_half_and_the_last_tenth(text: str, had: int) -> None:
    """Reminders come at half and at the last tenth of the time that the player had when the turn began."""
    assert [NOON + had // 2, NOON + had * 9 // 10] == dues(running(text), ReminderPreferences())


def test_spans() -> None:
    """A player may choose spans; one as long as the turn's whole time, or longer, is left out."""
    assert [NOON + 2 * DAY, NOON + 3 * DAY - HOUR] == dues(running(), ReminderPreferences(at=(3 * DAY, DAY, HOUR)))
    assert [NOON + HALF * 5 * HOUR] == dues(running("7d", left=5 * HOUR), ReminderPreferences(at=(HALF, 12 * HOUR)))


def test_weekends_off() -> None:
    """Where weekends are off, half of the time that counts is meant."""
    friday = at("2026-06-05T12:00", "Europe/Berlin")
    monday = at("2026-06-08T12:00", "Europe/Berlin")
    assert [monday, monday + 19 * HOUR + 12 * MINUTE] == dues(
        running("2d/move weekends off Europe/Berlin", friday), ReminderPreferences()
    )


def test_a_pause_and_a_vacation() -> None:
    """While a clock stands still nothing is due; when it runs again the parts are those of the turn's time."""
    clock = running()
    for still in (clock._replace(paused=True), clock._replace(away=frozenset({1}))):
        assert [] == dues(still, ReminderPreferences(), NOON + DAY)
    resumed = clock.run_to(NOON + DAY)._replace(since=NOON + 5 * DAY)
    assert [NOON + 5 * DAY + 12 * HOUR, NOON + 5 * DAY + 40 * HOUR + 48 * MINUTE] == dues(
        resumed, ReminderPreferences(), NOON + 5 * DAY
    )


@pytest.mark.parametrize("text", ["10m+5s", "10+0", "23h/move"])
def test_live_games(text: str) -> None:
    """Live games are reminded of only where the player asks for it."""
    clock = running(text)
    assert [] == dues(clock, ReminderPreferences())
    assert 2 == len(dues(clock, ReminderPreferences(live=True)))


def test_soft_games_that_have_run_out() -> None:
    """No reminder comes once the time has run out, be the game soft or hard."""
    for text in ("3d/move", "3d/move soft"):
        assert [] == dues(running(text), ReminderPreferences(), NOON + 3 * DAY)
        assert [NOON + 36 * HOUR, NOON + 64 * HOUR + 48 * MINUTE] == dues(
            running(text), ReminderPreferences(), NOON + 3 * DAY - 1
        )


def test_parts_chosen_too_late() -> None:
    """Parts chosen when their moment has passed do not come."""
    assert [NOON + 64 * HOUR + 48 * MINUTE] == dues(
        running(), ReminderPreferences(since=NOON + 2 * DAY), NOON + 2 * DAY
    )


# ---- quiet hours


def test_a_reminder_in_quiet_hours_comes_at_their_end() -> None:
    begins = at("2026-06-01T03:00", "Europe/Berlin")
    half, tenth = dues(running("2d/move", begins), BERLIN)
    assert at("2026-06-02T08:00", "Europe/Berlin") == half
    assert at("2026-06-02T22:12", "Europe/Berlin") < at("2026-06-03T03:00", "Europe/Berlin")
    assert at("2026-06-02T21:45", "Europe/Berlin") == tenth


def test_a_turn_of_one_night() -> None:
    """A turn that begins and runs out in the same quiet hours is not reminded of: quiet hours are quiet."""
    begins = at("2026-06-01T22:30", "Europe/Berlin")
    assert [] == dues(running("7d", begins, 5 * HOUR), BERLIN)
    assert [] == dues(running("7d", begins - 40 * MINUTE, 5 * HOUR), BERLIN)


clocks = st.builds(
    lambda text, begins, left: running(text, NOON + begins, left),
    st.sampled_from(["3d/move", "7d+1d max 10d", "1d/move", "14d soft", "5d/move weekends off America/New_York", "1h"]),
    st.integers(0, 400 * DAY),
    st.integers(MINUTE, 10 * DAY),
)


parts = st.sets(st.fractions(Fraction(1, 100), Fraction(99, 100)), max_size=5).map(
    lambda some: tuple(sorted(some, reverse=True))
)


all_habits = st.builds(
    ReminderPreferences,
    parts,
    st.just(ReminderPlace()),
    st.none() | hours,
    st.sampled_from(ZONES),
    st.booleans(),
    st.just(0),
)


@given(clocks, all_habits, st.floats(0, 1.1))
def test_never_in_quiet_hours_and_never_after_the_deadline(
    clock: Clock, habits: ReminderPreferences, passed: float
) -> None:
    """A reminder is never due in quiet hours nor at the deadline or later, and each comes at most once."""
    assert clock.deadline is not None
    now = clock.began + int((clock.deadline - clock.began) * passed)
    reminders = plan(clock, habits, now)
    assert len({part for _, part in reminders}) == len(reminders)
    for due, _ in reminders:
        sent = max(due, now)
        assert sent < clock.deadline
        assert due >= clock.began
        assert habits.quiet is None or not shown_quiet(habits.quiet, sent, habits.zone)
    assert reminders == sorted(reminders, key=lambda one: one[0])


@given(clocks, all_habits)
def test_nothing_is_left_out_without_reason(clock: Clock, habits: ReminderPreferences) -> None:
    """Every part is reminded of, at its moment or outside quiet hours; only what the night swallows is missing."""
    assume(habits.live or not clock.control.live)
    plain = plan(clock, habits._replace(quiet=None), clock.began)
    assert {part for _, part in plain} == set(habits.at)
    found = {part: due for due, part in plan(clock, habits, clock.began)}
    for moment, fraction in plain:
        span = habits.quiet_around(moment)
        if fraction not in found:
            assert span is not None
            assert clock.deadline is not None
            assert clock.deadline <= span.stop
            assert clock.began > span.start - BEFORE_QUIET
        elif span is not None:
            assert found[fraction] in {span.stop, span.start - BEFORE_QUIET}
        else:
            before = habits.quiet_around(moment + BEFORE_QUIET)
            urgent = before is not None and before.stop >= (clock.deadline or 0) and before.start >= clock.since
            assert found[fraction] == (max(clock.since, before.start - BEFORE_QUIET) if urgent and before else moment)


def test_shortly_before_quiet_hours() -> None:
    """What cannot wait for the morning comes a quarter of an hour before the night; what can comes at its moment."""
    begins = at("2026-06-01T04:00", "Europe/Berlin")
    urgent = running("2d/move", begins)._replace(left=(0, 2 * DAY - HOUR, 0))
    tenth = ReminderPreferences(at=(Fraction(5, 48),), quiet=NIGHT, zone="Europe/Berlin")
    assert [at("2026-06-02T21:45", "Europe/Berlin")] == dues(urgent, tenth)
    assert [at("2026-06-02T21:45", "Europe/Berlin")] == dues(urgent, tenth._replace(at=(5 * HOUR + 10 * MINUTE,)))
    assert [at("2026-06-02T21:40", "Europe/Berlin")] == dues(urgent, tenth._replace(at=(5 * HOUR + 20 * MINUTE,)))
    (moment,) = dues(urgent, tenth._replace(quiet=None))
    assert at("2026-06-02T22:00", "Europe/Berlin") == moment
    relaxed = tenth._replace(at=(Fraction(1, 2),))
    clock = running("7d", at("2026-06-01T21:50", "Europe/Berlin") - 84 * HOUR)
    assert [at("2026-06-01T21:50", "Europe/Berlin")] == dues(clock, relaxed)


@pytest.mark.parametrize(
    "text", ["1/2, 1/10", "1/10 1/2", "50% 10%", "50 % and 10 %", "0.5;.1", "1/2 1/10 0.1", " 1/2,1/10 "]
)
def test_parts_of_the_time(text: str) -> None:
    """Half and a tenth may be written as fractions, percents or decimals, in any order, twice or once, or off."""
    assert (HALF, TENTH) == read_parts(text)
    assert () == read_parts("off") == read_parts("OFF ") == read_parts("none") == read_parts("never")


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


@pytest.mark.parametrize(
    "text",
    "soon|1/0|2/2|3/2|100%|0%|1|1/2 x|-1/2|½|٣/4|12|h|0h|5s|900 days|12 hares|1 2 h x|9% 8% 7% 6% 5% 4%|".split("|"),  # noqa: SIM905
)
def test_what_names_no_parts_is_refused(text: str) -> None:
    """What lies not between all and nothing, or is more than five, is refused with the forms to write."""
    with pytest.raises(Refused, match=r"1/2, 1/10") as refused:
        read_parts(text)
    assert isinstance(refused.value.refusal, BadParts)


def test_the_default() -> None:
    """Who has chosen nothing is reminded at half and the last tenth, in the game's channel, at any hour, not live."""
    default = ReminderPreferences((HALF, TENTH), ReminderPlace(), None, "UTC", live=False, since=0)
    assert default == ReminderPreferences.read({}) == ReminderPreferences()


def test_all_at_once() -> None:
    """Each thing is read, the default where it was not chosen."""
    texts = {"remind-at": "10%", "quiet": "22-8", "zone": "tokyo", "remind-live": "on", "remind-since": "7"}
    assert ReminderPreferences.read(texts) == ReminderPreferences(
        (TENTH,), ReminderPlace(), QuietHours(1320, 480), "Asia/Tokyo", True, 7
    )
    for spot in (ReminderPlace(1, 2), ReminderPlace(), ReminderPlace(direct=True)):
        assert ReminderPreferences.read({"remind-where": spot.text}) == ReminderPreferences(spot=spot)
