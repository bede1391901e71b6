"""The codec of events: each as the name of its kind and its fields, ready for a store.

A kind is named after its class among `engine.play.events`, `TakenBack` as `taken-back`. What happens to proposals is
named after their kind first: `draw-offered`, `takeback-accepted`, `pause-declined`.
"""

from __future__ import annotations

import re
from collections.abc import Hashable, Mapping
from dataclasses import fields as dataclass_fields
from functools import cache
from typing import Any, NamedTuple, cast, get_args

from engine.play.events import Agreed, BrokenRecord, Declined, Happening, Proposed
from engine.play.proposal_kinds import KINDS as PROPOSALS

_WORD = re.compile(r"[A-Z][a-z]+")
_DEEDS = {Proposed: "offered", Agreed: "accepted", Declined: "declined"}


class _Form(NamedTuple):
    """How a kind is stored: its class, the fields that its name tells, and the others with the names of their types."""

    cls: type[Happening]
    named: Mapping[str, Any]
    fields: Mapping[str, str]


@cache
def _form(cls: Any, proposal: str | None) -> tuple[str, _Form]:  # noqa: ANN401 - a class
    """A kind and how it is stored, by its class and the kind of proposal that it is about, if any."""
    types = {field.name: str(field.type) for field in dataclass_fields(cls)}
    if proposal is None:
        return "-".join(_WORD.findall(cls.__name__)).lower(), _Form(cls, {}, types)
    named: dict[str, Any] = {"kind": proposal}
    named |= {"since": 0} if "since" in types and PROPOSALS[proposal].since is None else {}
    fields = {name: kind for name, kind in types.items() if name not in named}
    return f"{proposal}-{_DEEDS[cls]}", _Form(cls, named, fields)


KINDS: Mapping[str, _Form] = dict(
    _form(cls, proposal) for cls in get_args(Happening) for proposal in (PROPOSALS if cls in _DEEDS else (None,))
)


def pack(what: Happening) -> tuple[str, dict[str, Any]]:
    """What happened as a kind and JSON-ready fields."""
    kind, form = _form(cast("Hashable", type(what)), getattr(what, "kind", None))
    return kind, {name: getattr(what, name) for name in form.fields}


def fields_of(kind: str) -> Mapping[str, str]:
    """The fields of a kind of event with the names of their types; BrokenRecord for an unknown kind."""
    if kind not in KINDS:
        raise BrokenRecord(f"there is no event {kind}")
    return KINDS[kind].fields


def unpack(kind: str, fields: Mapping[str, Any]) -> Happening:
    """The inverse of `pack`; BrokenRecord on an unknown kind or fields."""
    form = KINDS.get(kind)
    if not isinstance(fields, Mapping):
        raise BrokenRecord(f"no event is written {kind} {fields}")
    types = {name: type(value).__name__ for name, value in fields.items()}
    if form is None or types != form.fields:
        raise BrokenRecord(f"no event is written {kind} {dict(fields)}")
    return form.cls(**form.named, **fields)
