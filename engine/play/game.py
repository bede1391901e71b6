"""A game as a fold: `advance`, which applies one event to a state and never refuses.

A game is a variant, a starting position and its events in order; skipped turns, eliminations and endings that follow
from the position happen inside `advance`, endings by will are events of their own.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from engine.clocks.control import UNTIMED, TimeControl
from engine.model.position import Move, Position, long_form
from engine.movement.generator import Movement
from engine.play import clock as clocks
from engine.play.clock import Clock
from engine.play.events import (
    BrokenRecord,
    ClockStarted,
    Continued,
    Credited,
    DrawAccepted,
    DrawClaimed,
    DrawDeclined,
    Drawn,
    DrawOffered,
    Event,
    Flagged,
    Moved,
    Resigned,
    Revealed,
    Rolled,
    Salted,
    TakebackAccepted,
    TakebackDeclined,
    TakebackOffered,
    TakenBack,
    TimeClaimed,
)
from engine.play.rolls import on_dice, rolls_of
from engine.play.state import Await, Offer, Played, State
from engine.play.takeback import on_takeback
from engine.play.turns import Fate, Told, turn_of
from engine.rules.fight import Fought, read_rounds
from engine.rules.protocols import Result
from engine.variants.variant import Variant

REFEREES = (Drawn, Revealed, Continued, ClockStarted, Flagged, Credited)
"""What only the referee brings about."""


def new_game(variant: Variant, start: Position | None = None, control: TimeControl = UNTIMED) -> State:
    """A game before its first event, from the variant's array or another position."""
    return _settled(State(variant, (start or variant.start,), clock=Clock.of(control, len(variant.seats))))


def beginning(state: State) -> State:
    """The same game before its first event."""
    return new_game(state.variant, state.line[0], state.clock.control if state.clock else UNTIMED)


def advance(state: State, event: Event) -> State:
    """The state after an event.

    Raises BrokenRecord only for events that no referee can have written: a wrong number, a move no man can make.
    """
    if event.sequence != state.sequence + 1:
        raise BrokenRecord(f"event {event.sequence} cannot follow event {state.sequence}")
    if (state.result is not None) != isinstance(event.what, Revealed):
        raise BrokenRecord(
            f"event {event.sequence} is out of place: the game is {'over' if state.result else 'going on'}"
        )
    if state.fight is not None and not isinstance(event.what, Rolled):
        raise BrokenRecord(f"event {event.sequence} comes while a fight waits for its dice")
    if event.actor not in ((0,) if isinstance(event.what, REFEREES) else state.remaining):
        raise BrokenRecord(f"event {event.sequence} is by seat {event.actor}, which cannot have done that")
    after = _advanced(replace(state, sequence=event.sequence, events=(*state.events, event)), event)
    return _timed(state, after, event)


def _advanced(state: State, event: Event) -> State:
    """The state after an event, clocks aside."""
    match event.what:
        case Moved(long):
            return _moved(state, event, long)
        case Rolled(dice):
            return _rolled(state, event, dice)
        case Drawn() | Salted() | Revealed():
            return on_dice(state, event)
        case Continued():
            return replace(state, offer=None, inherited=len(state.rolls))
        case DrawOffered():
            return replace(state, offer=Offer(event.sequence, event.actor, frozenset({event.actor})))
        case DrawAccepted():
            return _accepted(state, event)
        case DrawDeclined():
            return replace(state, offer=None)
        case DrawClaimed(reason):
            return replace(state, offer=None, result=Result(None, reason), changed=event.sequence, told=())
        case Resigned():
            return _left(state, event, event.actor, "resignation")
        case Flagged(seat) | TimeClaimed(seat):
            return _overstepped(state, event, seat)
        case TakebackOffered() | TakebackAccepted() | TakebackDeclined() | TakenBack():
            return on_takeback(state, event)
        case _:
            return state


def _timed(before: State, state: State, event: Event) -> State:
    """The state with the clocks as they are after an event."""
    turn = state.turn if state.awaits is Await.MOVE else 0
    if isinstance(event.what, TakenBack) and state.clock is not None:
        first = state.undone[0]
        clock = state.clock.taken_back(first.then or state.clock, first.at, event.at)
        return replace(state, clock=clock.turned(turn, event.at))
    return replace(state, clock=clocks.told(state.clock, event, before.turn, turn))


def replay(
    variant: Variant, events: Iterable[Event], start: Position | None = None, control: TimeControl = UNTIMED
) -> State:
    """The state that the events lead to; BrokenRecord where they do not fit together."""
    state = new_game(variant, start, control)
    for event in events:
        state = advance(state, event)
    return state


