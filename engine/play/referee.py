"""The referee: `decide` turns a command into events or a refusal. Pure; the time is an argument."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from functools import lru_cache

from engine.model.position import Move, Position, long_form
from engine.model.refusal import Refusal
from engine.movement.generator import movement_of
from engine.notation.describe import result_in_words
from engine.notation.moves import MoveList
from engine.play import commands, events
from engine.play.abandonment import close
from engine.play.agreement import answer, propose
from engine.play.commands import Command
from engine.play.events import Event, Happening
from engine.play.refusals import (
    CallDue,
    GameOver,
    HasLeft,
    NothingToClaim,
    NothingToRoll,
    NotYourRoll,
    NotYourTurn,
    RollDue,
    StaleGame,
)
from engine.play.state import Await, State
from engine.play.time_rulings import GamePaused, claim_time, flag, resume, vacation
from engine.rules.fight import FightResult, Round, write_rounds
from engine.variants.variant import Variant

LONGEST_SALT = 64


def sheet(state: State) -> MoveList:
    """The legal moves of the present position, ready to be written and read; none where no move is awaited."""
    return _sheet(state.variant, state.position, waits=state.awaits is Await.MOVE)


@lru_cache(maxsize=256)
def _sheet(variant: Variant, position: Position, *, waits: bool) -> MoveList:
    movement = movement_of(variant)
    return MoveList.of(movement, position) if waits else MoveList(movement, position, ())


def decide(state: State, command: Command, now: int) -> tuple[Event, ...] | Refusal:
    """The events that a command brings about at `now` (UTC ms), or why it changes nothing.

    Where a hard clock has run out, the only event is the referee saying so: time comes before whatever was commanded.
    So it is before a vacation that begins where a soft one has.
    """
    if state.result is not None:
        return GameOver(result_in_words(state.variant, state.result))
    late = flag(state, now)
    hard = state.clock is not None and state.clock.control.hard
    if late is not None and (hard or isinstance(command, commands.GoAway)):
        return (late,)
    if command.seat not in state.remaining:
        return HasLeft()
    if state.fight is not None and not (state.awaits is Await.CALL and isinstance(command, _WHILE_WAITING)):
        return call_due(state, (command.seat,)) or RollDue()
    outcome = _outcome(state, command, now)
    return outcome if isinstance(outcome, Refusal) else (Event(state.sequence + 1, now, command.seat, outcome),)


_WHILE_WAITING = (
    commands.CallRoll,
    commands.Resign,
    commands.ClaimTime,
    commands.Close,
    commands.GoAway,
    commands.ComeBack,
)


def call_due(state: State, seats: Collection[int]) -> CallDue | None:
    """What stands in the way of those who hold some seats while a player is to roll; None while none is."""
    if state.awaits is not Await.CALL:
        return None
    return CallDue(state.variant.seat(state.due).name, own=state.due in seats)


def _outcome(state: State, command: Command, now: int) -> Happening | Refusal:
    """What a command by a seat in the game leads to while no fight waits for its dice."""
    match command:
        case commands.MakeMove():
            return _play(state, command)
        case commands.Propose():
            return propose(state, command)
        case commands.Agree() | commands.Decline():
            return answer(state, command)
        case commands.ClaimDraw():
            return _claim(state)
        case commands.Resign():
            return StaleGame() if command.answers not in {None, state.changed} else events.Resigned()
        case commands.CallRoll():
            return _call(state, command)
        case commands.ClaimTime(seat):
            return claim_time(state, seat, now)
        case commands.Close():
            return close(state, command, now)
        case commands.Resume():
            return resume(state)
        case commands.GoAway(seat) | commands.ComeBack(seat):
            return vacation(state, seat, away=isinstance(command, commands.GoAway))
        case _:
            raise TypeError(f"{command} is no command of the referee's")


def _play(state: State, command: commands.MakeMove) -> Happening | Refusal:
    if command.answers not in {None, state.changed}:
        return StaleGame()
    if command.seat != state.turn:
        return NotYourTurn(state.variant.seat(state.turn).name)
    if state.clock is not None and state.clock.paused:
        return GamePaused()
    move = sheet(state).read(command.text)
    return events.Moved(long_form(state.variant.board, move)) if isinstance(move, Move) else move


def _claim(state: State) -> Happening | Refusal:
    for claim in state.variant.claims:
        if claim.available(state.movement, state.line):
            return events.DrawClaimed(claim.reason)
    standings = (claim.standing(state.movement, state.line) for claim in state.variant.claims)
    return NothingToClaim(tuple(standing for standing in standings if standing))


def _call(state: State, command: commands.CallRoll) -> Happening | Refusal:
    if state.awaits is not Await.CALL:
        return NothingToRoll()
    if command.seat != state.roller:
        return NotYourRoll(state.variant.seat(state.roller).name)
    return events.RollCalled(command.message, said(command.words))


def said(words: str) -> str:
    """What of a message goes into the dice: its printable characters, blanks made single ones, LONGEST_SALT at most."""
    return "".join(c for c in " ".join(words.split()) if c.isprintable())[:LONGEST_SALT]


def fight_out(state: State, throw: Callable[[int, Sequence[int]], Sequence[int]], now: int) -> Event:
    """The roll that the state waits for; `throw(number, faces)` gives the dice of the game's roll of that number.

    Raises ValueError if the state waits for no roll.
    """
    fight, combat = state.fight, state.variant.combat
    if fight is None or combat is None:
        raise ValueError("no fight waits for its dice")
    attacking, defending = fight.faces()
    rounds: list[Round] = []
    while combat.verdict(fight, rounds) is FightResult.OPEN:
        dice = tuple(throw(len(state.rolls) + len(rounds), attacking + defending))
        rounds.append((dice[: len(attacking)], dice[len(attacking) :]))
    return Event(state.sequence + 1, now, state.turn, events.Rolled(write_rounds(rounds)))
