"""When reminders are due: parts of the time, quiet hours, daylight saving, pauses, and what goes in one message."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from bot.games.reminders import (
    BEFORE_QUIET,
    Part,
    QuietHours,
    ReminderPreferences,
    Spot,
    plan,
)
from engine.clocks.control import DAY, HOUR, MINUTE, TimeControl, read_control
from engine.play.clock import Clock
from tests.bot.games.test_quiet_hours import ZONES, at, hours, shown_quiet
from tests.engine.support import NOON

HALF, TENTH = Fraction(1, 2), Fraction(1, 10)
NIGHT = QuietHours(22 * 60, 8 * 60)
BERLIN = ReminderPreferences(quiet=NIGHT, zone="Europe/Berlin")


def control(text: str) -> TimeControl:
    """The time control that a text names."""
    found = read_control(text)
    assert isinstance(found, TimeControl)
    return found


def running(text: str = "3d/move", begins: int = NOON, left: int | None = None) -> Clock:
    """The clocks of a game for two in which the first seat's turn begins."""
    clock = Clock.of(control(text), 2)
    assert clock is not None
    started = clock._replace(started=True, since=begins)
    return (started if left is None else started.given(1, left)).turned(1, begins)


def unsent(habits: ReminderPreferences, sent: Sequence[Part]) -> ReminderPreferences:
    """The habits without the parts that were reminded of."""
    return habits._replace(at=tuple(part for part in habits.at if part not in sent))


def dues(clock: Clock, habits: ReminderPreferences, now: int | None = None, sent: Sequence[Fraction] = ()) -> list[int]:
    """When the reminders come."""
    return [due for due, _ in plan(clock, unsent(habits, sent), clock.began if now is None else now)]


# ---- parts of the time


