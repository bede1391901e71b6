"""Moments: the material ply by ply, and where a game turned, found by what each move cost whom."""

from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from engine.model.position import Position, bits
from engine.movement.worth import piece_values_of
from engine.play.state import State
from engine.rules.legality import in_check


def positions(state: State) -> list[Position]:
    """The positions of a game, the first before any move, then one after each move not taken back.

    Each is the one just before the next move, so that players who have left the game in between have left in it.
    """
    return [*(played.before for played in state.played), state.position]


def material(state: State) -> list[tuple[int, ...]]:
    """Each seat's material in each of a game's `positions`: its pieces' worths added up; 0 first, for none.

    Worths are hundredths of a pawn (`engine.movement.worth`). Royal pieces have none, and neither has what a seat that
    is out has left behind.
    """
    variant, values, found = state.variant, piece_values_of(state.variant), []
    for position in positions(state):
        seats = [0] * (len(variant.seats) + 1)
        for code, number in Counter(position.placement).items():
            piece = variant.pieces[code]
            if piece is not None and not position.out >> piece.seat & 1:
                seats[piece.seat] += number * values[code]
        found.append(tuple(seats))
    return found


def arrears(state: State, seat: int) -> list[int]:
    """Return by how much a seat was behind the strongest other in material before each of a game's moves, at least 0.

    What the next two moves made good again, as in an exchange, does not count.
    """
    found = [max(each[:seat] + each[seat + 1 :]) - each[seat] for each in material(state)[:-1]]
    return [max(0, min(found[ply : ply + 3])) for ply in range(len(found))]


class Moment(NamedTuple):
    """A position of a game: how many moves had been made, and what the last of them did.

    `fallen` are the codes of the pieces that it took from the board, `out` the seats that left the game with it, and
    `check` says whether it attacked the royal piece of the player to move.
    """

    plies: int
    position: Position
    fallen: tuple[int, ...] = ()
    out: tuple[int, ...] = ()
    check: bool = False


def moments(state: State, turning: int = 2) -> tuple[Moment, ...]:
    """The start of a game, at most this many turning points, apart from each other, and the present position.

    The start comes after what is placed before the first move. A game too short for all of them has fewer.
    """
    line = positions(state)
    last = len(line) - 1
    first = next((ply for ply, position in enumerate(line) if not position.due), last)
    return tuple(_moment(state, line, ply) for ply in plies_of(state, first, last, turning))


def plies_of(state: State, first: int, last: int, turning: int) -> tuple[int, ...]:
    """A stretch of a game's moves, by their numbers: its ends and at most this many turning points between them.

    Moves are weighed by who left the game with them, then by the material that they cost (see `material`), then by
    whether they were fought; where nothing happened the turning points are spread evenly.
    """
    inner = _apart(_weights(state, positions(state)), range(first + 1, last), turning)
    return tuple(sorted({first, *inner, last}))


Weight = tuple[int, int, bool]


def _weights(state: State, line: Sequence[Position]) -> list[Weight]:
    """The effect of the move before each position: seats that left, material lost, whether it was fought."""
    found: list[Weight] = [(0, 0, False)]
    worth = material(state)
    for played, (before, after), (had, left) in zip(state.played, pairwise(line), pairwise(worth), strict=True):
        cost = sum(max(0, one - other) for one, other in zip(had, left, strict=True))
        found.append(((after.out ^ before.out).bit_count(), cost, played.fought is not None))
    return found


def _apart(weights: Sequence[Weight], plies: range, count: int) -> list[int]:
    number = min(count, len(plies))
    if not number:
        return []
    gap = (len(plies) // number - 1) // 2
    even = [plies.start + (2 * part + 1) * len(plies) // (2 * number) for part in range(number)]

    def rank(ply: int) -> tuple[Weight, int]:
        return weights[ply], -min(abs(ply - each) for each in even)

    chosen: list[int] = []
    for ply in sorted(plies, key=rank, reverse=True):
        if len(chosen) < number and all(abs(ply - other) > gap for other in chosen):
            chosen.append(ply)
    return chosen


def _moment(state: State, line: Sequence[Position], ply: int) -> Moment:
    position = line[ply]
    if not ply:
        return Moment(ply, position)
    before = line[ply - 1]
    check = state.variant.stuck.mates and not position.due and in_check(state.movement, position)
    lost = (Counter(after) - Counter(earlier) for after, earlier in zip(position.lost, before.lost, strict=True))
    fallen = tuple(code for each in lost for code in sorted(each.elements()))
    return Moment(ply, position, fallen, tuple(bits(position.out & ~before.out)), check)
