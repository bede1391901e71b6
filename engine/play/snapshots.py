"""Snapshots: what came of a stretch of a game's events, packed, so that a game is taken up without judging it anew.

A stretch leads from one state to a later one; packed, it says what is different in this. All stretches of a game in a
row, and its events, make the state again. They hold nothing that the events do not lead to.

Positions and moves are packed by columns, all values of one field and then those of the next, so that those of many
stretches are put together at once.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import fields
from itertools import chain, compress, islice, pairwise, repeat
from operator import attrgetter, ne
from typing import Any, NamedTuple

from engine.model.position import MADE, Move, Position
from engine.play.clock import Clock
from engine.play.events import Event
from engine.play.packing import columns, listed, numbers, plain, spread, valued
from engine.play.state import Played, State, updated
from engine.variants.variant import Variant

_GROWING = ("rolls", "salts")
"""What only grows, apart from positions and moves."""
_APART = frozenset({"variant", "dice", "events", "line", "played", *_GROWING})
_OTHERS = tuple(field.name for field in fields(State) if field.name not in _APART)
"""What is packed as a whole where it is different."""
_NEAR = 8
"""How many positions before the new ones are looked at for the one in which a move was made."""
_BOARD = 2
"""How many of the first fields of a position follow from the pieces that have moved; the others have columns."""
_CLOCKS = Clock._fields[1:]
_POSITION = Position._fields[_BOARD:]
_MOVE = ("before", *Move._fields, "fought", "sequence", "round", *_CLOCKS)
"""What the columns are of: what else a move made holds is in its position, its event and the game's time control."""


class _Stretch(NamedTuple):
    """A stretch as it is packed, in this order.

    `line` tells how many of the first positions still stand, or what the first one is. `times` are the numbers of cells
    that change in each new one, `cells` these by turns with their codes, and `positions` its other columns. `played`
    moves still stand, and `made` are new, whose columns are `moves`. `grown` and `others` hold other fields of the
    state by name.
    """

    line: Any
    times: Any
    cells: Any
    positions: Sequence[Any]
    played: int
    made: int
    moves: Sequence[Any]
    grown: Mapping[str, Any]
    others: Mapping[str, Any]


def packed(before: State, after: State) -> Sequence[Any]:
    """The stretch between two states of a game, ready for JSON."""
    line, new = _grown(before.line, after.line)
    kept, played = _grown(before.played, after.played)
    start = line or plain(new[0])
    line, new = (line, new) if line else (1, new[1:])
    last = after.line[line - 1]
    return _Stretch(
        start,
        *_changes([last, *new]),
        columns(_POSITION, last[_BOARD:], [position[_BOARD:] for position in new]),
        kept,
        len(played),
        columns(_MOVE, _move(after.played[kept - 1] if kept else None), _moves(after.line, line, played)),
        {
            name: [keep, [plain(item) for item in more]]
            for name in _GROWING
            for keep, more in [_grown(getattr(before, name), getattr(after, name))]
            if more or keep < len(getattr(before, name))
        },
        {name: plain(getattr(after, name)) for name in _OTHERS if getattr(before, name) != getattr(after, name)},
    )


def restored(begun: State, stretches: Iterable[Sequence[Any]], events: Sequence[Event]) -> State:
    """The state to which stretches lead from a game before its first event; `events` are those they stand for.

    What is damaged in them raises LookupError, TypeError, ValueError or AttributeError, or leads to a state of another
    game: it is for the caller to know that they were packed for these events.
    """
    line, played = list(begun.line), list(begun.played)
    growing: dict[str, list[Any]] = {name: list(getattr(begun, name)) for name in _GROWING}
    others: dict[str, Any] = {}
    for parts in _together(map(_Stretch._make, stretches)):
        first = parts[0]
        if type(first.line) is int:
            del line[first.line :]
        else:
            line = [valued(first.line)]
        line += _changed(line[-1], parts, begun.variant)
        del played[first.played :]
        played += _moved(line, played, parts, begun.clock, events)
        for part in parts:
            for name, (keep, more) in part.grown.items():
                growing[name][keep:] = map(valued, more)
            others |= part.others
    values: dict[str, Any] = {name: tuple(values) for name, values in growing.items()}
    values |= {name: valued(value) for name, value in others.items()}
    return updated(begun, line=tuple(line), played=tuple(played), events=tuple(events), **values)


