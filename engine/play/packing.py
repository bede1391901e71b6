"""Packing: what states hold as JSON can hold it, single values and columns of many.

A column has all values of one field, since what Python does in C puts many values together at once. Numbers below 256,
which most are, stand in hexadecimal: reading them costs less than reading JSON.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import fields, is_dataclass
from enum import Enum
from itertools import accumulate, chain, groupby, pairwise
from typing import Any

from engine.clocks.control import TimeControl
from engine.model.position import Move, Passed, Position, Special
from engine.play.clock import Clock
from engine.play.events import RollCalled
from engine.play.proposal import Proposal
from engine.play.state import Played, RollMade
from engine.play.turns import Consequence, Fate
from engine.rules.fight import Fight, Fighter, FightResult, Fought
from engine.rules.protocols import Result

_CLASSES: dict[str, Any] = {
    cls.__name__: cls
    for cls in (
        Clock, Consequence, Fate, Fight, Fighter, FightResult, Fought, Move, Passed, Played, Position, Proposal, Result,
        RollCalled, RollMade, Special, TimeControl,
    )
}  # fmt: skip
_TUPLES = frozenset({"quiet", "tally"})
"""The columns of tuples of numbers."""


# ---- values


def plain(value: Any) -> Any:  # noqa: ANN401 - whatever a state holds
    """A value as JSON can hold it: what is neither a number, a text nor None by its kind."""
    kind = type(value)
    if value is None or kind in {bool, int, str}:
        return value
    if kind is tuple:
        return [plain(each) for each in value]
    if kind is bytes:
        return {"b": value.hex()}
    if kind is frozenset:
        return {"s": sorted(value)}
    if isinstance(value, Enum):
        parts: list[Any] = [value.name]
    elif is_dataclass(kind):
        parts = [plain(getattr(value, field.name)) for field in fields(kind)]
    else:
        parts = [plain(each) for each in value]
    return {_CLASSES[kind.__name__].__name__: parts}


def valued(value: Any) -> Any:  # noqa: ANN401 - whatever a state holds
    """The inverse of `plain`."""
    kind = type(value)
    if kind is list:
        return tuple(_all_valued(value))
    if kind is not dict:
        return value
    ((name, parts),) = value.items()
    if name == "b":
        return bytes.fromhex(parts)
    if name == "s":
        return frozenset(parts)
    cls = _CLASSES[name]
    return cls[parts[0]] if issubclass(cls, Enum) else cls(*map(valued, parts))


def _all_valued(values: Iterable[Any]) -> list[Any]:
    """The inverse of `plain` for each of some values, most of which are numbers."""
    return [value if type(value) is int else valued(value) for value in values]


# ---- columns


def columns(names: Sequence[str], last: Sequence[Any], rows: Sequence[Sequence[Any]]) -> list[Any]:
    """The columns that change in rows of values which follow a last one, each with its number."""
    rows_by_column = zip(names, last, zip(*rows, strict=True), strict=True) if rows else ()
    return [
        [number, *_column(name, values)]
        for number, (name, before, values) in enumerate(rows_by_column)
        if values.count(before) < len(values)
    ]


def _column(name: str, values: Sequence[Any]) -> list[Any]:
    """The values of a column, as short as may be: `spread` tells the forms apart by their types."""
    runs = [(value, sum(1 for _ in same)) for value, same in groupby(values)]
    if 4 * len(runs) <= len(values):
        return [[plain(value) for value, _ in runs], [count for _, count in runs]]
    if set(map(type, values)) == {int}:
        packed = numbers(values)
        if type(packed) is str:
            return [packed]
        steps = numbers([after - before for before, after in pairwise(values)])
        if type(steps) is str:
            return [values[0], steps]
    if name in _TUPLES and len(widths := set(map(len, values))) == 1:
        packed = numbers(list(chain.from_iterable(values)))
        if type(packed) is str:
            return [*widths, packed]
    return [[plain(value) for value in values]]


def spread(
    names: Sequence[str], last: Sequence[Any], parts: Iterable[tuple[int, Sequence[Any]]]
) -> list[Sequence[Any]]:
    """The values of all columns, by so many rows and the columns that change in them, part by part after a last row."""
    found = [[value] for value in last]
    total = 1
    for count, changed in parts:
        for number, first, *more in changed:
            values = found[number]
            values += values[-1:] * (total - len(values))
            if type(first) is str:
                values += bytes.fromhex(first)
            elif not more:
                values += _all_valued(first)
            elif type(first) is list:
                for value, times in zip(map(valued, first), more[0], strict=True):
                    values += [value] * times
            elif names[number] in _TUPLES:
                beside = [iter(bytes.fromhex(more[0]))] * first
                values += zip(*beside, strict=True)
            else:
                values += accumulate(bytes.fromhex(more[0]), initial=first)
        total += count
    return [values[1:] + values[-1:] * (total - len(values)) for values in found]


def numbers(values: Sequence[int]) -> Any:  # noqa: ANN401 - a text or what was given
    """Numbers in hexadecimal, two digits each, where all are so small."""
    try:
        return bytes(values).hex()
    except ValueError:
        return values


def listed(packed: Any) -> Sequence[int]:  # noqa: ANN401 - what `numbers` makes
    """The inverse of `numbers`."""
    return bytes.fromhex(packed) if isinstance(packed, str) else packed
