"""Takebacks: moves undone by agreement of all who remain. They leave the line; the dice of their fights stay rolled."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice

from engine.model.english import listed
from engine.model.refusal import Refusal
from engine.movement.generator import movement_of
from engine.notation.moves import short_form
from engine.play.commands import Propose
from engine.play.events import BrokenRecord
from engine.play.proposal import TAKEBACK
from engine.play.state import Played, State
from engine.variants.variant import Variant

MOST = 12
"""How many moves are taken back at once, so that all of them can be named before anybody agrees."""


class NothingToTakeBack(Refusal):
    """A takeback where no move of the asker's is left that could be undone."""

    words = "You have made no move that could be taken back."


class TooFarBack(Refusal):
    """A takeback of more moves than can be undone; `most` is how many can."""

    most: int

    words = "At most {most:counted move} can be taken back now."


class NotYoursToTakeBack(Refusal):
    """A takeback that would begin with somebody else's move; `move` names it with its owner."""

    move: str

    words = "{move} is not yours to take back. Leave the number out to go back to your own last move."


def undoable(state: State, most: int = MOST) -> tuple[Played, ...]:
    """The last moves that could be taken back, in order: those since somebody left the game by will or by time.

    At most so many, none of the moves before them is looked at.
    """
    count = 0
    moves = zip(islice(reversed(state.line), 1, None), reversed(state.played), strict=False)
    for before, played in islice(moves, most):
        if before != played.before:
            break
        count += 1
    return state.played[len(state.played) - count :]


def moves_since(state: State, since: int) -> tuple[Played, ...]:
    """The moves from the event with this number on; BrokenRecord where none that could be taken back has it."""
    moves = undoable(state, max(0, state.sequence + 1 - since))
    for index, played in enumerate(moves):
        if played.sequence == since:
            return moves[index:]
    raise BrokenRecord(f"event {since} is no move that could be taken back")


def first_undone(state: State, command: Propose) -> int | Refusal:
    """The number of the first event that a takeback would undo."""
    moves = undoable(state)
    meant = (
        count
        for count, played in enumerate(reversed(moves), 1)
        if (played.sequence == command.since if command.since else played.seat == command.seat)
    )
    count = command.moves or next(meant, 0)
    if not count or not moves:
        return NothingToTakeBack()
    if not 0 < count <= len(moves):
        return TooFarBack(len(moves))
    first = moves[-count]
    return first.sequence if first.seat == command.seat else NotYoursToTakeBack(move_named(state.variant, first))


def taken_back(state: State, since: int) -> State:
    """The state before the moves from an event on, with all rolls, salts and events; BrokenRecord if not asked for."""
    request = state.proposal(TAKEBACK)
    if request is None:
        raise BrokenRecord("moves were taken back, and a takeback was not open")
    if since != request.since:
        raise BrokenRecord(f"the takeback asked for begins with event {request.since}, not {since}")
    moves = moves_since(state, since)
    count = len(moves)
    return state.altered(line=state.line[:-count], played=state.played[:-count], undone=moves)


def moves_in_words(variant: Variant, moves: Sequence[Played], seat: int = 0) -> str:
    """Moves as they are taken back, the last first; `seat` is told "your".

    "Blue's Tb5 and your Pxd4 (fight 5-3): the dice stay spent".
    """
    words = [
        move_named(variant, played, seat) + (f" (fight {played.dice})" if played.dice else "")
        for played in reversed(moves)
    ]
    return listed(words, "and") + (": the dice stay spent" if any(played.dice for played in moves) else "")


def move_named(variant: Variant, played: Played, seat: int = 0) -> str:
    """A move with its owner: "Blue's Tb5"; `seat` is told "your"."""
    owner = "your" if played.seat == seat else f"{variant.seat(played.seat).name}'s"
    return f"{owner} {short_form(movement_of(variant), played.before, played.move)}"
