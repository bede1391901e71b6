"""What the referee decides about time: flags, claims, credits, pauses and vacations, as events or refusals."""

from __future__ import annotations

from collections.abc import Iterable

from engine.clocks.control import in_words
from engine.clocks.weekends import counted
from engine.model.refusal import Refusal
from engine.play import events
from engine.play.events import Event, Happening
from engine.play.state import Await, State


class NoClock(Refusal):
    """A command about time in a game without clocks."""

    words = "This game has no clock. Choose a clock with your next challenge, such as 3 days/move or 10+5."


class NotOutOfTime(Refusal):
    """A claim of time that is not over: the side to move, what it has `left` in words, whether its clock `runs`."""

    side: str
    left: str
    runs: bool

    @property
    def text(self) -> str:
        """What is left."""
        return f"{self.side} has {self.left} left{'' if self.runs else ', and the clock stands still'}."


class OwnTime(Refusal):
    """A claim of time by the player whose clock runs."""

    words = "It is your own clock that is running: make your move."


class GamePaused(Refusal):
    """A move while the game is paused."""

    words = "The game is paused. Any player may take it up again with /game pause action:resume."


class AlreadyPaused(Refusal):
    """A pause proposed or answered while the game is paused."""

    words = "The game is already paused. Any player may take it up again with /game pause action:resume."


class NotPaused(Refusal):
    """A game resumed that is not paused."""

    words = "The game is not paused."


class NoVacation(Refusal):
    """A vacation in a game that knows none, or that has it already."""

    words = "Vacation changes nothing in this game."


def flag(state: State, now: int) -> Event | None:
    """The event by which the referee says that the running clock has run out; None where it has not, or was said."""
    clock = state.clock
    if clock is None or clock.flagged or state.awaits not in {Await.MOVE, Await.CALL} or not clock.out(now):
        return None
    return Event(state.sequence + 1, now, 0, events.Flagged(clock.running))


def credit(state: State, begin: int, now: int, why: str) -> Event | None:
    """The event by which the referee gives back what the running clock has lost since `begin`; None for nothing."""
    return credit_all(state, [(begin, now)], now, why)


def credit_all(state: State, lost: Iterable[tuple[int, int]], now: int, why: str) -> Event | None:
    """The event by which the referee gives back what the running clock has lost in some times, each from and to when.

    Time before the last change of the clocks is not looked at, so that no time is given back twice. None for nothing.
    """
    clock = state.clock
    if clock is None or state.awaits not in {Await.MOVE, Await.CALL} or not clock.ticking:
        return None
    weekends, since = clock.control.weekends, clock.since
    back = sum(counted(weekends, max(begin, since), until) for begin, until in lost if until > since)
    return Event(state.sequence + 1, now, 0, events.Credited(clock.running, back, why)) if back else None


def claim_time(state: State, seat: int, now: int) -> Happening | Refusal:
    """A claim by a seat that the time of the seat to move has run out."""
    clock = state.clock
    if clock is None:
        return NoClock()
    if clock.running == seat:
        return OwnTime()
    if clock.claimable(now):
        return events.TimeClaimed(clock.running)
    name = state.variant.seat(state.due).name
    return NotOutOfTime(name, in_words(clock.left_at(state.due, now)), runs=clock.ticking)


def resume(state: State) -> Happening | Refusal:
    """The end of a pause, by any player: nobody is kept from a game for good."""
    if state.clock is None:
        return NoClock()
    return events.Resumed() if state.clock.paused else NotPaused()


def vacation(state: State, seat: int, *, away: bool) -> Happening | Refusal:
    """The beginning or the end of a seat's vacation."""
    clock = state.clock
    if clock is None or clock.control.live or not clock.started or (seat in clock.away) == away:
        return NoVacation()
    return events.WentAway() if away else events.CameBack()
