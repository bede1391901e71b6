"""Turns: the endings, eliminations and skipped turns that follow from a position."""

from collections.abc import Iterable, Sequence
from enum import Enum
from typing import NamedTuple

from engine.model.position import Move, Position
from engine.movement.generator import Movement
from engine.rules.protocols import Ending, Result

Line = tuple[Position, ...]


class SeatChange(Enum):
    """The fates of a seat between two turns."""

    CHECKMATED = "checkmated"
    FALLEN = "fallen"
    LEFT = "left"
    LATE = "late"
    SKIPPED = "skipped"


class SeatEvent(NamedTuple):
    """A seat's fate, and the seat that caused it (its own if none did)."""

    fate: SeatChange
    seat: int
    by: int


class Turn(NamedTuple):
    """A turn about to be played: the line of positions up to it, what came before it, and the result if it is over.

    `legal` are the moves open to the player.
    """

    line: Line
    notices: tuple[SeatEvent, ...]
    result: Result | None
    legal: Sequence[Move] = ()


def turn_of(movement: Movement, line: Line) -> Turn:
    """The turn that follows from the last position of a line, a move having been made.

    Endings are looked at straight after the move and again after every elimination. Where turns are skipped, the next
    seat's turn begins in the same way, until one has a legal move or all have been passed over.
    """
    variant = movement.variant
    notices: list[SeatEvent] = []
    passed_over = 0
    while True:
        result = first_result(variant.endings, movement, line)
        if result is None and variant.elimination is not None:
            seat = line[-1].turn
            position, gone = variant.elimination.begun(movement, line[-1])
            if gone:
                notices += [SeatEvent(SeatChange.CHECKMATED, each, seat) for each in gone]
                passed_over, line = 0, (*line[:-1], position)
                result = first_result(variant.endings, movement, line)
        if result is not None:
            return Turn(line, tuple(notices), result)
        legal = movement.legal(line[-1])
        if legal:
            return Turn(line, tuple(notices), first_result(variant.limits, movement, line), legal)
        passed_over += 1
        if variant.skipping is None or passed_over == len(variant.remaining(line[-1])):
            return Turn(line, tuple(notices), variant.stuck.result(movement, line))
        notices.append(SeatEvent(SeatChange.SKIPPED, line[-1].turn, line[-1].turn))
        line = (*line[:-1], movement.pass_turn(line[-1]))


def first_result(endings: Iterable[Ending], movement: Movement, line: Line) -> Result | None:
    """The result by the first of some endings that applies."""
    for ending in endings:
        result = ending.result(movement, line)
        if result is not None:
            return result
    return None
