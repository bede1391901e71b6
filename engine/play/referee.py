"""`decide`: what a command leads to, events or a refusal. Pure; the time is an argument."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache

from engine.model.position import Move, Position, long_form
from engine.movement.generator import movement_of
from engine.notation.describe import result_in_words
from engine.notation.moves import Sheet
from engine.play.commands import (
    AcceptDraw,
    AcceptPause,
    AcceptTakeback,
    AddSalt,
    AskTakeback,
    ClaimDraw,
    ClaimTime,
    ComeBack,
    Command,
    DeclineDraw,
    DeclinePause,
    DeclineTakeback,
    GoAway,
    OfferDraw,
    OfferPause,
    Play,
    Resign,
    Resume,
)
from engine.play.events import (
    DrawAccepted,
    DrawClaimed,
    DrawDeclined,
    DrawOffered,
    Event,
    Happening,
    Moved,
    Resigned,
    Rolled,
    Salted,
    TakebackAccepted,
    TakebackDeclined,
    TakebackOffered,
    TakenBack,
)
from engine.play.state import Await, State
from engine.play.takeback import move_named, undoable
from engine.play.time_rulings import GamePaused, answer_pause, claim_time, flag, offer_pause, resume, vacation
from engine.refusal import (
    AgreedAlready,
    BadSalt,
    GameOver,
    HasLeft,
    NoDice,
    NoOffer,
    NoTakeback,
    NothingToClaim,
    NothingToTakeBack,
    NotYoursToTakeBack,
    NotYourTurn,
    OwnTakeback,
    Refusal,
    RollDue,
    StaleGame,
    TakebackAsked,
    TooFarBack,
)
from engine.rules.fight import Round, Verdict, write_rounds
from engine.variants.variant import Variant

LONGEST_SALT = 64


def sheet(state: State) -> Sheet:
    """The legal moves of the present position, ready to be written and read; none where no move is awaited."""
    return _sheet(state.variant, state.position, waits=state.awaits is Await.MOVE)


@lru_cache(maxsize=256)
def _sheet(variant: Variant, position: Position, *, waits: bool) -> Sheet:
    movement = movement_of(variant)
    return Sheet.of(movement, position) if waits else Sheet(movement, position, ())


def decide(state: State, command: Command, now: int) -> tuple[Event, ...] | Refusal:
    """The events that a command brings about at `now` (UTC ms), or why it changes nothing.

    Where a hard clock has run out, the only event is the referee saying so: time comes before whatever was commanded.
    So it is before a vacation that begins where a soft one has.
    """
    if state.result is not None:
        return GameOver(result_in_words(state.variant, state.result))
    late = flag(state, now)
    hard = state.clock is not None and state.clock.control.hard
    if late is not None and (hard or isinstance(command, GoAway)):
        return (late,)
    if command.seat not in state.remaining:
        return HasLeft()
    if state.fight is not None:
        return RollDue()
    outcome = (
        claim_time(state, command.seat, now)
        if isinstance(command, ClaimTime)
        else _RULINGS[type(command)](state, command)
    )
    if isinstance(outcome, Refusal):
        return outcome
    return (Event(state.sequence + 1, now, command.seat, outcome),)


def _play(state: State, command: Command) -> Happening | Refusal:
    if command.answers not in {None, state.changed}:
        return StaleGame()
    if command.seat != state.turn:
        return NotYourTurn(state.variant.seat(state.turn).name)
    if state.clock is not None and state.clock.paused:
        return GamePaused()
    move = sheet(state).read(command.text if isinstance(command, Play) else "")
    return Moved(long_form(state.variant.board, move)) if isinstance(move, Move) else move


def _offer(state: State, command: Command) -> Happening | Refusal:
    if command.answers not in {None, state.changed}:
        return StaleGame()
    if state.offer is None:
        return DrawOffered()
    if command.seat in state.offer.agreed:
        return AgreedAlready("draw")
    return DrawAccepted()


def _answer(state: State, command: Command) -> Happening | Refusal:
    if state.offer is None or command.answers not in {None, state.offer.sequence}:
        return NoOffer()
    if command.seat in state.offer.agreed:
        return AgreedAlready("draw")
    return DrawAccepted() if isinstance(command, AcceptDraw) else DrawDeclined()


def _claim(state: State, command: Command) -> Happening | Refusal:  # noqa: ARG001 - one signature for all rulings
    for claim in state.variant.claims:
        if claim.available(state.movement, state.line):
            return DrawClaimed(claim.reason)
    standings = (claim.standing(state.movement, state.line) for claim in state.variant.claims)
    return NothingToClaim(tuple(standing for standing in standings if standing))


def _resign(state: State, command: Command) -> Happening | Refusal:
    return StaleGame() if command.answers not in {None, state.changed} else Resigned()


def _ask_takeback(state: State, command: Command) -> Happening | Refusal:
    if command.answers not in {None, state.changed}:
        return StaleGame()
    if state.request is not None:
        return TakebackAsked()
    moves = undoable(state)
    wanted, since = (command.moves, command.since) if isinstance(command, AskTakeback) else (0, 0)
    meant = (
        count
        for count, played in enumerate(reversed(moves), 1)
        if (played.sequence == since if since else played.seat == command.seat)
    )
    count = wanted or next(meant, 0)
    if not count or not moves:
        return NothingToTakeBack()
    if not 0 < count <= len(moves):
        return TooFarBack(len(moves))
    first = moves[-count]
    if first.seat != command.seat:
        return NotYoursToTakeBack(move_named(state.variant, first))
    return TakebackOffered(first.sequence)


def _answer_takeback(state: State, command: Command) -> Happening | Refusal:
    request = state.request
    if request is None or command.answers not in {None, request.sequence}:
        return NoTakeback()
    if isinstance(command, DeclineTakeback):
        return TakebackDeclined()
    if command.seat in request.agreed:
        return OwnTakeback()
    everyone = request.agreed | {command.seat} >= set(state.remaining)
    return TakenBack(request.since) if everyone else TakebackAccepted()


def _salt(state: State, command: Command) -> Happening | Refusal:
    if state.variant.combat is None:
        return NoDice()
    salt = command.salt.strip() if isinstance(command, AddSalt) else ""
    if not salt or len(salt) > LONGEST_SALT or not salt.isprintable():
        return BadSalt()
    return Salted(salt)


def fight_out(state: State, throw: Callable[[int, Sequence[int]], Sequence[int]], now: int) -> Event:
    """The roll that the state waits for; `throw(number, faces)` gives the dice of the game's roll of that number.

    Raises ValueError if the state waits for no roll.
    """
    fight, combat = state.fight, state.variant.combat
    if fight is None or combat is None:
        raise ValueError("no fight waits for its dice")
    attacking, defending = fight.faces()
    rounds: list[Round] = []
    while combat.verdict(fight, rounds) is Verdict.OPEN:
        dice = tuple(throw(len(state.rolls) + len(rounds), attacking + defending))
        rounds.append((dice[: len(attacking)], dice[len(attacking) :]))
    return Event(state.sequence + 1, now, state.turn, Rolled(write_rounds(rounds)))


_RULINGS: dict[type[Command], Callable[[State, Command], Happening | Refusal]] = {
    Play: _play,
    OfferDraw: _offer,
    AcceptDraw: _answer,
    DeclineDraw: _answer,
    ClaimDraw: _claim,
    Resign: _resign,
    AddSalt: _salt,
    OfferPause: lambda state, command: offer_pause(state, command.seat, command.answers),
    AcceptPause: lambda state, command: answer_pause(state, command.seat, command.answers, accept=True),
    DeclinePause: lambda state, command: answer_pause(state, command.seat, command.answers, accept=False),
    Resume: lambda state, _: resume(state),
    GoAway: lambda state, command: vacation(state, command.seat, away=True),
    ComeBack: lambda state, command: vacation(state, command.seat, away=False),
    AskTakeback: _ask_takeback,
    AcceptTakeback: _answer_takeback,
    DeclineTakeback: _answer_takeback,
}
