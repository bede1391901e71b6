"""Events other than moves as lines of a record: `Red offers a draw`, `Blue adds plum to the dice`.

A line names who did it (a side, or the referee) and what it was, in words that read back to the same event. An event
for which there are no words here is written by its kind and fields: `Red: paused minutes=5 reason="tea time"`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

from engine.model.english import listed, shown
from engine.play.codec import fields_of, pack, unpack
from engine.play.events import BrokenRecord, Happening
from engine.play.proposal_kinds import KINDS as PROPOSALS
from engine.variants.variant import Variant

REFEREE = "The referee"
SEAT = "seat"
"""The field of events that holds a side: written by its name, read by its number, too."""
LONGEST = 200
EXAMPLES = ("draw-offered", "draw-accepted", "draw-declined", "draw-claimed", "resigned", "drawn", "revealed")
_ANSWERED = {"offered": "offers a", "accepted": "accepts the", "declined": "declines the"}
_WORDS: Mapping[str, str] = {
    **{f"{kind}-{deed}": f"{verb} {kind}" for kind in PROPOSALS for deed, verb in _ANSWERED.items()},
    "draw-claimed": "claims a draw by {reason}",
    "resigned": "resigns",
    "drawn": "draws {value} of {faces} for {what}",
    "opened": "opens the game with message {message}",
    "worded": "hears {word} from player {player}",
    "seated": "seats the players as {seats}",
    "barred": "lets {seat} neither give words nor roll",
    "roll-called": "rolls with message {message} and {words}",
    "revealed": "reveals the secret {secret}",
    "continued": "continues game {game} under commitment {commitment}",
    "clock-started": "starts the clock",
    "flagged": "sees the time of {seat} run out",
    "time-claimed": "claims that the time of {seat} is up",
    "credited": "gives {seat} back {ms} ms for {why}",
    "went-away": "goes on vacation",
    "came-back": "comes back from vacation",
    "paused": "agrees, so the game pauses",
    "resumed": "resumes the game",
    "takeback-offered": "asks to take back all since event {since}",
    "taken-back": "agrees, so all since event {since} is taken back",
    "game-closed": "closes the game",
    "replaced": "lets somebody else play {seat}",
}
_SLOT = re.compile(r"\{(\w+)\}")
_VALUE = r'"(?:[^"\\]|\\.)*"|[A-Za-z0-9_-]+'
_BARE = re.compile(r"[A-Za-z0-9_-]+")
_FIELDS = re.compile(rf"(?: ([a-z_]+)=({_VALUE}))*")
_FIELD = re.compile(rf" ([a-z_]+)=({_VALUE})")


def _pattern(words: str) -> re.Pattern[str]:
    """What reads a line's words, its slots filled with any values."""
    parts = [
        re.escape(part) if index % 2 == 0 else f"(?P<{part}>{_VALUE})" for index, part in enumerate(_SLOT.split(words))
    ]
    return re.compile("".join(parts))


_PATTERNS = [(kind, _pattern(words)) for kind, words in _WORDS.items()]


def line_of(variant: Variant, actor: int, what: Happening) -> str:
    """Something that happened, as a line without its mark and time."""
    who = variant.seat(actor).name if actor else REFEREE
    kind, fields = pack(what)
    sides = {seat.number: seat.name for seat in variant.seats}
    values = {name: _written(sides.get(value, value) if name == SEAT else value) for name, value in fields.items()}
    if kind in _WORDS:
        return f"{who} {_WORDS[kind].format(**values)}"
    return " ".join([f"{who}: {kind}", *(f"{name}={value}" for name, value in values.items())])


def read_line(variant: Variant, text: str) -> tuple[int, Happening]:
    """Who did what, by the text of a line; ValueError, in words for people, for any that cannot be read."""
    names = {REFEREE: 0, **{seat.name: seat.number for seat in variant.seats}}
    who = next((name for name in names if text.startswith((f"{name} ", f"{name}:"))), None)
    if who is None:
        raise ValueError(f"a line begins with who did it: {listed(list(names))}, not {shown(text)!r}")
    rest = text[len(who) :]
    kind, fields = _by_kind(rest[1:].strip()) if rest[0] == ":" else _by_words(rest.strip())
    try:
        types = fields_of(kind)
        values = {name: _value(value, types.get(name, "str")) for name, value in fields.items()}
        named = variant.seat_named(str(values[SEAT])) if SEAT in values else None
        if named is not None:
            values[SEAT] = named.number
        return names[who], unpack(kind, values)
    except BrokenRecord:
        raise ValueError(f"{shown(rest.strip(': '))!r} is nothing that happens in a game") from None


def _by_words(text: str) -> tuple[str, Mapping[str, str]]:
    for kind, pattern in _PATTERNS:
        match = pattern.fullmatch(text)
        if match:
            return kind, match.groupdict()
    ways = [_SLOT.sub("…", _WORDS[kind]) for kind in EXAMPLES]
    raise ValueError(f"I can't read {shown(text)!r}; a side {', '.join(ways)} and so on")


def _by_kind(text: str) -> tuple[str, Mapping[str, str]]:
    kind, _, _ = text.partition(" ")
    fields = text[len(kind) :]
    if not _FIELDS.fullmatch(fields):
        raise ValueError(f"I can't read {shown(text)!r}; after a colon come a kind of event and its fields, name=value")
    return kind, dict(_FIELD.findall(fields))


def _written(value: Any) -> str:  # noqa: ANN401 - a field of any event
    """A field: bare where it is a number or a plain word, otherwise as a JSON text."""
    bare = not isinstance(value, str) or _BARE.fullmatch(value)
    return str(value) if bare else json.dumps(value, ensure_ascii=False)


def _value(text: str, kind: str) -> str | int | bool:
    """The inverse of `_written` for a field of a type; ValueError for a text too long, not printable, or no JSON."""
    if kind == "bool":
        return text == "True"
    if kind == "int" and text.isdecimal() and len(text) <= 19:
        return int(text)
    if not text.startswith('"'):
        return text[:LONGEST]
    try:
        value = str(json.loads(text))
    except ValueError:
        raise ValueError(f"I can't read the text {shown(text)}") from None
    if len(value) > LONGEST or not value.isprintable():
        raise ValueError(
            f"the text {shown(text)} is longer than {LONGEST} characters, or has some that cannot be shown"
        )
    return value
