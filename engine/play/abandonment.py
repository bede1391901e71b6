"""Games that the player to move has abandoned: since when nobody has been heard, and games closed for it.

Clocks are the answer to this where there are any; how long is long enough in other games is up to whoever runs them.
"""

from __future__ import annotations

from engine.clocks.control import in_words
from engine.model.refusal import Refusal
from engine.notation.describe import result_in_words
from engine.play import events
from engine.play.commands import Close
from engine.play.events import Event, Happening
from engine.play.refusals import GameOver, StaleGame
from engine.play.state import State


class HasClock(Refusal):
    """The end of a game as abandoned whose clock decides that."""

    words = "This game has a clock: once it runs out, /game claim-time claims that."


class NeverAbandoned(Refusal):
    """The end of a game as abandoned where no game counts as abandoned."""

    words = (
        "In this server no game counts as abandoned, however long it waits. Somebody else may play on: /game replace."
    )


class NotAbandoned(Refusal):
    """The end of a game as abandoned that comes too early: the side to move, and how long it still has, in words."""

    side: str
    more: str

    words = "{side} may take {more} more before this game counts as abandoned."


class OwnAbandonment(Refusal):
    """The end of a game as abandoned by the player whom the game waits for."""

    words = "It is your own move or roll that the game waits for. To give up, use /game resign."


def heard(state: State, begun: int) -> int:
    """When the turn began, or its player last did something else, if later (UTC ms); a game's first with the game."""
    since = state.events[state.changed - 1].at if state.changed else begun
    last = next((event.at for event in reversed(state.events[state.changed :]) if event.actor == state.due), since)
    return max(begun, since, last)


def close(state: State, command: Close, now: int) -> Happening | Refusal:
    """Return a game's end without a result, or why it does not count as abandoned."""
    if state.clock is not None:
        return HasClock()
    if command.answers not in {None, state.changed}:
        return StaleGame()
    if command.seat == state.due:
        return OwnAbandonment()
    return _early(state, command.after, command.begun, now) or events.GameClosed()


def closing(state: State, after: int, begun: int, now: int) -> Event | Refusal:
    """A game closed by those who run the place where nobody else does: `after` ms have passed, and no clock runs."""
    if state.result is not None:
        return GameOver(result_in_words(state.variant, state.result))
    waits = state.clock is not None and not state.clock.flagged and not state.clock.paused
    refusal = HasClock() if waits else _early(state, after, begun, now)
    return refusal or Event(state.sequence + 1, now, 0, events.GameClosed())


def shut(state: State, now: int) -> Event | None:
    """A game closed by those who run the place, whatever it waits for; None for one that is over."""
    return None if state.result is not None else Event(state.sequence + 1, now, 0, events.GameClosed())


def _early(state: State, after: int, begun: int, now: int) -> Refusal | None:
    """Why a game is not abandoned yet whose player to move has so long (ms); None if it is."""
    if not after:
        return NeverAbandoned()
    more = heard(state, begun) + after - now
    return NotAbandoned(state.variant.seat(state.due).name, in_words(more)) if more > 0 else None
