"""The deadlines of a game, and the time that its running clock loses while its channel is gone and gets back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bot.store import Deadline, Player
from bot.store.deadlines import REMIND, VACATION
from engine.play.events import ClockStarted, Event
from engine.play.game import advance
from engine.play.referee import credit
from engine.play.state import State

GONE = "the channel was gone"


def given_back(lost: int, state: State, now: int) -> Event | None:
    """The event that gives a running clock back what it has lost since the channel was gone (UTC ms), if anything."""
    return credit(state, lost, now, GONE)


FLAG = "flag"


def deadlines_of(number: int, state: State, seats: Mapping[int, Player]) -> tuple[Deadline, ...]:
    """The deadlines of a game in a state; reminders are checked at once, since they also depend on the player."""
    clock = state.clock
    if clock is None or clock.deadline is None or state.result is not None or clock.flagged:
        return ()
    waiting = dict.fromkeys(seats[seat] for seat in (state.due, *asked_seats(state)))
    reminders = (Deadline(REMIND, number, player.id, clock.since) for player in waiting if player.reachable)
    return Deadline(FLAG, number, 0, clock.deadline), *reminders


def asked_seats(state: State) -> tuple[int, ...]:
    """Return the seats whose answer the player with the running clock waits for."""
    running = state.clock.running if state.clock is not None else 0
    offers = [offer for offer in state.proposals if offer.by == running]
    return tuple(seat for seat in state.remaining if any(seat not in offer.agreed for offer in offers))


def begun(
    number: int, state: State, first: Sequence[Event], seats: Mapping[int, Player], now: int
) -> tuple[tuple[Event, ...], tuple[Deadline, ...]]:
    """The first events and deadlines of a game; vacations come due at once, so that who is away is so in it, too."""
    for event in first:
        state = advance(state, event)
    if state.result is not None or state.clock is None:
        return tuple(first), ()
    started = Event(state.sequence + 1, now, 0, ClockStarted())
    deadlines = deadlines_of(number, advance(state, started), seats)
    people = () if state.clock.control.live else (player for player in seats.values() if player.reachable)
    away = tuple(Deadline(VACATION, 0, player.id, now) for player in people)
    return (*first, started), (*deadlines, *away)
