"""Clocks as a fold over time stamps: whose runs, since when, and what each has left; the present time is an argument.

One clock runs, that of the seat to move. In correspondence the first runs from the moment the game begins. In live
play a player's first move costs nothing if it is made within the time on the clock, so that nobody loses time by a
game that began while they looked away, and nobody waits for ever for one who never comes.
"""

from __future__ import annotations

from typing import NamedTuple

from engine.clocks.control import TimeControl
from engine.clocks.zones import counted_ms, time_after
from engine.play import events
from engine.play.events import BrokenRecord, Event


class Clock(NamedTuple):
    """The clocks of a game; times are ms.

    `left` is what each seat had left at `since` (UTC), by seat numbers, entry 0 for nobody; `running` is the seat whose
    clock runs, 0 for none. `begun` are the seats that have made a move, `away` those on vacation; `flagged` tells that
    the running clock of a soft game has been said to have run out. `had` is what the running clock showed when the turn
    began, at `began` (UTC).
    """

    control: TimeControl
    left: tuple[int, ...]
    started: bool = False
    running: int = 0
    since: int = 0
    begun: frozenset[int] = frozenset()
    away: frozenset[int] = frozenset()
    paused: bool = False
    flagged: bool = False
    had: int = 0
    began: int = 0

    @classmethod
    def of(cls, control: TimeControl, seats: int) -> Clock | None:
        """The clocks of a game before it begins; None where there are none."""
        return cls(control, (0, *([control.start] * seats))) if control.timed else None

    @property
    def ticking(self) -> bool:
        """True if the running clock runs: a pause, or its seat's vacation, stops it."""
        return self.running > 0 and not self.paused and self.running not in self.away

    @property
    def deadline(self) -> int | None:
        """When the running clock runs out (UTC), possibly in the past; None if no clock runs."""
        if not self.ticking:
            return None
        return time_after(self.control.weekends, self.since, self.left[self.running])

    def left_at(self, seat: int, now: int) -> int:
        """A seat's time left, never less than 0."""
        left = self.left[seat]
        if seat == self.running and self.ticking:
            left -= counted_ms(self.control.weekends, self.since, now)
        return max(left, 0)

    def has_run_out(self, now: int) -> bool:
        """True if the running clock has run out: at its deadline it has."""
        deadline = self.deadline
        return deadline is not None and now >= deadline

    def claimable(self, now: int) -> bool:
        """True if the seat to move has no time left, not even where it has gone on vacation since."""
        return self.running > 0 and not self.paused and not self.left_at(self.running, now)

    def run_to(self, now: int) -> Clock:
        """The same clocks, counted up to now; a time before the last one counts as that one."""
        left = _with(self.left, self.running, self.left_at(self.running, now)) if self.ticking else self.left
        return self._replace(left=left, since=max(now, self.since))

    def switch_to(self, seat: int, now: int) -> Clock:
        """The clocks when it is this seat's turn (0: nobody's); nothing changes for the one whose clock runs."""
        if not self.started or seat == self.running:
            return self
        clock = self.run_to(now)
        return clock._replace(running=seat, flagged=False, had=clock.left[seat], began=clock.since)

    def pressed(self, seat: int, now: int) -> Clock:
        """The clocks after a move by a seat: its own has stopped, with its increment."""
        clock, control = self.run_to(now), self.control
        had = clock.left[seat]
        if control.live and seat not in clock.begun:
            left = max(had, control.start)
        else:
            left = had + control.increment
            left = max(had, left if control.cap is None else min(left, control.cap))
        return clock.given(seat, left)._replace(running=0, begun=clock.begun | {seat}, flagged=False)

    def credited(self, seat: int, milliseconds: int, now: int) -> Clock:
        """The clocks with time given back to a seat; what it has lost beyond all it had is paid from that first."""
        clock = self.run_to(now)
        spent = counted_ms(self.control.weekends, self.since, now) if seat == self.running and self.ticking else 0
        left = max(self.left[seat] - spent + milliseconds, 0)
        flagged = self.flagged and not (seat == self.running and milliseconds > 0)
        return clock.given(seat, left)._replace(flagged=flagged)

    def taken_back(self, then: Clock, at: int, now: int) -> Clock:
        """The clocks after moves were taken back, `then` being those before the first of them, made at `at`.

        It costs nobody time: each clock shows what it showed then, or what it shows now if that is more.
        """
        left = tuple(map(max, self.run_to(now).left, then.run_to(at).left))
        return self.run_to(now)._replace(left=left, begun=then.begun, running=0, flagged=False)

    def taken_over(self, seat: int, now: int) -> Clock:
        """The clocks after a seat has changed hands: they are not away, and have no less than all began with."""
        clock = self.run_to(now)
        left = max(clock.left[seat], self.control.start)
        clock = clock.given(seat, left)._replace(away=clock.away - {seat})
        return clock._replace(flagged=False, had=left, began=clock.since) if seat == clock.running else clock

    def given(self, seat: int, left: int) -> Clock:
        """The clocks with so much on a seat's own."""
        return self._replace(left=_with(self.left, seat, left))


def apply_event(clock: Clock | None, event: Event, mover: int, turn: int) -> Clock | None:
    """The clocks after an event; `mover` had the turn before it, `turn` has it now (0: nobody).

    Raises BrokenRecord for an event about time in a game without clocks.
    """
    if clock is None:
        if event.what.timed:
            raise BrokenRecord(f"event {event.sequence} is about time, and this game has no clock")
        return None
    now = event.at
    match event.what:
        case events.Moved():
            clock = clock.pressed(mover, now)
        case events.ClockStarted():
            clock = clock._replace(started=True)
        case events.Continued():
            clock = Clock(clock.control, (0, *([clock.control.start] * (len(clock.left) - 1))))
        case events.RollCalled():
            clock = clock.pressed(event.actor, now)
        case events.Flagged():
            clock = clock.run_to(now)._replace(flagged=True)
        case events.Credited(seat, milliseconds, _):
            if not 0 < seat < len(clock.left):
                raise BrokenRecord(f"event {event.sequence} credits seat {seat}, which is none")
            clock = clock.credited(seat, milliseconds, now)
        case events.WentAway():
            clock = clock.run_to(now)._replace(away=clock.away | {event.actor})
        case events.CameBack():
            clock = clock.run_to(now)._replace(away=clock.away - {event.actor})
        case events.Replaced(seat):
            clock = clock.taken_over(seat, now)
        case events.Paused() | events.Resumed():
            clock = clock.run_to(now)._replace(paused=isinstance(event.what, events.Paused))
        case _:
            pass
    return clock.switch_to(turn, now)


def _with(left: tuple[int, ...], seat: int, time: int) -> tuple[int, ...]:
    return (*left[:seat], time, *left[seat + 1 :])