@pytest.mark.parametrize(("text", "had"), [("3d/move", 3 * DAY), ("7d+1d max 10d", 7 * DAY), ("20d", 20 * DAY)])
def test_half_and_the_last_tenth(text: str, had: int) -> None:
    """Reminders come at half and at the last tenth of the time that the player had when the turn began."""
    assert [NOON + had // 2, NOON + had * 9 // 10] == dues(running(text), ReminderPreferences())


def test_the_bank_as_it_was_when_the_turn_began() -> None:
    """Of a bank that is nearly empty the parts are parts of what was left."""
    assert [NOON + 5 * HOUR, NOON + 9 * HOUR] == dues(running("7d", left=10 * HOUR), ReminderPreferences())


def test_other_parts() -> None:
    """A player may choose the parts, or none."""
    assert [NOON + 1 * DAY] == dues(running(), ReminderPreferences(at=(Fraction(2, 3),)))
    assert [] == dues(running(), ReminderPreferences(at=()))


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
    resumed = clock.settled(NOON + DAY)._replace(since=NOON + 5 * DAY)
    assert [NOON + 5 * DAY + 12 * HOUR, NOON + 5 * DAY + 40 * HOUR + 48 * MINUTE] == dues(
        resumed, ReminderPreferences(), NOON + 5 * DAY
    )


def test_time_given_back() -> None:
    """After time was given back a reminder that has come does not come again; the others come later."""
    clock = running().credited(1, DAY, NOON + 2 * DAY)
    assert [NOON + 3 * DAY + 16 * HOUR + 48 * MINUTE] == dues(clock, ReminderPreferences(), NOON + 2 * DAY, [HALF])
    assert NOON + 2 * DAY + 12 * HOUR == dues(clock, ReminderPreferences(), NOON + 2 * DAY)[0]


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
    """A reminder of the night comes in the morning."""
    begins = at("2026-06-01T03:00", "Europe/Berlin")
    half, tenth = dues(running("2d/move", begins), BERLIN)
    assert at("2026-06-02T08:00", "Europe/Berlin") == half
    assert at("2026-06-02T22:12", "Europe/Berlin") < at("2026-06-03T03:00", "Europe/Berlin")
    assert at("2026-06-02T21:45", "Europe/Berlin") == tenth


def test_a_clock_that_runs_out_in_quiet_hours() -> None:
    """Where the clock runs out before quiet hours end, the reminder comes a quarter of an hour before they begin."""
    begins = at("2026-06-01T05:00", "Europe/Berlin")
    clock = running("2d/move", begins)
    assert [at("2026-06-02T08:00", "Europe/Berlin"), at("2026-06-02T21:45", "Europe/Berlin")] == dues(clock, BERLIN)
    assert [] == dues(clock, BERLIN, at("2026-06-02T22:30", "Europe/Berlin"), [HALF])


def test_a_turn_of_one_night() -> None:
    """A turn that begins and runs out in the same quiet hours is not reminded of: quiet hours are quiet."""
    begins = at("2026-06-01T22:30", "Europe/Berlin")
    assert [] == dues(running("7d", begins, 5 * HOUR), BERLIN)
    assert [] == dues(running("7d", begins - 40 * MINUTE, 5 * HOUR), BERLIN)


@pytest.mark.parametrize(
    ("zone", "evening", "shift"),
    [
        ("Europe/Berlin", "2026-03-28T20:00", -1),
        ("Europe/Berlin", "2026-10-24T20:00", 1),
        ("America/New_York", "2026-03-07T20:00", -1),
        ("America/New_York", "2026-10-31T20:00", 1),
        ("Asia/Kathmandu", "2026-03-28T20:00", 0),
    ],
)
def test_daylight_saving(zone: str, evening: str, shift: int) -> None:
    """Quiet hours end at eight by the player's clocks, also in the night in which these change."""
    begins = at(evening, zone)
    (half, _) = dues(running("1d/move", begins - 4 * HOUR), ReminderPreferences(quiet=NIGHT, zone=zone))
    assert begins + (12 + shift) * HOUR == half


def test_downtime_into_the_night() -> None:
    """What could not be sent in the evening waits for the morning, where the clock allows it."""
    clock = running("3d/move", at("2026-06-01T09:00", "Europe/Berlin"))
    late = at("2026-06-02T23:00", "Europe/Berlin")
    assert at("2026-06-03T08:00", "Europe/Berlin") == dues(clock, BERLIN, late)[0]


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
    ReminderPreferences, parts, st.just(Spot()), st.none() | hours, st.sampled_from(ZONES), st.booleans(), st.just(0)
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
            assert moment - BEFORE_QUIET <= found[fraction] <= moment


def test_shortly_before_quiet_hours() -> None:
    """What cannot wait for the morning comes a quarter of an hour before the night; what can comes at its moment."""
    begins = at("2026-06-01T04:00", "Europe/Berlin")
    urgent = running("2d/move", begins)._replace(left=(0, 2 * DAY - HOUR, 0))
    tenth = ReminderPreferences(at=(Fraction(5, 48),), quiet=NIGHT, zone="Europe/Berlin")
    assert [at("2026-06-02T21:45", "Europe/Berlin")] == dues(urgent, tenth)
    (moment,) = dues(urgent, tenth._replace(quiet=None))
    assert at("2026-06-02T22:00", "Europe/Berlin") == moment
    relaxed = tenth._replace(at=(Fraction(1, 2),))
    clock = running("7d", at("2026-06-01T21:50", "Europe/Berlin") - 84 * HOUR)
    assert [at("2026-06-01T21:50", "Europe/Berlin")] == dues(clock, relaxed)


@given(clocks, all_habits, st.lists(st.floats(0, 1), max_size=6))
def test_never_twice(clock: Clock, habits: ReminderPreferences, looks: list[float]) -> None:
    """However often it is looked, no part comes twice, and whoever looks when told to misses none."""
    assert clock.deadline is not None
    sent: list[Part] = []
    now: int | None = clock.began
    times = sorted(clock.began + int((clock.deadline - clock.began) * part) for part in looks)
    wanted = {part for _, part in plan(clock, habits, clock.began)}
    while now is not None:
        reminders = plan(clock, unsent(habits, sent), now)
        sent += [part for due, part in reminders if due <= now]
        following = next((due for due, _ in reminders if due > now), None)
        now = min([time for time in times if time > now] + [following]) if following is not None else None
    assert len(sent) == len(set(sent))
    assert set(sent) == wanted
