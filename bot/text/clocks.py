"""Sentences about time: whose clock runs, what is left, and news of flags, pauses and vacations."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime

from bot.games import Table
from bot.games.play.timekeeping import VacationStanding
from bot.store import Player
from bot.text.actors import YOU, Naming, doing, to
from engine.clocks.control import in_words
from engine.play import events
from engine.play.events import Event
from engine.play.game import drawn_on_time
from engine.play.state import State

Stamping = Callable[[int], str]


def discord_stamp(at: int) -> str:
    """A time in Discord's markup, shown to each reader as how far off it is and when; rounded up to a second."""
    seconds = -(-at // 1000)
    return f"<t:{seconds}:R> (<t:{seconds}:f>)"


def plain_stamp(at: int) -> str:
    """A time in plain text: `on 2026-11-21 at 12:00 UTC`."""
    return datetime.fromtimestamp(at // 1000, UTC).strftime("on %Y-%m-%d at %H:%M UTC")


QUIET = (events.ClockStarted, events.Credited, events.WentAway, events.CameBack)
"""Events that are not posted as news, since the text above the board tells them."""
MOVES_CLOCKS = (events.Credited, events.WentAway, events.CameBack, events.Flagged, events.Paused, events.Resumed)
"""Events that change the clocks and leave the board as it is."""


def vacation(standing: VacationStanding) -> str:
    now = f"You are on vacation; it ends {discord_stamp(standing.current.ends)}. " if standing.current else ""
    return f"{now}You have {in_words(standing.left)} of vacation left this year."


def clocks(table: Table, stamp: Stamping) -> str | None:
    """The time every side has left, and when the running clock runs out; None without clocks or after the end."""
    state, clock = table.state, table.state.clock
    if clock is None or state.result is not None:
        return None
    lost = table.game.lost
    lines = []
    for seat in (state.due, *(seat for seat in state.remaining if seat != state.due)):
        who, left = (
            state.variant.seat(seat).name,
            in_words(clock.left[seat] if lost is None else clock.left_at(seat, max(lost, clock.since))),
        )
        away = ", on vacation" if seat in clock.away else ""
        if seat == clock.running and clock.flagged:
            told = f"{who} has run out of time{away}"
        elif seat == clock.running and clock.deadline is not None and lost is None:
            told = f"{who} runs out of time {stamp(clock.deadline)}"
        else:
            told = f"{who} has {left}{away}"
        lines.append(told)
    paused = "Paused. " if clock.paused else ""
    paused += "" if lost is None else "The clock stands still while the channel of the game is gone. "
    return f"{paused}{'; '.join(lines)}. Time: {clock.control.words}."


def about_time(table: Table, event: Event, actor: str, name: Naming, you: Player | None = None) -> str:
    match event.what:
        case events.ClockStarted():
            return "The clock is running."
        case events.Flagged(seat) | events.TimeClaimed(seat):
            who = to(you, name, table.game.seats[seat])
            late = doing(who, "has run out of time")
            hard = table.state.clock is not None and table.state.clock.control.hard
            if isinstance(event.what, events.TimeClaimed):
                return f"{doing(actor, 'claims')} that {f'y{late[1:]}' if who is YOU else late}."
            return f"{late}{'' if hard else f'; {_claimable(table.state)}'}."
        case events.Credited(seat, milliseconds, why):
            return f"{doing(to(you, name, table.game.seats[seat]), 'gets')} {in_words(milliseconds)} back: {why}."
        case events.WentAway():
            return f"{doing(actor, 'is')} on vacation."
        case events.CameBack():
            return f"{doing(actor, 'is')} back from vacation."
        case events.Paused():
            return f"{doing(actor, 'agrees')}: the game is paused."
        case events.Resumed():
            return f"{doing(actor, 'resumes')} the game."
        case _:
            raise TypeError(f"{event.what} is not about time")


def _claimable(state: State) -> str:
    if len(state.remaining) > 2:
        return "/game claim-time puts that side out of the game"
    return f"/game claim-time claims the {'win' if drawn_on_time(state) is None else 'draw'}"
