"""Games as the store knows them, and how they are read from its rows."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, Generic, TypeVar, get_args, get_type_hints

from bot.store.damage import Unreadable, is_time
from bot.store.headings import SEATS, Heading, decoded, seats_of
from bot.store.people import GUESTS, Guest, guests_of
from engine.dice.terms import FIRST

Made = TypeVar("Made")


@dataclass(frozen=True)
class Located(Heading):
    """A heading, and where the newest message about the game stands: a board, or the challenge.

    `message` is its id, None before there was one. A game in a thread of its own has that thread as its `channel` and
    knows the `parent` of it. `lost` is since when its channel is known to be gone (UTC ms), None while it is there.

    A challenge to a game for more than two has `guests`, the challenger among them, in the order in which they came.
    """

    guild: int = field(kw_only=True)
    channel: int = field(kw_only=True)
    message: int | None = field(kw_only=True)
    parent: int | None = field(default=None, kw_only=True)
    lost: int | None = field(default=None, kw_only=True)
    guests: tuple[Guest, ...] = field(default=(), kw_only=True)

    def home_of(self, message: int) -> int:
        """The channel that a message of this game stands in: a thread bears the id of the message it was opened from.

        Ids grow with time, so that older messages stand in the channel of the thread.
        """
        return self.channel if self.parent is None or message > self.channel else self.parent


@dataclass(frozen=True)
class StoredGame(Located):
    """A game as the store knows it.

    `shown` is the number of the last event that the channel has been shown, -1 before anything was; `worn` the id of
    the message before its newest, while its buttons still have to go; `commitment` the SHA-256 of the secret behind its
    dice. `rated` is what the players chose. `threaded` is set while a thread for it is still to be opened.
    `time` is the canonical text of its time control. `moved` counts how often the game has gone on in another channel.

    A challenge comes with a `comment`, and one that is `standing` has another take its place when it is accepted;
    `posted` is the message that showed it, and `reason` says of a game that has ended, or never began, why.

    `dice` are the terms of its dice in text, "" while that is to be settled when a challenge is answered; `words` are
    those that players have given for the dice, by the players' ids. `hints` tells that the players may ask for hints,
    shown to all.

    `revised` counts the changes of a challenge to a game for more than two, and `shown` follows that count while it is
    open.
    """

    edition: int
    options: Mapping[str, str]
    start: str | None
    challenger: int
    invited: int | None
    wish: int
    created: int
    sequence: int
    shown: int
    worn: int | None
    commitment: str
    revised: int = 0
    rated: bool = False
    threaded: bool = False
    time: str = "none"
    comment: str = ""
    standing: bool = False
    posted: int | None = None
    reason: str | None = None
    moved: int = 0
    dice: str = FIRST.text
    words: Mapping[int, str] = field(default_factory=dict)
    hints: bool = False


class _Rows(Generic[Made]):
    """How rows are read as values of a class, by the names of their columns; lists make hundreds of them."""

    def __init__(self, kind: type[Made], columns: Sequence[str]) -> None:
        hints = get_type_hints(kind)
        flags = dict.fromkeys((name for name in columns if hints[name] is bool), bool)
        self._kind = kind
        self._columns = columns
        self._decoders = [(name, decode) for name, decode in {**_DECODERS, **flags}.items() if name in columns]
        self._types = {name: get_args(hints[name]) or (hints[name],) for name in columns}
        for name, _ in self._decoders:
            del self._types[name]
        self._wrong = lru_cache(256)(self._wrong_in)

    def read(self, row: sqlite3.Row) -> Made:
        """The value in a row; Unreadable where it does not hold one."""
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


@lru_cache(256)
def options_of(text: str) -> Mapping[str, str]:
    """The options in a row's JSON object; ValueError where it holds none. Many games share a text, and its options."""
    options = json.loads(text)
    if not isinstance(options, dict) or not all(isinstance(value, str) for value in options.values()):
        raise ValueError(f"no options are written {text}")
    return options


def _guests(text: str) -> tuple[Guest, ...]:
    return () if text == _NONE else guests_of(text)


def _words(text: str) -> Mapping[int, str]:
    return {} if text == _NONE else {player: str(word) for player, word in decoded(text)[0]}


def _time(value: object) -> object:
    if not is_time(value):
        raise ValueError("created")
    return value


_DECODERS: Mapping[str, Callable[[Any], object]] = {
    "options": options_of, "seats": seats_of, "guests": _guests, "words": _words, "created": _time,
}  # fmt: skip
"""What reads columns that hold more than a value of a field's type."""
_NONE = "[]"
_LOCATED = (
    "number", "variant", "stage", "turn", "rolling", "guild", "channel", "message", "parent", "lost",
)  # fmt: skip
_WHOLE = (
    *_LOCATED,
    "edition", "options", "start", "challenger", "invited", "wish", "created", "sequence", "shown", "worn",
    "commitment", "revised", "rated", "threaded", "time", "comment", "standing", "posted", "reason", "moved", "dice",
    "hints",
)  # fmt: skip
_WORDS = "(SELECT json_group_array(json_array(player, word)) FROM words WHERE game = games.number)"
LOCATED = f"SELECT {', '.join(_LOCATED)}, {SEATS}, iif(stage = 'open', {GUESTS}, '{_NONE}') FROM games"  # noqa: S608 - constant names
"""What selects games, for `located_of` to read."""
GAMES = f"SELECT {', '.join(_WHOLE)}, {SEATS}, {GUESTS}, {_WORDS} FROM games"  # noqa: S608 - constant names
"""What selects games, for `game_of` to read."""

located_of = _Rows(Located, (*_LOCATED, "seats", "guests")).read
"""The heading in a row that LOCATED selects; Unreadable where it does not hold one."""
game_of = _Rows(StoredGame, (*_WHOLE, "seats", "guests", "words")).read
"""The game in a row that GAMES selects; Unreadable where it does not hold one."""
