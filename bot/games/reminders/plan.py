"""The plan of reminders: which are due, moved out of quiet hours, and gathered into one message.

A reminder comes when a part of the time is left that the player had when the turn began, or a span shorter than that.
One that falls into quiet hours comes at their end; where the clock runs out before, shortly before they begin, unless
the turn began or the clock was changed later than that. Then none comes: quiet hours are quiet. Reminders may come a
little early, so that several go in one message, but never late. All times are UTC ms.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from bot.games.reminders.preferences import Part, ReminderPreferences, left_at
from bot.games.tables import ClosedPlaces
from engine.clocks.control import MINUTE
from engine.clocks.zones import reached
from engine.play.clock import Clock

EARLY = 15 * MINUTE
"""How much earlier a reminder may come together with others (ms)."""
EARLY_PART = 20
"""The largest part of the player's time that this may be: a twentieth."""
BEFORE_QUIET = 15 * MINUTE
"""How long before quiet hours a reminder comes that cannot wait for their end (ms)."""


class Reminder(NamedTuple):
    """A reminder to come: how much time is left, when it is due, and when it may come at the earliest."""

    part: Part
    due: int
    earliest: int


@dataclass(frozen=True)
class TimedTurn:
    """A game that waits for a player while a clock runs: its number, guild and channel, and what was told so far.

    What was to come before `since` (UTC ms), when it began to wait, does not come.
    """

    game: int
    guild: int
    channel: int
    clock: Clock
    sent: Collection[Part | None] = ()
    since: int = 0


class Notice(NamedTuple):
    """A message to be sent to a place (a channel's id, 0 for direct messages), and what it reminds of by games."""

    place: int
    games: Mapping[int, tuple[Part, ...]]


@dataclass(frozen=True)
class Outlook:
    """What is to be done now for a player, and when to look at each game again, None for not before it changes."""

    notices: tuple[Notice, ...]
    next: Mapping[int, int | None]


def plan(clock: Clock, habits: ReminderPreferences, sent: Collection[Part | None], now: int) -> tuple[Reminder, ...]:
    """The reminders still to come for the running clock, in order; those that have come due lie no later than now."""
    deadline = clock.deadline
    if deadline is None or now >= deadline or (clock.control.live and not habits.live):
        return ()
    early = min(EARLY, clock.had // EARLY_PART)
    found = []
    for part in habits.at:
        left = left_at(part, clock.had)
        moment = reached(clock.control.weekends, clock.since, clock.left[clock.running] - left)
        due = _fit(habits, moment, clock.since, deadline)
        if part in sent or left >= clock.had or moment < habits.since or due is None:
            continue
        if due < now:
            span = habits.quiet_around(now)
            due = span.end if span else due
        if due < deadline:
            found.append(Reminder(part, due, max(due - early, clock.since)))
    return tuple(sorted(found, key=lambda reminder: (reminder.due, -left_at(reminder.part, clock.had))))


def _fit(habits: ReminderPreferences, moment: int, begin: int, deadline: int) -> int | None:
    """When a reminder comes whose moment this is, not before `begin`; None for never.

    What cannot wait until quiet hours are over comes well before them, so that a short delay does no harm.
    """
    span = habits.quiet_around(moment) or habits.quiet_around(moment + BEFORE_QUIET)
    if span is None or (moment < span.begin and span.end < deadline):
        return moment
    if span.end < deadline:
        return span.end
    before = span.begin - BEFORE_QUIET
    if before >= begin:
        return before
    return moment if moment < span.begin else None


def outlook(turns: Sequence[TimedTurn], habits: ReminderPreferences, closed: Collection[int], now: int) -> Outlook:
    """What is to be done now for a player in whose games these clocks run; `closed` are the places that refuse.

    A place gets one message about all that is due there or may come early; where no place is left, one is looked for
    again after a while.
    """
    following: dict[int, int | None] = {}
    rest: dict[int, int | None] = {}
    gathered: dict[int, dict[int, list[Reminder]]] = {}
    for turn in turns:
        place = place_of(turn, habits, closed)
        own = replace(habits, since=max(habits.since, turn.since))
        reminders = () if place is None else plan(turn.clock, own, turn.sent, now)
        near = [reminder for reminder in reminders if reminder.earliest <= now]
        later = [reminder for reminder in reminders if reminder.earliest > now]
        following[turn.game] = reminders[0].due if reminders else now + ClosedPlaces.PAUSE if place is None else None
        rest[turn.game] = later[0].due if later else None
        if place is not None and near:
            gathered.setdefault(place, {})[turn.game] = near
    notices = tuple(
        Notice(place, {game: tuple(reminder.part for reminder in near) for game, near in games.items()})
        for place, games in gathered.items()
        if any(reminder.due <= now for near in games.values() for reminder in near)
    )
    return Outlook(notices, following | {game: rest[game] for notice in notices for game in notice.games})


def place_of(turn: TimedTurn, habits: ReminderPreferences, closed: Collection[int]) -> int | None:
    """Where a player is reminded of a game: where they like, else in the game's channel; None where all refuse."""
    spot = habits.spot
    liked = 0 if spot.direct else spot.channel if spot.guild == turn.guild else turn.channel
    return next((place for place in (liked, turn.channel) if place not in closed), None)
