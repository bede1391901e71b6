"""A game as a fold: `advance`, which applies one event to a state and never refuses.

A game is a variant, a starting position and its events in order; skipped turns, eliminations and endings that follow
from the position happen inside `advance`, endings by will are events of their own.
"""

from collections.abc import Iterable
from dataclasses import replace
from functools import reduce

from engine.clocks.control import UNTIMED, TimeControl
from engine.dice.terms import LINKED, DiceTerms
from engine.model.position import Move, Position, long_form
from engine.movement.generator import Movement
from engine.play import clock as clocks
from engine.play import events, rolls
from engine.play.clock import Clock
from engine.play.events import BrokenRecord, Event, Happening, Proposing, StoredEvent, unpack
from engine.play.proposals import KINDS, on_proposal, settle_proposals, taken_back
from engine.play.rolls import chain_after, on_dice, rolls_of
from engine.play.state import Await, Played, State
from engine.play.turns import SeatChange, SeatEvent, turn_of
from engine.rules.fight import Fought, read_rounds
from engine.rules.protocols import CLOSED, Result
from engine.variants.variant import Variant


def new_game(
    variant: Variant, start: Position | None = None, control: TimeControl = UNTIMED, dice: DiceTerms = LINKED
) -> State:
    """A game before its first event, from the variant's array or another position."""
    begun = rolls.begun(variant, start or variant.start, control, dice)
    clock = Clock.of(control, len(variant.seats))
    state = State(variant, (start or variant.start,), clock=clock, dice=dice, chain=begun, log=begun)
    return _settled(state, state.line)


def beginning(state: State) -> State:
    """The same game before its first event."""
    return new_game(state.variant, state.line[0], state.clock.control if state.clock else UNTIMED, state.dice)


def advance(state: State, event: Event) -> State:
    """The state after an event.

    Raises BrokenRecord only for events that no referee can have written: a wrong number, a move no piece can make.
    """
    if event.sequence != state.sequence + 1:
        raise BrokenRecord(f"event {event.sequence} cannot follow event {state.sequence}")
    if (state.result is not None) != isinstance(event.what, events.Revealed):
        raise BrokenRecord(
            f"event {event.sequence} is out of place: the game is {'over' if state.result else 'going on'}"
        )
    if state.fight is not None and not (
        isinstance(event.what, events.Rolled) or (event.what.waiting and not state.call)
    ):
        raise BrokenRecord(f"event {event.sequence} comes while a fight waits for its dice")
    if event.actor not in _able(state, event.what):
        raise BrokenRecord(
            f"event {event.sequence} is by {state.variant.side(event.actor)}, which cannot have done that"
        )
    log, chain = rolls.extend_log(state.variant.board, state.log, event), rolls.linked_with(state, event)
    recorded = replace(state, sequence=event.sequence, events=(*state.events, event), log=log, chain=chain)
    return _timed(state, settle_proposals(state, _advanced(recorded, event)), event)


def _able(state: State, what: Happening) -> tuple[int, ...]:
    """The possible actors of an event: seats, 0 for the referee."""
    if what.referees:
        return (0,)
    return (0, *state.remaining) if isinstance(what, events.GameClosed) else state.remaining


def _advanced(state: State, event: Event) -> State:
    match event.what:
        case events.Moved(move):
            return _moved(state, event, move)
        case events.Rolled(dice):
            return _rolled(state, dice)
        case events.Abandoned(seat) if seat != state.due:
            raise BrokenRecord(f"event {event.sequence} closes a game that does not wait for that side")
        case events.DrawClaimed() | events.GameClosed() | events.Abandoned() as ending:
            reason = ending.reason if isinstance(ending, events.DrawClaimed) else CLOSED
            return replace(_withdrawn(state).altered(), result=Result(None, reason))
        case events.Resigned():
            return _left(state, event, event.actor, "resignation")
        case events.Flagged(seat) | events.TimeClaimed(seat):
            return _overstepped(state, event, seat)
        case events.Replaced(seat):
            return _replaced(state, event, seat)
        case events.TakenBack(since):
            return taken_back(state, since)
        case events.Proposed() | events.Agreed() | events.Declined():
            return on_proposal(state, event, event.what)
        case _:
            return on_dice(state, event)


def _timed(before: State, state: State, event: Event) -> State:
    turn = state.due if state.result is None and state.awaits is not Await.ROLL else 0
    if isinstance(event.what, events.TakenBack) and state.clock is not None:
        first = state.undone[0]
        restored = state.clock.taken_back(first.then or state.clock, first.at, event.at)
        return replace(state, clock=restored.switch_to(turn, event.at))
    clock = clocks.apply_event(state.clock, event, before.turn, turn)
    return state if clock is state.clock else replace(state, clock=clock)


def replay(
    variant: Variant,
    events: Iterable[Event],
    start: Position | None = None,
    control: TimeControl = UNTIMED,
    dice: DiceTerms = LINKED,
) -> State:
    """The state that the events lead to; BrokenRecord where they do not fit together."""
    return reduce(advance, events, new_game(variant, start, control, dice))


def restored(state: State, entries: Iterable[StoredEvent]) -> State:
    """The state that stored events lead to from another; BrokenRecord where they do not, or one cannot be read."""
    for entry in entries:
        state = advance(state, _read(state, entry))
    return state


def _read(state: State, entry: StoredEvent) -> Event:
    sequence, at, actor, kind, fields = entry
    try:
        match kind, fields:
            case events.MOVED, {"move": str(long)} if len(fields) == 1:
                return Event(sequence, at, actor, events.Moved(find_move(state.movement, state.position, long)))
            case _:
                return Event(sequence, at, actor, unpack(kind, fields))
    except BrokenRecord as problem:
        raise BrokenRecord(f"event {sequence} can't be read: {problem}") from problem


