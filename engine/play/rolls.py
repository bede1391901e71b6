"""A game's dice: the chains, seats drawn, words added, the secret, the rolls of fights."""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from hashlib import sha256
from itertools import accumulate

from engine.clocks.control import UNTIMED, TimeControl
from engine.dice.commitment import LinkedRolls, extend_chain, new_chain, roll_entry, sized
from engine.dice.terms import DiceTerms
from engine.model.board import Board
from engine.model.position import Position, long_form
from engine.notation.position_code import code_of
from engine.play import events
from engine.play.events import (
    Barred,
    BrokenRecord,
    Continued,
    Drawn,
    Event,
    Happening,
    Opened,
    Replaced,
    Revealed,
    RollCalled,
    Seated,
    Worded,
    pack,
)
from engine.play.state import RollMade, State
from engine.rules.fight import Fight, Round
from engine.variants.variant import Variant


def begun(variant: Variant, start: Position, control: TimeControl, dice: DiceTerms) -> bytes:
    """Both chains of a game before its first event: the hash of five lines.

    They are the kind of dice, the game with its edition, its options, the code of its first position ("" for its own
    array) and its time control, as a record writes them.
    """
    options = " ".join(f"{name}={value}" for name, value in variant.options)
    code = "" if start == variant.start else code_of(variant, start)
    lines = [f"dice {dice.text}", f"{variant.key}@{variant.edition}", options, code, control.text]
    return new_chain("\n".join(lines))


_written = json.JSONEncoder(separators=(",", ":"), sort_keys=True, check_circular=False).encode


def linked_with(state: State, event: Event) -> bytes:
    """The chain of the dice after an event, `state` being the one before it; rolls are `engine.play.rolls`' to add."""
    return extend_chain(state.chain, *_entries(state, event))


def _entries(state: State, event: Event) -> Iterator[str]:
    """An event's entry in the dice chain.

    A message by its id; words by the place in which their player joined; seats in the order of joining;
    moves in long form; of a takeback only how many moves it undoes. The actor follows from the
    rules, and a record can be followed without knowing them.
    """
    match event.what:
        case events.Moved(move):
            yield f"move {long_form(state.variant.board, move)}"
        case events.Opened(message):
            yield f"message {message}"
        case events.Worded(player, word):
            yield f"word of player {player}: {word}"
        case events.Seated(seats):
            yield f"seats {seats}"
        case events.RollCalled(message, words):
            yield f"call {message}: {words}"
        case events.TakenBack(since):
            yield f"taken back: {sum(played.sequence >= since for played in state.played)}"


def extend_log(board: Board, log: bytes, event: Event) -> bytes:
    """The chain of all events with one more: its number, its time (UTC ms), its actor, its kind and its fields.

    They are separated by blanks; the fields are JSON in ASCII, by their names, without blanks.
    """
    kind, fields = pack(board, event.what)
    return extend_chain(log, f"{event.sequence} {event.at} {event.actor} {kind} {_written(fields)}")


def record_hash(state: State, scope: str, commitment: str) -> str:
    """The hash of a game's whole record so far, in hexadecimal: of its scope, its commitment and all its events."""
    return _sealed(state.log, scope, commitment)


def record_hashes(state: State, scope: str, commitment: str) -> list[str]:
    """The hashes that a game's record has had: before its first event, and after each."""
    clock = state.clock
    log = begun(state.variant, state.line[0], clock.control if clock else UNTIMED, state.dice)
    logs = accumulate(state.events, partial(extend_log, state.variant.board), initial=log)
    return [_sealed(each, scope, commitment) for each in logs]


def _sealed(log: bytes, scope: str, commitment: str) -> str:
    return sha256(b"hexmarshal record" + sized(scope) + sized(commitment) + log).hexdigest()


