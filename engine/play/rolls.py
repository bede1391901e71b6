"""A game's dice as a fold: seats drawn, words added, the secret, the rolls of fights."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from engine.model.position import long_form
from engine.play.events import BrokenRecord, Drawn, Event, Revealed, Salted
from engine.play.state import RollMade, State
from engine.rules.fight import Fight, Round


def on_dice(state: State, event: Event) -> State:
    """The state after an event about the dice alone."""
    match event.what:
        case Drawn(what, faces, value):
            if not _drawable(state, faces) or not 1 <= value <= faces:
                raise BrokenRecord(f"{what} cannot be drawn as {value} of {faces}")
            return replace(state, rolls=(*state.rolls, RollMade((faces,), (value,), len(state.salts), what)))
        case Salted(salt):
            return replace(state, salts=(*state.salts, f"{event.actor}:{salt}"))
        case Revealed(secret):
            return replace(state, secret=secret)
    return state


def _drawable(state: State, faces: int) -> bool:
    """Whether the dice may draw among so many: at most the seats there are, and at every draw one less."""
    own = state.rolls[state.inherited :]
    expected = own[-1].faces[0] - 1 if own else faces
    return faces == expected and 2 <= faces <= len(state.variant.seats)


def rolls_of(state: State, fight: Fight, rounds: Iterable[Round]) -> Iterator[RollMade]:
    """The rolls that some rounds of a fight are, the dice of each in the order of the record."""
    attacking, defending = fight.faces()
    what = f"move {len(state.played)}, {long_form(state.variant.board, fight.move)}"
    for attack, defence in rounds:
        yield RollMade(attacking + defending, attack + defence, len(state.salts), what)
