"""Games as the store knows them, and how they are read from its rows."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, get_args, get_type_hints

from bot.store.damage import Unreadable, is_time
from bot.store.headings import SEATS, Heading, decoded, seats_of
from bot.store.people import GUESTS, Guest, guests_of
from engine.dice.terms import FIRST


@dataclass(frozen=True)
class StoredGame(Heading):
    """A game as the store knows it.

    `shown` is the number of the last event that the channel has been shown, -1 before anything was; `message` the id of
    the message that showed it, `worn` that of the message before, while its buttons still have to go; `commitment` the
    SHA-256 of the secret behind its dice. `rated` is what the players chose. A game in a thread of its own has that
    thread as its `channel` and knows the `parent` of it; `threaded` is set while the thread is still to be opened.
    `time` is the canonical text of its time control. `lost` is since when its channel is known to be gone (UTC ms),
    None while it is there; `moved` counts how often the game has gone on in another.

    A challenge comes with a `comment`, and one that is `standing` has another take its place when it is accepted;
    `posted` is the message that showed it, and `reason` says of a game that has ended, or never began, why.

    `dice` are the terms of its dice in text, "" while that is to be settled when a challenge is answered; `words` are
    those that players have given for the dice, by the players' ids. `hints` tells that the players may ask for hints,
    shown to all.

    A challenge to a game for more than two has `guests`, the challenger among them, in the order in which they came;
    `revised` counts its changes, and `shown` follows that count while it is open.
    """

    guild: int
    channel: int
    edition: int
    options: Mapping[str, str]
    start: str | None
    challenger: int
    invited: int | None
    wish: int
    created: int
    sequence: int
    shown: int
    message: int | None
    worn: int | None
    commitment: str
    revised: int = 0
    guests: tuple[Guest, ...] = ()
    rated: bool = False
    parent: int | None = None
    threaded: bool = False
    time: str = "none"
    comment: str = ""
    standing: bool = False
    posted: int | None = None
    reason: str | None = None
    lost: int | None = None
    moved: int = 0
    dice: str = FIRST.text
    words: Mapping[int, str] = field(default_factory=dict)
    hints: bool = False

    def home_of(self, message: int) -> int:
        """The channel that a message of this game stands in: a thread bears the id of the message it was opened from.

        Ids grow with time, so that older messages stand in the channel of the thread.
        """
        return self.channel if self.parent is None or message > self.channel else self.parent


_COLUMNS = (
    "number", "guild", "channel", "variant", "edition", "options", "start", "stage", "challenger", "invited", "wish",
    "created", "sequence", "turn", "shown", "message", "worn", "commitment", "revised",
    "rated", "parent", "threaded", "time", "comment", "standing", "posted", "reason",
    "lost", "moved", "dice", "rolling", "hints",
)  # fmt: skip
_NONE = "[]"
_WORDS = "(SELECT json_group_array(json_array(player, word)) FROM words WHERE game = games.number)"
GAMES = f"SELECT {', '.join(_COLUMNS)}, {SEATS}, {GUESTS}, {_WORDS} FROM games"  # noqa: S608 - constant names
"""What selects games, for `game_of` to read."""

_HINTS = get_type_hints(StoredGame)
_FLAGS = tuple(name for name in _COLUMNS if _HINTS[name] is bool)
_TYPES = {name: get_args(_HINTS[name]) or (_HINTS[name],) for name in _COLUMNS if name not in {"options", *_FLAGS}}
"""The types that columns may have; the others are read as something else than they hold."""


def game_of(row: sqlite3.Row) -> StoredGame:
    """The game in a row that GAMES selects; Unreadable where it does not hold one.

    It is made without a look at each of its many fields, since lists make hundreds of games.
    """
    fields: dict[str, Any] = dict(zip(_COLUMNS, row, strict=False))
    sitting, guests, said = row[len(_COLUMNS) :]
    try:
        fields["options"] = options_of(fields["options"])
        fields["seats"] = seats_of(sitting)
        fields["guests"] = () if guests == _NONE else guests_of(guests)
        fields["words"] = {} if said == _NONE else {player: str(word) for player, word in decoded(said)[0]}
    except (ValueError, TypeError, RecursionError) as problem:
        raise Unreadable(f"its row cannot be read: {problem}") from problem
    for name in _FLAGS:
        fields[name] = bool(fields[name])
    wrong = _wrong(tuple(map(type, row)))
    if wrong or not is_time(fields["created"]):
        raise Unreadable(f"its row cannot be read: {', '.join(wrong or ['created'])}")
    game = object.__new__(StoredGame)
    game.__dict__.update(fields)
    return game


@lru_cache(256)
def _wrong(types: tuple[type, ...]) -> Sequence[str]:
    """The columns that hold what they may not, in a row of these types; most rows have types that others have, too."""
    return [name for name, held in zip(_COLUMNS, types, strict=False) if held not in _TYPES.get(name, (held,))]


@lru_cache(256)
def options_of(text: str) -> Mapping[str, str]:
    """The options in a row's JSON object; ValueError where it holds none. Many games share a text, and its options."""
    options = json.loads(text)
    if not isinstance(options, dict) or not all(isinstance(value, str) for value in options.values()):
        raise ValueError(f"no options are written {text}")
    return options
