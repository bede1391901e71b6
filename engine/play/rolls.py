"""A game's dice as a fold: seats drawn, words added, the secret, the rolls of fights."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from engine.dice.commitment import LinkedRolls, linked, roll_entry
from engine.model.position import long_form
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
)
from engine.play.state import RollMade, State, updated
from engine.rules.fight import Fight, Round


def on_dice(state: State, event: Event) -> State:
    """The state after an event about the dice alone."""
    _judged(state, event)
    match event.what:
        case Drawn(what, faces, value):
            if not _drawable(state, faces) or not 1 <= value <= faces:
                raise BrokenRecord(f"{what} cannot be drawn as {value} of {faces}")
            made = RollMade((faces,), (value,), what, state.chain)
            return updated(state, rolls=(*state.rolls, made), chain=chain_after(state, (made,)))
        case Seated(seats):
            if sorted(seats.split("-")) != sorted(str(seat.number) for seat in state.variant.seats):
                raise BrokenRecord(f"nobody can be seated as {seats}")
        case Barred(seat):
            if seat not in state.remaining:
                raise BrokenRecord(f"event {event.sequence} bars seat {seat}, which is not in the game")
            return updated(state, barred=state.barred | {seat})
        case RollCalled() as call:
            if state.fight is None or event.actor != state.roller:
                raise BrokenRecord(f"event {event.sequence} rolls a fight that does not wait for that side")
            return updated(state, call=call)
        case Continued():
            return updated(state, inherited=len(state.rolls), barred=frozenset())
        case Revealed(secret):
            return updated(state, secret=secret)
    return state


_BEFORE: Mapping[type[Happening], tuple[type[Happening], ...]] = {
    Opened: (Continued,),
    Worded: (Continued, Opened, Worded),
    Drawn: (Continued, Opened, Worded, Drawn),
    Seated: (Continued, Opened, Worded, Drawn),
    Barred: (Continued, Opened, Worded, Drawn, Seated, Barred, Replaced),
}
"""After what, or as the first event, each of those happens that set the dice up: later somebody could choose by it."""


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
    """Whether the dice may draw among so many: at most the seats there are, and at every draw one less."""
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
        chain = linked(chain, roll_entry(number, attack + defence))


def chain_after(state: State, made: Sequence[RollMade]) -> bytes:
    """The chain after rolls that follow those of a state."""
    return linked(made[-1].chain, roll_entry(len(state.rolls) + len(made) - 1, made[-1].dice))


def rolling(state: State, secret: bytes, scope: str) -> Callable[[int, Sequence[int]], tuple[int, ...]]:
    """What gives the next rolls of a game, one after the other, each by its number and the faces of its dice."""
    return LinkedRolls(secret, scope, state.chain).roll