def _grown(before: Sequence[Any], after: Sequence[Any]) -> tuple[int, Sequence[Any]]:
    """How many of the first are still the same, and what follows them now."""
    count = min(len(before), len(after))
    if after[:count] != before[:count]:
        pairs = zip(before, after, strict=False)
        count = next(place for place, (old, new) in enumerate(pairs) if old != new)
    return count, after[count:]


def _together(stretches: Iterable[_Stretch]) -> Iterator[Sequence[_Stretch]]:
    """The stretches in parts in which nothing is undone; what one of them undoes was before its part."""
    part: list[_Stretch] = []
    reached: tuple[Any, int] = (0, 0)
    for each in stretches:
        if part and (each.line, each.played) != reached:
            yield part
            part = []
        part.append(each)
        reached = (each.line if type(each.line) is int else 1) + len(listed(each.times)), each.played + each.made
    if part:
        yield part


# ---- positions


def _changes(positions: Sequence[Position]) -> tuple[Any, Any]:
    """How many cells change from each position to the next, and these cells by turns with their codes."""
    times, cells = list[int](), list[int]()
    for before, after in pairwise(position.placement for position in positions):
        differing = list(compress(range(len(after)), map(ne, before, after)))
        times.append(len(differing))
        cells += chain.from_iterable((cell, after[cell]) for cell in differing)
    return numbers(times), numbers(cells)


def _changed(last: Position, parts: Sequence[_Stretch], variant: Variant) -> Iterator[Position]:
    """The positions of some stretches, the first of which follows one.

    VACANT has the seat 0, where all pieces are: what comes to a vacant cell joins them, and what leaves one is gone.
    """
    seats = [piece.seat if piece else 0 for piece in variant.pieces]
    board, pieces = bytearray(last.placement), [*last.pieces]
    singles = [1 << cell for cell in range(len(board))]
    placements, sets = [], []
    cells = chain.from_iterable(listed(part.cells) for part in parts)
    pairs = zip(cells, cells, strict=True)
    for times in chain.from_iterable(listed(part.times) for part in parts):
        for cell, code in islice(pairs, times):
            bit = singles[cell]
            pieces[seats[board[cell]]] ^= bit
            pieces[seats[code]] ^= bit
            board[cell] = code
        placements.append(bytes(board))
        sets.append(tuple(pieces))
    others = spread(_POSITION, last[_BOARD:], [(len(listed(part.times)), part.positions) for part in parts])
    return map(MADE, repeat(Position), zip(placements, sets, *others, strict=True))


# ---- moves


def _moves(line: Sequence[Position], first: int, played: Iterable[Played]) -> list[Any]:
    """What the columns of moves made hold; positions by their number where they can be."""
    near = max(0, first - _NEAR)
    places = {id(position): place for place, position in enumerate(line[near:], near)}
    return [_move(each, places.get(id(each.before), each.before)) for each in played]


def _move(played: Played | None, before: object = None) -> Sequence[Any]:
    """What the columns hold of a move made, made in a position that is numbered `before`; nothing without a move."""
    if played is None:
        return [None] * len(_MOVE)
    clocks = played.then[1:] if played.then else [None] * len(_CLOCKS)
    return [before, *played.move, played.fought, played.sequence, played.round, *clocks]


def _moved(
    line: Sequence[Position],
    played: Sequence[Played],
    parts: Sequence[_Stretch],
    clock: Clock | None,
    events: Sequence[Event],
) -> Iterator[Played]:
    """The moves of some stretches, which follow others; `clock` is that of the game before its first event."""
    moved = spread(_MOVE, _move(played[-1] if played else None), [(part.made, part.moves) for part in parts])
    places, origin, target, promotion, special, fought, sequences, rounds, *clocks = moved
    before = [line[place] if type(place) is int else valued(place) for place in places]
    moves = map(MADE, repeat(Move), zip(origin, target, promotion, special, strict=True))
    times = [events[sequence - 1].at for sequence in sequences]
    then: Iterable[Any] = repeat(None, len(before))
    if clock is not None:
        then = map(MADE, repeat(Clock), zip(repeat(clock.control, len(before)), *clocks, strict=True))
    made = zip(before, moves, map(attrgetter("turn"), before), times, fought, sequences, rounds, then, strict=True)
    return map(MADE, repeat(Played), made)
