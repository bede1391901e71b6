"""Games as the store knows them, and how they are read from its rows."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from bot.store.damage import is_time
from bot.store.headings import SEATS, Heading, decoded, seats_of
from bot.store.people import GUESTS, Guest, guests_of
from bot.store.rows import Rows
from engine.dice.terms import FIRST


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


def _created(at: object) -> object:
    if not is_time(at):
        raise ValueError("created")
    return at


_DECODERS: Mapping[str, Callable[[Any], object]] = {
    "options": options_of, "seats": seats_of, "guests": _guests, "words": _words, "created": _created,
}  # fmt: skip
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

located_of = Rows(Located, (*_LOCATED, "seats", "guests"), _DECODERS).read
"""The heading in a row that LOCATED selects; Unreadable where it does not hold one."""
game_of = Rows(StoredGame, (*_WHOLE, "seats", "guests", "words"), _DECODERS).read
"""The game in a row that GAMES selects; Unreadable where it does not hold one."""
