"""Rows read as values: each column is checked against the type of the field that has its name."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any, Generic, TypeVar, get_args, get_type_hints

from bot.store.damage import Aside, Unreadable

Made = TypeVar("Made")
Found = TypeVar("Found")


class Rows(Generic[Made]):
    """How rows are read as values of a dataclass, by the fields that their columns are; lists make hundreds of them.

    `decoders` read columns that hold something else than a value of the field's type, and raise ValueError or TypeError
    where they cannot. A field that is a bool is read from any number.
    """

    def __init__(
        self, kind: type[Made], columns: Sequence[str], decoders: Mapping[str, Callable[[Any], object]]
    ) -> None:
        hints = get_type_hints(kind)
        flags = {name: bool for name in columns if hints[name] is bool}
        self._kind = kind
        self._columns = columns
        self._decoders = [(name, decode) for name, decode in {**decoders, **flags}.items() if name in columns]
        decoded = {name for name, _ in self._decoders}
        self._types = {name: get_args(hints[name]) or (hints[name],) for name in columns if name not in decoded}
        self._wrong = lru_cache(256)(self._wrong_in)

    def read(self, row: sqlite3.Row) -> Made:
        """The value in a row of these columns; Unreadable where it does not hold one."""
        fields = dict(zip(self._columns, row, strict=True))
        try:
            for name, decode in self._decoders:
                fields[name] = decode(fields[name])
        except (ValueError, TypeError, RecursionError) as problem:
            raise Unreadable(f"its row cannot be read: {problem}") from problem
        if wrong := self._wrong(tuple(map(type, row))):
            raise Unreadable(f"its row cannot be read: {', '.join(wrong)}")
        made = object.__new__(self._kind)
        made.__dict__.update(fields)
        return made

    def _wrong_in(self, types: tuple[type, ...]) -> Sequence[str]:
        """The columns that hold what they may not, in a row of these types, which most rows share with others."""
        held = zip(self._columns, types, strict=True)
        return [name for name, kind in held if kind not in self._types.get(name, (kind,))]


def readable(rows: Iterable[sqlite3.Row], read: Callable[[sqlite3.Row], Found], aside: Aside) -> list[Found]:
    """What is read from rows about games, which begin with their numbers; those that cannot be read are set aside."""
    found = []
    for row in rows:
        try:
            found.append(read(row))
        except Unreadable as problem:
            aside.note(f"game {row[0]}", problem)
    return found
