"""When reminders are due: parts of the time, quiet hours, daylight saving, pauses, and what goes in one message."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from bot.games.reminders import (
    BEFORE_QUIET,
    EARLY,
    Part,
    QuietHours,
    ReminderPreferences,
    Spot,
    TimedTurn,
    outlook,
    plan,
)
from bot.games.tables import ClosedPlaces
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


def dues(clock: Clock, habits: ReminderPreferences, now: int | None = None, sent: Sequence[Fraction] = ()) -> list[int]:
    """When the reminders come."""
    return [reminder.due for reminder in plan(clock, habits, sent, clock.began if now is None else now)]


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
    reminders = plan(clock, habits, (), now)
    assert len({reminder.part for reminder in reminders}) == len(reminders)
    for reminder in reminders:
        sent = max(reminder.due, now)
        assert sent < clock.deadline
        assert reminder.earliest <= reminder.due
        assert reminder.due - reminder.earliest <= EARLY
        assert reminder.due >= clock.began
        assert habits.quiet is None or not shown_quiet(habits.quiet, sent, habits.zone)
    assert all(one.due <= other.due for one, other in pairwise(reminders))


@given(clocks, all_habits)
def test_nothing_is_left_out_without_reason(clock: Clock, habits: ReminderPreferences) -> None:
    """Every part is reminded of, at its moment or outside quiet hours; only what the night swallows is missing."""
    assume(habits.live or not clock.control.live)
    plain = plan(clock, habits._replace(quiet=None), (), clock.began)
    assert {reminder.part for reminder in plain} == set(habits.at)
    found = {reminder.part: reminder.due for reminder in plan(clock, habits, (), clock.began)}
    for fraction, moment, _ in plain:
        span = habits.quiet_around(moment)
        if fraction not in found:
            assert span is not None
            assert clock.deadline is not None
            assert clock.deadline <= span.end
            assert clock.began > span.begin - BEFORE_QUIET
        elif span is not None:
            assert found[fraction] in {span.end, span.begin - BEFORE_QUIET}
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
    wanted = {reminder.part for reminder in plan(clock, habits, (), clock.began)}
    while now is not None:
        notices, next_looks = outlook({1: TimedTurn(1, 1, clock, sent)}, habits, (), now)
        sent += [fraction for games in notices.values() for fraction in games[1]]
        following = next_looks[1]
        assert following is None or following > now
        now = min([time for time in times if time > now] + [following]) if following is not None else None
    assert len(sent) == len(set(sent))
    assert set(sent) == wanted


# ---- one message for several games


def turn(begins: int = NOON, channel: int = 5, guild: int = 1) -> TimedTurn:
    """A game of three days a move in which the player's turn began at a time."""
    return TimedTurn(guild, channel, running("3d/move", begins))


MOMENT = NOON + 36 * HOUR
LAST = NOON + 64 * HOUR + 48 * MINUTE


def test_games_due_soon_go_in_one_message() -> None:
    """What is due within a quarter of an hour goes with what is due; what is due later waits."""
    turns = {1: turn(), 2: turn(NOON + EARLY), 3: turn(NOON + EARLY + 1)}
    assert ({5: {1: [HALF], 2: [HALF]}}, {1: LAST, 2: LAST + EARLY, 3: MOMENT + EARLY + 1}) == outlook(
        turns, ReminderPreferences(), (), MOMENT
    )


def test_nothing_is_sent_before_something_is_due() -> None:
    """As long as nothing is due, nothing is sent, however much is due soon."""
    turns = {1: turn(), 2: turn(NOON + 1)}
    assert ({}, {1: MOMENT, 2: MOMENT + 1}) == outlook(turns, ReminderPreferences(), (), MOMENT - 1)


def test_short_turns_are_not_reminded_of_much_too_early() -> None:
    """A reminder comes early by no more than a twentieth of the time that the player had."""
    short = TimedTurn(1, 5, running("7d", MOMENT - 30 * MINUTE + 4 * MINUTE, HOUR))
    assert {5: {1: [HALF]}} == outlook({1: turn(), 2: short}, ReminderPreferences(), (), MOMENT)[0]
    nearer = TimedTurn(1, 5, running("7d", MOMENT - 27 * MINUTE, HOUR))
    assert {1, 2} == set(outlook({1: turn(), 2: nearer}, ReminderPreferences(), (), MOMENT)[0][5])


def test_two_parts_overdue_are_one_reminder() -> None:
    """When the referee was away for both reminders of a turn, one line tells of both."""
    assert ({5: {1: [HALF, TENTH]}}, {1: None}) == outlook({1: turn()}, ReminderPreferences(), (), LAST)


def test_each_channel_gets_its_own_message() -> None:
    """In the games' own channels there is one message each."""
    turns = {1: turn(), 2: turn(channel=6), 3: turn()}
    assert {5: {1: [HALF], 3: [HALF]}, 6: {2: [HALF]}} == outlook(turns, ReminderPreferences(), (), MOMENT)[0]


def test_direct_messages_gather_all() -> None:
    """By direct message all games are told of at once."""
    turns = {1: turn(), 2: turn(channel=6, guild=2)}
    assert {0: {1: [HALF], 2: [HALF]}} == outlook(turns, ReminderPreferences(spot=Spot(direct=True)), (), MOMENT)[0]


def test_a_thread_of_ones_own_keeps_to_its_guild() -> None:
    """In a chosen thread the games of its guild are told of; those of another guild stay in their own channels."""
    turns = {1: turn(), 2: turn(channel=6), 3: turn(channel=7, guild=2)}
    habits = ReminderPreferences(spot=Spot(1, 99))
    assert {99: {1: [HALF], 2: [HALF]}, 7: {3: [HALF]}} == outlook(turns, habits, (), MOMENT)[0]


@pytest.mark.parametrize(
    ("spot", "closed", "place"),
    [
        (Spot(direct=True), {0}, 5),
        (Spot(1, 99), {99}, 5),
        (Spot(1, 99), {99, 5}, None),
        (Spot(), {5}, None),
        (Spot(), {0}, 5),
        (Spot(direct=True), {5}, 0),
    ],
)
def test_where_the_place_refuses(spot: Spot, closed: set[int], place: int | None) -> None:
    """Where a place refuses, the game's channel is written to; where that does too, nothing is until later."""
    look = outlook({1: turn()}, ReminderPreferences(spot=spot), closed, MOMENT)
    if place is None:
        assert ({}, {1: MOMENT + ClosedPlaces.PAUSE}) == look
    else:
        assert {place: {1: [HALF]}} == look[0]
