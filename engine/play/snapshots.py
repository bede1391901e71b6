"""Snapshots: what came of a stretch of a game's events, packed, so that a game is taken up without judging it anew.

A stretch leads from one state to a later one; packed, it says what is different in this. All stretches of a game in a
row, and its events, make the state again. They hold nothing that the events do not lead to.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import fields, is_dataclass, replace
from enum import Enum
from itertools import chain, pairwise
from typing import Any

from engine.clocks.control import TimeControl
from engine.model.position import Move, Passed, Position, Special
from engine.play.clock import Clock
from engine.play.events import Event, RollCalled
from engine.play.proposal import Proposal
from engine.play.state import Played, RollMade, State
from engine.play.turns import Consequence, Fate
from engine.rules.fight import Fight, Fighter, FightResult, Fought
from engine.rules.protocols import Result
from engine.variants.variant import Variant

_GROWING = ("rolls", "salts")
"""What only grows, apart from positions and moves."""
_APART = frozenset({"variant", "dice", "events", "line", "played", *_GROWING})
_OTHERS = tuple(field.name for field in fields(State) if field.name not in _APART)
"""What is packed as a whole where it is different."""
_CLASSES: dict[str, Any] = {
    cls.__name__: cls
    for cls in (
        Clock, Consequence, Fate, Fight, Fighter, FightResult, Fought, Move, Passed, Played, Position, Proposal, Result,
        RollCalled, RollMade, Special, TimeControl,
    )
}  # fmt: skip
_NEAR = 8
"""How many positions before the new ones are looked at for the one in which a move was made."""


def packed(before: State, after: State) -> list[Any]:
    """The stretch between two states of a game, ready for JSON."""
    line, new = _grown(before.line, after.line)
    kept, played = _grown(before.played, after.played)
    first = after.line[line - 1] if line else Position(b"", (), 0, (), ())
    return [
        line,
        [_change(after.variant, *pair) for pair in pairwise([first, *new])],
        kept,
        [_played(after.line, line, each) for each in played],
        {
            name: [keep, [_value(item) for item in more]]
            for name in _GROWING
            for keep, more in [_grown(getattr(before, name), getattr(after, name))]
            if more or keep < len(getattr(before, name))
        },
        {name: _value(getattr(after, name)) for name in _OTHERS if getattr(before, name) != getattr(after, name)},
    ]


def restored(begun: State, stretches: Iterable[Sequence[Any]], events: Sequence[Event]) -> State:
    """The state to which stretches lead from a game before its first event; `events` are those they stand for.

    What is damaged in them raises LookupError, TypeError, ValueError or AttributeError, or leads to a state of another
    game: it is for the caller to know that they were packed for these events.
    """
    line, played = list(begun.line), list(begun.played)
    growing: dict[str, list[Any]] = {name: list(getattr(begun, name)) for name in _GROWING}
    others: dict[str, Any] = {}
    seats = [piece.seat if piece else 0 for piece in begun.variant.pieces]
    control = begun.clock.control if begun.clock else TimeControl()
    for keep, positions, kept, moves, grown, rest in stretches:
        last = line[keep - 1] if keep else Position(b"", (), 0, (), ())
        del line[keep:]
        for change in positions:
            last = _changed(last, change, seats)
            line.append(last)
        del played[kept:]
        played += [_move_made(line, control, each) for each in moves]
        for name, (some, more) in grown.items():
            del growing[name][some:]
            growing[name] += map(_restored, more)
        others |= rest
    values: dict[str, Any] = {name: tuple(values) for name, values in growing.items()}
    values |= {name: _restored(value) for name, value in others.items()}
    return replace(begun, line=tuple(line), played=tuple(played), events=tuple(events), **values)


def _grown(before: Sequence[Any], after: Sequence[Any]) -> tuple[int, Sequence[Any]]:
    """How many of the first are still the same, and what follows them now."""
    count = min(len(before), len(after))
    if after[:count] != before[:count]:
        pairs = zip(before, after, strict=False)
        count = next(place for place, (old, new) in enumerate(pairs) if old != new)
    return count, after[count:]


def _change(variant: Variant, before: Position, after: Position) -> list[Any]:
    """A position by what is different from the one before: cells with their codes by turns, then fields by number."""
    cells = [cell for cell, (old, new) in enumerate(zip(before.placement, after.placement, strict=False)) if old != new]
    seats = [piece.seat if piece else 0 for piece in variant.pieces]
    change: list[Any] = [list(chain.from_iterable((cell, after.placement[cell]) for cell in cells))]
    due = before
    if len(before.placement) == len(after.placement):
        due = _changed(before, change, seats)
    for number, (old, new) in enumerate(zip(due, after, strict=True)):
        if old != new:
            change += number, _value(new)
    return change


def _changed(before: Position, change: Sequence[Any], seats: Sequence[int]) -> Position:
    """The position after a change; `seats` are those of the pieces, by their codes.

    VACANT has the seat 0, where all pieces are: what comes to a vacant cell joins them, and what leaves one is gone.
    """
    values: list[Any] = [*before]
    cells = change[0]
    if cells:
        placement, pieces = bytearray(before[0]), [*before[1]]
        for cell, code in zip(cells[::2], cells[1::2], strict=True):
            bit = 1 << cell
            pieces[seats[placement[cell]]] ^= bit
            pieces[seats[code]] ^= bit
            placement[cell] = code
        values[0], values[1] = bytes(placement), tuple(pieces)
    for number, value in zip(change[1::2], change[2::2], strict=True):
        values[number] = value if type(value) is int else _restored(value)
    return tuple.__new__(Position, values)


def _played(line: Sequence[Position], first: int, played: Played) -> list[Any]:
    """A move made, with the number of the position it was made in, or with that position itself."""
    places = range(len(line) - 1, max(-1, first - _NEAR), -1)
    before: Any = next((place for place in places if line[place] is played.before), None)
    move, then = played.move, played.then
    what = [
        _value(played.before) if before is None else before,
        move.origin, move.target, played.seat, played.at, played.sequence, played.round,
    ]  # fmt: skip
    more = [move.promotion, _value(move.special), _value(played.fought)]
    more.append(None if then is None else [_plain(getattr(then, field.name)) for field in fields(Clock)[1:]])
    return what + more if any(each is not None for each in more) else what


def _move_made(line: Sequence[Position], control: TimeControl, pack: Sequence[Any]) -> Played:
    before, origin, target, seat, at, sequence, number, *more = pack
    position = line[before] if type(before) is int else _restored(before)
    if not more:
        return Played(position, Move(origin, target), seat, at, None, sequence, number)
    promotion, special, fought, then = more
    move = Move(origin, target, promotion, special and _restored(special))
    return Played(
        position, move, seat, at, fought and _restored(fought), sequence, number, then and _clock(control, then)
    )


def _plain(value: object) -> object:
    """What a clock holds, ready for JSON."""
    return sorted(value) if isinstance(value, frozenset) else value


def _clock(control: TimeControl, values: Sequence[Any]) -> Clock:
    left, started, running, since, begun, away, *rest = values
    return Clock(control, tuple(left), started, running, since, frozenset(begun), frozenset(away), *rest)


def _value(value: Any) -> Any:  # noqa: ANN401 - whatever a state holds
    """A value as JSON can hold it: what is neither a number, a text nor None by its kind."""
    kind = type(value)
    if value is None or kind in {bool, int, str}:
        return value
    if kind is tuple:
        return [_value(each) for each in value]
    if kind is bytes:
        return {"b": value.hex()}
    if kind is frozenset:
        return {"s": sorted(value)}
    if isinstance(value, Enum):
        parts: list[Any] = [value.name]
    elif is_dataclass(kind):
        parts = [_value(getattr(value, field.name)) for field in fields(kind)]
    else:
        parts = [_value(each) for each in value]
    return {_CLASSES[kind.__name__].__name__: parts}


def _restored(value: Any) -> Any:  # noqa: ANN401 - whatever a state holds
    """The inverse of `_value`."""
    kind = type(value)
    if kind is list:
        return tuple([each if type(each) is int else _restored(each) for each in value])
    if kind is not dict:
        return value
    ((name, parts),) = value.items()
    if name == "b":
        return bytes.fromhex(parts)
    if name == "s":
        return frozenset(parts)
    cls = _CLASSES[name]
    return cls[parts[0]] if issubclass(cls, Enum) else cls(*map(_restored, parts))