def on_dice(state: State, event: Event) -> State:
    """The state after an event about the dice alone."""
    _judged(state, event)
    match event.what:
        case Drawn(what, faces, value):
            if not _drawable(state, faces) or not 1 <= value <= faces:
                raise BrokenRecord(f"{what} cannot be drawn as {value} of {faces}")
            made = RollMade((faces,), (value,), what, state.chain)
            return replace(state, rolls=(*state.rolls, made), chain=chain_after(state, (made,)))
        case Seated(seats):
            if sorted(seats.split("-")) != sorted(str(seat.number) for seat in state.variant.seats):
                raise BrokenRecord(f"nobody can be seated as {seats}")
        case Barred(seat):
            if seat not in state.remaining:
                raise BrokenRecord(f"event {event.sequence} bars seat {seat}, which is not in the game")
            return replace(state, barred=state.barred | {seat})
        case RollCalled() as call:
            if state.fight is None or event.actor != state.roller:
                raise BrokenRecord(f"event {event.sequence} rolls a fight that does not wait for that side")
            return replace(state, call=call)
        case Continued():
            return replace(state, inherited=len(state.rolls), barred=frozenset())
        case Revealed(secret):
            return replace(state, secret=secret)
    return state


_BEFORE: Mapping[type[Happening], tuple[type[Happening], ...]] = {
    Opened: (Continued,),
    Worded: (Continued, Opened, Worded),
    Drawn: (Continued, Opened, Worded, Drawn),
    Seated: (Continued, Opened, Worded, Drawn),
    Barred: (Continued, Opened, Worded, Drawn, Seated, Barred, Replaced),
}
"""The required predecessor of each event that sets up the dice, None for first; later a player could exploit it."""


def _judged(state: State, event: Event) -> None:
    """Raise BrokenRecord for what sets the dice up once that would bend them."""
    what, last = event.what, state.events[-2].what if len(state.events) > 1 else None
    if last is not None and not isinstance(last, _BEFORE.get(type(what), Happening)):
        raise BrokenRecord(f"event {event.sequence} sets up dice that are in use")
    if isinstance(what, Worded):
        least = last.player + 1 if isinstance(last, Worded) else 1
        if not least <= what.player <= len(state.variant.seats):
            raise BrokenRecord(f"event {event.sequence} is no word of the player who comes next")
    if isinstance(what, Barred) and isinstance(last, Replaced) and what.seat != last.seat:
        raise BrokenRecord(f"event {event.sequence} bars a seat that nobody has taken over")


def _drawable(state: State, faces: int) -> bool:
    own = state.rolls[state.inherited :]
    expected = own[-1].faces[0] - 1 if own else faces
    return faces == expected and 2 <= faces <= len(state.variant.seats)


def rolls_of(state: State, fight: Fight, rounds: Iterable[Round]) -> Iterator[RollMade]:
    """The rolls that some rounds of a fight are, the dice of each in the order of the record."""
    attacking, defending = fight.faces()
    what = f"move {len(state.played)}, {long_form(state.variant.board, fight.move)}"
    seat = state.roller if state.dice.by_players else 0
    chain = state.chain
    for number, (attack, defence) in enumerate(rounds, len(state.rolls)):
        called = state.call is not None
        yield RollMade(attacking + defending, attack + defence, what, chain, seat, called)
        chain = extend_chain(chain, roll_entry(number, attack + defence))


def chain_after(state: State, made: Sequence[RollMade]) -> bytes:
    """The chain after rolls that follow those of a state."""
    return extend_chain(made[-1].chain, roll_entry(len(state.rolls) + len(made) - 1, made[-1].dice))


def rolling(state: State, secret: bytes, scope: str) -> Callable[[int, Sequence[int]], tuple[int, ...]]:
    """Yields the next rolls of a game, each by its number and the faces of its dice."""
    return LinkedRolls(secret, scope, state.chain).roll


SEATS = "seats"


def draw_seats(wishes: Sequence[int], throw: Callable[[int, int], int]) -> tuple[tuple[int, ...], tuple[Drawn, ...]]:
    """The seats of players in the order in which they came, and the draws that decided them.

    `wishes` gives each player's seat, 0 for a drawn one; there are as many seats as players, and no two wish for one.
    Those without a wish draw in their order: a die with a face for each seat still free, the lowest seat first; the
    last takes what is left without a draw. `throw(number, faces)` gives the only die of the game's roll of that number.
    """
    free = [seat for seat in range(1, len(wishes) + 1) if seat not in wishes]
    seats: list[int] = []
    draws: list[Drawn] = []
    for wish in wishes:
        if not wish and len(free) > 1:
            draws.append(Drawn(SEATS, len(free), throw(len(draws), len(free))))
            seats.append(free.pop(draws[-1].value - 1))
        else:
            seats.append(wish or free.pop())
    return tuple(seats), tuple(draws)