def untimed(happened: Iterable[Event]) -> tuple[Event, ...] | None:
    """The events without those about time, renumbered; None if one of these has decided something."""
    kept: list[Event] = []
    anew: dict[int, int] = {}
    for event in happened:
        what = event.what
        if isinstance(what, events.Flagged | events.TimeClaimed):
            return None
        if what.timed or (isinstance(what, Proposing) and KINDS[what.kind].timed):
            continue
        anew[event.sequence] = len(kept) + 1
        match what:
            case events.Proposed(kind, since) if since:
                what = events.Proposed(kind, anew[since])
            case events.TakenBack(since):
                what = events.TakenBack(anew[since])
        kept.append(event._replace(sequence=len(kept) + 1, what=what))
    return tuple(kept)


def find_move(movement: Movement, position: Position, long: str) -> Move:
    """The move of this long form among those that the pieces can make; BrokenRecord if there is none.

    A move that is legal comes as the rules give it, special effects included; one that is not, as the piece makes it.
    """
    board = movement.variant.board
    for moves in (movement.legal, movement.pseudo_legal):
        for move in moves(position):
            if board.names[move.target] in long and long_form(board, move) == long:  # the quick test first
                return move
    raise BrokenRecord(f"{long} is no move in this position")


def _moved(state: State, event: Event, move: Move) -> State:
    position, movement, combat = state.position, state.movement, state.variant.combat
    if move not in movement.legal(position) and move not in movement.pseudo_legal(position):
        raise BrokenRecord(f"event {event.sequence} makes a move that no piece can make")
    made = Played(position, move, position.turn, event.at, None, event.sequence, state.round, state.clock)
    played = (*state.played, made)
    fight = combat.fight(movement, position, move) if combat else None
    if fight is not None:
        return replace(state.altered(), played=played, fight=fight)
    after = movement.play(position, move)
    return _settled(replace(state, played=played), (*state.line, after), _fallen(state, after))


def _rolled(state: State, dice: str) -> State:
    combat = state.variant.combat
    if state.fight is None or combat is None:
        raise BrokenRecord("dice were rolled without a fight")
    try:
        rounds = read_rounds(dice)
        verdict = combat.verdict(state.fight, rounds)
        after = combat.aftermath(state.movement, state.position, state.fight, verdict)
    except ValueError as problem:
        raise BrokenRecord(str(problem)) from problem
    made = tuple(rolls_of(state, state.fight, rounds))
    played = (*state.played[:-1], state.played[-1]._replace(fought=Fought(state.fight, rounds, verdict)))
    fought = replace(
        state, played=played, fight=None, call=None, rolls=(*state.rolls, *made), chain=chain_after(state, made)
    )
    return _settled(fought, (*state.line, after), _fallen(state, after))


def _overstepped(state: State, event: Event, seat: int) -> State:
    """The state after the time of a seat has run out: it loses or draws, but in a soft game only by a claim."""
    if state.clock is None or seat != state.due:
        raise BrokenRecord(
            f"event {event.sequence} ends the time of {state.variant.side(seat)}, whose clock does not run"
        )
    if isinstance(event.what, events.Flagged) and not state.clock.control.hard:
        return state
    draw = drawn_on_time(state)
    return _left(state, event, seat, "time") if draw is None else replace(state.altered(), result=draw)


def drawn_on_time(state: State) -> Result | None:
    """The draw that it is if the time of the seat to move runs out in this position; None where that loses."""
    rule = state.variant.time_draw
    return rule.result(state.movement, state.position, state.due) if rule is not None else None


def _left(state: State, event: Event, seat: int, reason: str) -> State:
    """The state after a seat has left the game, which ends it with that reason where two have played.

    An attack that waits for its dice does not take place: the board may have changed, and nobody is to win by leaving.
    """
    state = _withdrawn(state)
    after = state.movement.leave(state.position, seat)
    remaining = state.variant.remaining(after)
    if after.turn == seat:
        after = after._replace(turn=state.movement.next_seat(after))
    line = (*state.line, after)
    notices = (SeatEvent(SeatChange.LEFT if isinstance(event.what, events.Resigned) else SeatChange.LATE, seat, seat),)
    if len(remaining) > 1:
        return _settled(state, line, notices)
    reason = reason if len(state.variant.seats) == 2 else "last-standing"
    return replace(state.altered(), line=line, result=Result(remaining[0], reason), notices=notices)


def _withdrawn(state: State) -> State:
    return state if state.fight is None else replace(state, fight=None, call=None, played=state.played[:-1])


def _replaced(state: State, event: Event, seat: int) -> State:
    """The state after a seat has changed hands: the board stays, open proposals end."""
    if seat not in state.remaining:
        raise BrokenRecord(f"event {event.sequence} seats somebody on seat {seat}, which is not in the game")
    return replace(state.altered(), proposals=(), barred=state.barred - {seat})


def _settled(state: State, line: tuple[Position, ...], notices: tuple[SeatEvent, ...] = ()) -> State:
    """The state at the next turn after a line of positions, or its result; `notices` are those from before that."""
    turn = turn_of(state.movement, line)
    return replace(state.altered(), line=turn.line, notices=notices + turn.notices, result=turn.result)


def _fallen(state: State, after: Position) -> tuple[SeatEvent, ...]:
    """The seats whose royal piece has fallen in the move or fight that led from the state to a position."""
    if after.out == state.position.out:
        return ()
    return tuple(SeatEvent(SeatChange.FALLEN, seat, state.turn) for seat in state.remaining if after.out >> seat & 1)