def find_move(movement: Movement, position: Position, long: str) -> Move:
    """The move of this long form among those that the men can make; BrokenRecord if there is none.

    A move that is legal comes as the rules give it, special effects included; one that is not, as the man makes it.
    """
    board = movement.variant.board
    for move in movement.legal(position):
        if long_form(board, move) == long:
            return move
    for origin, name in enumerate(board.names):
        if long.startswith(name) and position.men[position.turn] >> origin & 1:
            for move in movement.pseudo_legal(position, origin):
                if long_form(board, move) == long:
                    return move
    raise BrokenRecord(f"{long} is no move in this position")


def _moved(state: State, event: Event, long: str) -> State:
    move = find_move(state.movement, state.position, long)
    seat = state.turn
    played = Played(state.position, move, seat, event.at, None, event.sequence, state.round, state.clock)
    moved = replace(
        state,
        played=(*state.played, played),
        offer=state.offer if state.offer and seat in state.offer.agreed else None,
        changed=event.sequence,
        told=(),
    )
    combat = state.variant.combat
    fight = combat.fight(state.movement, state.position, move) if combat else None
    if fight is not None:
        return replace(moved, fight=fight)
    after = state.movement.play(state.position, move)
    return _settled(replace(moved, line=(*state.line, after)), _fallen(state, after))


def _rolled(state: State, event: Event, dice: str) -> State:
    combat = state.variant.combat
    if state.fight is None or combat is None:
        raise BrokenRecord("dice were rolled without a fight")
    try:
        rounds = read_rounds(dice)
        verdict = combat.verdict(state.fight, rounds)
        after = combat.aftermath(state.movement, state.position, state.fight, verdict)
    except ValueError as problem:
        raise BrokenRecord(str(problem)) from problem
    fought = replace(
        state,
        line=(*state.line, after),
        played=(*state.played[:-1], replace(state.played[-1], fought=Fought(state.fight, rounds, verdict))),
        changed=event.sequence,
        fight=None,
        rolls=(*state.rolls, *rolls_of(state, state.fight, rounds)),
    )
    return _settled(fought, _fallen(state, after))


def _accepted(state: State, event: Event) -> State:
    if state.offer is None:
        raise BrokenRecord("an offer was accepted that was not open")
    agreed = state.offer.agreed | {event.actor}
    if agreed >= set(state.remaining):
        return replace(state, offer=None, result=Result(None, "agreement"), changed=event.sequence, told=())
    return replace(state, offer=replace(state.offer, agreed=agreed))


def _overstepped(state: State, event: Event, seat: int) -> State:
    """The state after the time of a seat has run out: it is lost, but in a soft game only by a claim."""
    if state.clock is None or seat != state.turn:
        raise BrokenRecord(f"event {event.sequence} ends the time of seat {seat}, whose clock does not run")
    if isinstance(event.what, Flagged) and not state.clock.control.hard:
        return state
    return _left(state, event, seat, "time")


def _left(state: State, event: Event, seat: int, reason: str) -> State:
    """The state after a seat has left the game, which ends it with that reason where two have played."""
    after = state.movement.leave(state.position, seat)
    remaining = state.variant.remaining(after)
    if after.turn == seat:
        after = after._replace(turn=state.movement.next_seat(after))
    left = replace(
        state,
        line=(*state.line, after),
        offer=state.offer if state.offer and state.offer.by != seat else None,
        changed=event.sequence,
    )
    told = (Told(Fate.LEFT if isinstance(event.what, Resigned) else Fate.LATE, seat, seat),)
    if len(remaining) > 1:
        return _settled(left, told)
    reason = reason if len(state.variant.seats) == 2 else "last-standing"
    return replace(left, offer=None, result=Result(remaining[0], reason), told=told)


def _settled(state: State, told: tuple[Told, ...] = ()) -> State:
    """The state at the next turn, or its result; `told` is what befell seats before that."""
    turn = turn_of(state.movement, state.line)
    state = replace(state, line=turn.line, told=told + turn.told, result=turn.result)
    if state.result is None and state.offer and state.offer.agreed >= set(state.remaining):
        state = replace(state, result=Result(None, "agreement"))
    return replace(state, offer=None) if state.result else state


def _fallen(state: State, after: Position) -> tuple[Told, ...]:
    """The seats whose royal piece has fallen in the move or fight that led from the state to a position."""
    return tuple(Told(Fate.FALLEN, seat, state.turn) for seat in state.remaining if after.out >> seat & 1)
