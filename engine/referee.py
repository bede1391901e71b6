"""`decide`: what a command leads to, events or a refusal. Pure; the time is an argument."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

from engine.game import (
    DrawAccepted,
    DrawClaimed,
    DrawDeclined,
    DrawOffered,
    Event,
    Happening,
    Moved,
    Resigned,
    State,
)
from engine.notation import Sheet
from engine.position import Move, Position, long_form
from engine.refusal import (
    GameOver,
    HasLeft,
    NoOffer,
    NothingToClaim,
    NotYourTurn,
    OfferStands,
    OwnOffer,
    Refusal,
    StaleGame,
)
from engine.variant import Variant
from engine.words import result_in_words


@dataclass(frozen=True)
class Command:
    """Something a seat wants to do; `answers` is the sequence number of the event it was made in view of, if known."""

    seat: int
    answers: int | None = None


@dataclass(frozen=True)
class Play(Command):
    """Make the move that `text` names, in any form of the notation."""

    text: str = ""


@dataclass(frozen=True)
class OfferDraw(Command):
    """Offer a draw, or accept the one that is open."""


@dataclass(frozen=True)
class AcceptDraw(Command):
    """Accept the open draw offer."""


@dataclass(frozen=True)
class DeclineDraw(Command):
    """Decline the open draw offer."""


@dataclass(frozen=True)
class ClaimDraw(Command):
    """Claim a draw under whichever rule allows it."""


@dataclass(frozen=True)
class Resign(Command):
    """Give up."""


def sheet(state: State) -> Sheet:
    """The legal moves of the present position, ready to be written and read; none once the game is over."""
    return _sheet(state.variant, state.position, over=state.result is not None)


@lru_cache(maxsize=256)
def _sheet(variant: Variant, position: Position, *, over: bool) -> Sheet:
    found = Sheet.of(State(variant, (position,)).movement, position)
    return Sheet(found.movement, position, ()) if over else found


def decide(state: State, command: Command, now: int) -> tuple[Event, ...] | Refusal:
    """The events that a command brings about at `now` (UTC ms), or why it changes nothing."""
    if state.result is not None:
        return GameOver(result_in_words(state.variant, state.result))
    if command.seat not in state.remaining:
        return HasLeft()
    outcome = _RULINGS[type(command)](state, command)
    if isinstance(outcome, Refusal):
        return outcome
    return (Event(state.sequence + 1, now, command.seat, outcome),)


def _play(state: State, command: Command) -> Happening | Refusal:
    if command.answers not in {None, state.changed}:
        return StaleGame()
    if command.seat != state.turn:
        return NotYourTurn(state.variant.seat(state.turn).name)
    move = sheet(state).read(command.text if isinstance(command, Play) else "")
    return Moved(long_form(state.variant.board, move)) if isinstance(move, Move) else move


def _offer(state: State, command: Command) -> Happening | Refusal:
    if command.answers not in {None, state.changed}:
        return StaleGame()
    if state.offer is None:
        return DrawOffered()
    return OfferStands() if command.seat in state.offer.agreed else DrawAccepted()


def _answer(state: State, command: Command) -> Happening | Refusal:
    if state.offer is None or command.answers not in {None, state.offer.sequence}:
        return NoOffer()
    if command.seat in state.offer.agreed:
        return OwnOffer()
    return DrawAccepted() if isinstance(command, AcceptDraw) else DrawDeclined()


def _claim(state: State, command: Command) -> Happening | Refusal:  # noqa: ARG001 - one signature for all rulings
    for claim in state.variant.claims:
        if claim.available(state.movement, state.line):
            return DrawClaimed(claim.reason)
    return NothingToClaim(tuple(claim.standing(state.movement, state.line) for claim in state.variant.claims))


def _resign(state: State, command: Command) -> Happening | Refusal:
    return StaleGame() if command.answers not in {None, state.changed} else Resigned()


_RULINGS: dict[type[Command], Callable[[State, Command], Happening | Refusal]] = {
    Play: _play,
    OfferDraw: _offer,
    AcceptDraw: _answer,
    DeclineDraw: _answer,
    ClaimDraw: _claim,
    Resign: _resign,
}
