"""What the referee decides about time: flags, claims, credits, pauses and vacations, as events or refusals."""

from __future__ import annotations

from engine.calendar import counted
from engine.clock import Clock, PauseOffer
from engine.events import (
    CameBack,
    Credited,
    Event,
    Flagged,
    Happening,
    PauseAccepted,
    Paused,
    PauseDeclined,
    PauseOffered,
    Resumed,
    TimeClaimed,
    WentAway,
)
from engine.game import Await, State
from engine.refusal import (
    AlreadyPaused,
    NoClock,
    NoPauseOffer,
    NotOutOfTime,
    NotPaused,
    NoVacation,
    OwnPauseOffer,
    OwnTime,
    PauseStands,
    Refusal,
    StaleGame,
)
from engine.timecontrol import in_words


def flag(state: State, now: int) -> Event | None:
    """The event by which the referee says that the running clock has run out; None where it has not, or was said."""
    clock = state.clock
    if clock is None or clock.flagged or state.awaits is not Await.MOVE or not clock.out(now):
        return None
    return Event(state.sequence + 1, now, 0, Flagged(clock.running))


def credit(state: State, begin: int, now: int, why: str) -> Event | None:
    """The event by which the referee gives back what the running clock has lost since `begin`; None for nothing.

    Time before the last change of the clocks is not looked at, so that no time is given back twice.
    """
    clock = state.clock
    if clock is None or state.awaits is not Await.MOVE or not clock.ticking:
        return None
    lost = counted(clock.control.weekends, max(begin, clock.since), now)
    return Event(state.sequence + 1, now, 0, Credited(clock.running, lost, why)) if lost else None


def claim_time(state: State, seat: int, now: int) -> Happening | Refusal:
    """A claim by a seat that the time of the seat to move has run out."""
    clock = state.clock
    if clock is None:
        return NoClock()
    if clock.running == seat:
        return OwnTime()
    if clock.claimable(now):
        return TimeClaimed(clock.running)
    name = state.variant.seat(state.turn).name
    return NotOutOfTime(name, in_words(clock.left_at(state.turn, now)), runs=clock.ticking)


def offer_pause(state: State, seat: int, answers: int | None) -> Happening | Refusal:
    """An offer of a pause, or the acceptance of the one that is open."""
    clock = _pausable(state)
    if isinstance(clock, Refusal):
        return clock
    if answers not in {None, state.changed}:
        return StaleGame()
    if clock.offer is None:
        return PauseOffered()
    return PauseStands() if seat in clock.offer.agreed else _agree(state, clock.offer, seat)


def answer_pause(state: State, seat: int, answers: int | None, *, accept: bool) -> Happening | Refusal:
    """An answer to the open offer of a pause."""
    clock = _pausable(state)
    if isinstance(clock, Refusal):
        return clock
    if clock.offer is None or answers not in {None, clock.offer.sequence}:
        return NoPauseOffer()
    if seat in clock.offer.agreed:
        return OwnPauseOffer()
    return _agree(state, clock.offer, seat) if accept else PauseDeclined()


def resume(state: State) -> Happening | Refusal:
    """The end of a pause, by any player: nobody is kept from a game for good."""
    if state.clock is None:
        return NoClock()
    return Resumed() if state.clock.paused else NotPaused()


def vacation(state: State, seat: int, *, away: bool) -> Happening | Refusal:
    """The beginning or the end of a seat's vacation."""
    clock = state.clock
    if clock is None or clock.control.live or not clock.started or (seat in clock.away) == away:
        return NoVacation()
    return WentAway() if away else CameBack()


def _pausable(state: State) -> Clock | Refusal:
    if state.clock is None:
        return NoClock()
    return AlreadyPaused() if state.clock.paused else state.clock


def _agree(state: State, offer: PauseOffer, seat: int) -> Happening:
    return Paused() if offer.agreed | {seat} >= set(state.remaining) else PauseAccepted()
