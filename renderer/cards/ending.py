"""The end of a game as data to draw: who won and why, who sat where, the moments that mattered, material and luck."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import NamedTuple

from engine.model.english import counted, form, listed
from engine.notation.describe import shares_in_words
from engine.play.state import State
from engine.records.material import material
from engine.records.moments import Moment, moments
from engine.records.replay import glimpse, length_in_words, named_move
from engine.rules.protocols import CLOSED
from engine.variants import titled
from renderer.cards.luck import Fortune, fortunes_of
from renderer.scene import NOBODY, Person, Scene, Status, game_scene
from renderer.sprites.faces import readable
from renderer.sprites.figures import words_of

_LARGE = 100
"""From how many cells on a board needs more room than a fourth of the card."""
_HASH = 4
NO_CHANGES: Mapping[int, str] = MappingProxyType({})


class Sitter(NamedTuple):
    """Who played a side: the seat's number and name, the person, what the game did to the rating, how it ended."""

    seat: int
    side: str
    person: Person
    change: str
    status: Status

    @property
    def name(self) -> str:
        """The person's name as far as it can be drawn, or else the side's."""
        return readable(self.person.name) or self.side


class ShownMoment(NamedTuple):
    """A moment to draw: how many moves had been made, everybody's counted, the position, the last one, what it did."""

    plies: int
    scene: Scene
    move: str
    words: str


@dataclass(frozen=True)
class GameEnding:
    """A game that is over.

    `title` is the game's name, `occasion` says which one it was, `headline` who won and `reason` why. `seats` are the
    names of the sides. `material` holds for every ply what each seat had, after an entry for none. `footer` counts
    moves and fights and names what the dice were committed to.
    """

    title: str
    occasion: str
    headline: str
    reason: str
    seats: tuple[str, ...]
    sitters: tuple[Sitter, ...]
    moments: tuple[ShownMoment, ...]
    material: tuple[tuple[int, ...], ...]
    luck: tuple[Fortune, ...]
    footer: str


def ending_of(
    state: State,
    people: Mapping[int, Person],
    *,
    changes: Mapping[int, str] = NO_CHANGES,
    occasion: str = "",
    commitment: str = "",
    seat: int = 1,
) -> GameEnding:
    """How a game has ended, seen from a seat's side; `people` and `changes` of their ratings by the seats' numbers.

    `occasion` says which game it was, like `game 14 · 12 Nov 2026`. A game under way is shown as it stands.
    """
    variant = state.variant
    sitters = tuple(
        Sitter(number, each.name, people.get(number, NOBODY), changes.get(number, ""), _status(state, number))
        for number, each in enumerate(variant.seats, 1)
    )
    names = {each.seat: each.person.name for each in sitters if each.person.name}
    found = moments(state)
    shown = found[1:] if len(variant.board) >= _LARGE and len(found) > 3 else found
    return GameEnding(
        titled(variant.name, variant.options),
        occasion,
        _headline(state, sitters),
        _reason(state),
        tuple(each.name for each in variant.seats),
        sitters,
        tuple(_shown(state, moment, seat) for moment in shown),
        tuple(material(state)),
        fortunes_of(state, names),
        _footer(state, commitment),
    )


def _status(state: State, seat: int) -> Status:
    if state.result is not None and state.result.winner == seat:
        return Status.WON
    return Status.OUT if state.position.out >> seat & 1 else Status.WAITING


def _headline(state: State, sitters: tuple[Sitter, ...]) -> str:
    if state.result is None:
        return f"{state.variant.seat(state.turn).name} to move"
    if state.result.winner is None:
        if state.result.shares:
            return state.variant.reasons[state.result.reason].capitalize()
        return "No result" if state.result.reason == CLOSED else "Draw"
    winner = next(each for each in sitters if each.seat == state.result.winner)
    alike = [each.name for each in sitters].count(winner.name) > 1
    return f"{winner.side if alike else winner.name} wins"


def _reason(state: State) -> str:
    number = length_in_words(state)
    if state.result is None:
        return f"after {number}"
    if state.result.shares:
        return f"{shares_in_words(state.variant, state.result)} after {number}"
    words = state.variant.reasons.get(state.result.reason, state.result.reason)
    return f"{words[:1].upper()}{words[1:]} after {number}"


def _shown(state: State, moment: Moment, seat: int) -> ShownMoment:
    scene = game_scene(glimpse(state, moment.plies), seat)
    move = named_move(state, moment.plies - 1) if moment.plies else "Start"
    return ShownMoment(moment.plies, scene, move, _words(state, moment))


def _words(state: State, moment: Moment) -> str:
    """What a moment's move did: `Gold is out`, `Blue wizard falls`, `check`."""
    variant = state.variant
    if moment.out and len(variant.seats) > 2:
        names = listed([variant.seat(seat).name for seat in moment.out], "and")
        return f"{names} {form(len(moment.out), 'is', 'are')} out"
    if len(moment.fallen) == 1:
        return f"{words_of(variant, moment.fallen[0])} falls"
    if moment.fallen:
        return f"{len(moment.fallen)} pieces fall"
    return "check" if moment.check else ""


def _footer(state: State, commitment: str) -> str:
    fights = sum(played.fought is not None for played in state.played)
    parts = [length_in_words(state)]
    parts += [counted(fights, "fight")] if fights else []
    parts += [f"dice committed to {commitment[:_HASH]}…{commitment[-_HASH:]}"] if commitment and fights else []
    return " · ".join(parts)
