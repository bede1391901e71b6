"""What happened in a game, packed for a store: the name of its kind, and its fields.

A kind is named after its class, `DrawOffered` as `draw-offered`: what is stored names the classes of
`engine.play.events`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import fields as dataclass_fields
from typing import Any, get_args

from engine.play.events import BrokenRecord, Happening

_WORD = re.compile(r"[A-Z][a-z]+")
KINDS: Mapping[str, type[Happening]] = {
    "-".join(_WORD.findall(cls.__name__)).lower(): cls for cls in get_args(Happening)
}
_NAMES = {cls: kind for kind, cls in KINDS.items()}


def pack(what: Happening) -> tuple[str, dict[str, Any]]:
    """What happened as a kind and JSON-ready fields."""
    return _NAMES[type(what)], dict(vars(what))


def fields_of(kind: str) -> Mapping[str, str]:
    """The fields of a kind of event with the names of their types; BrokenRecord for an unknown kind."""
    if kind not in KINDS:
        raise BrokenRecord(f"there is no event {kind}")
    return {field.name: str(field.type) for field in dataclass_fields(KINDS[kind])}


def unpack(kind: str, fields: Mapping[str, Any]) -> Happening:
    """The inverse of `pack`; BrokenRecord on an unknown kind or fields."""
    try:
        what = KINDS[kind](**fields)
    except (KeyError, TypeError) as problem:
        raise BrokenRecord(f"no event is written {kind} {dict(fields)}") from problem
    if not all(type(fields[field.name]).__name__ == field.type for field in dataclass_fields(what)):
        raise BrokenRecord(f"no event is written {kind} {dict(fields)}")
    return what
