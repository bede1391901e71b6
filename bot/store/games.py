"""Games as the store knows them, and the SQL that selects them: those of a channel, of a player, still to be shown.

No statement reads more because others play or have played; only those of all clocks read all clocks. No index serves
`?2 IN (channel, parent)`, so that a player's games are found by the player, not among all games of a channel.
"""

from __future__ import annotations

import json
import sqlite3
import sys
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from bot.store.damage import Aside, Unreadable
from bot.store.people import GUESTS, Guest, Player, guests_of
from engine.dice.terms import LINKED


@dataclass(frozen=True)
class StoredGame:
    """A game as the store knows it; `stage` is open, playing, over or void.

    `seats` maps seat numbers to players; while a challenge is open, seat 0 holds the challenger. A challenge to a game
    for more than two has `guests`, the challenger among them, in the order in which they came. `turn` is the seat that
    the game waits for, and `rolling` whether for a roll instead of a move. `sequence` is the number of the last event,
    `shown` that of the last one that the channel has been shown, -1 before anything was.

    `message` shows the board or the challenge, None before there was one; `worn` is the message before it, while its
    buttons still have to go, `posted` the one that showed the challenge. A game in a thread of its own has that thread
    as its `channel` and knows the `parent` of it; `threaded` is set while one is still to be opened. `lost` is since
    when its channel is known to be gone (UTC ms), None while it is there; `moved` counts how often it has gone on in
    another channel.

    `commitment` is the SHA-256 of the secret behind its dice; `dice` are their terms in text, "" while these are to be
    settled when a challenge is answered; `words` are those that players have given for the dice, by the players' ids.
    `rated` is what the players chose, `time` the canonical text of the time control; with `hints` the players may ask
    for hints, shown to all. A challenge comes with a `comment`, one that is `standing` has another take its place when
    it is accepted, and `revised` counts its changes, which `shown` follows while it is open. `reason` says of a game
    that has ended, or never began, why.
    """

    number: int
    variant: str
    stage: str
    turn: int | None
    seats: Mapping[int, Player]
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
    worn: int | None
    commitment: str
    message: int | None = None
    parent: int | None = None
    lost: int | None = None
    guests: tuple[Guest, ...] = ()
    rolling: bool = False
    revised: int = 0
    rated: bool = False
    threaded: bool = False
    time: str = "none"
    comment: str = ""
    standing: bool = False
    posted: int | None = None
    reason: str | None = None
    moved: int = 0
    dice: str = LINKED.text
    words: Mapping[int, str] = field(default_factory=dict)
    hints: bool = False

    def seats_of(self, player: int) -> tuple[int, ...]:
        return tuple(seat for seat, held in self.seats.items() if held.id == player)

    def player_to_move(self) -> Player | None:
        """Return who is to move, or to roll."""
        return self.seats.get(self.turn) if self.stage == "playing" and self.turn else None

    def home_of(self, message: int) -> int:
        """Return the channel that a message of this game stands in.

        A thread bears the id of the message it was opened from, and ids grow with time: older messages stand in the
        channel of the thread.
        """
        return self.channel if self.parent is None or message > self.channel else self.parent


def _options(text: str) -> Mapping[str, str]:
    options = json.loads(text)
    if not isinstance(options, dict) or not all(isinstance(value, str) for value in options.values()):
        raise ValueError(f"no options are written {text}")
    return options


_DECODERS: Mapping[str, Callable[[Any], object]] = {
    "options": _options,
    "seats": lambda text: {seat: Player(player, name) for seat, player, name in sorted(json.loads(text))},
    "guests": guests_of,
    "words": lambda text: dict(json.loads(text)),
    **dict.fromkeys(("rolling", "rated", "threaded", "standing", "hints"), bool),
}
_COLUMNS = (
    "number", "variant", "stage", "turn", "rolling", "guild", "channel", "message", "parent", "lost",
    "edition", "options", "start", "challenger", "invited", "wish", "created", "sequence", "shown", "worn",
    "commitment", "revised", "rated", "threaded", "time", "comment", "standing", "posted", "reason", "moved", "dice",
    "hints",
)  # fmt: skip
_SEATS = "(SELECT json_group_array(json_array(seat, player, name)) FROM seats WHERE game = games.number)"
_WORDS = "(SELECT json_group_array(json_array(player, word)) FROM words WHERE game = games.number)"
GAMES = f"SELECT {', '.join(_COLUMNS)}, {_SEATS}, {GUESTS}, {_WORDS} FROM games"  # noqa: S608 - constant names
"""Selects games, for `game_of` to read."""


def game_of(row: sqlite3.Row) -> StoredGame:
    """Return the game in a row that GAMES selects; Unreadable if it holds none."""
    fields: dict[str, Any] = dict(zip((*_COLUMNS, "seats", "guests", "words"), row, strict=True))
    try:
        fields |= {name: decode(fields[name]) for name, decode in _DECODERS.items()}
    except (ValueError, TypeError, RecursionError) as problem:
        raise Unreadable(f"its row cannot be read: {problem}") from problem
    return StoredGame(**fields)


def readable(rows: Iterable[sqlite3.Row], aside: Aside) -> list[StoredGame]:
    """Return the games in rows that GAMES selects, without those that cannot be read."""
    found = []
    for row in rows:
        with aside.reading(f"game {row[0]}"):
            found.append(game_of(row))
    return found


# ---- selections

ALL = sys.maxsize
"""As many games as there are, where others ask for at most some."""


def _newest(stage: str, also: str = "1") -> str:
    """Return what selects the newest games of a channel (?1) and its threads in a stage, at most ?2."""
    newest = (
        f"SELECT number FROM (SELECT number FROM games WHERE {place} = ?1 AND stage = '{stage}' AND {also}"  # noqa: S608 - constants
        " ORDER BY number DESC LIMIT ?2)"
        for place in ("channel", "parent")
    )
    return f"{GAMES} WHERE number IN ({' UNION ALL '.join(newest)}) ORDER BY number DESC LIMIT ?2"


RUNNING, OVER = _newest("playing"), _newest("over")
"""The newest of a channel (?1), at most ?2: running, finished."""
OTHERS = _newest("playing", "NOT EXISTS (SELECT 1 FROM seats WHERE game = number AND player = ?3)")
"""The newest running games of a channel (?1) without a player (?3), at most ?2."""

OFFERED = (
    "EXISTS (SELECT 1 FROM events INDEXED BY events_offered WHERE events.game = games.number"
    " AND events.kind GLOB '*-offered')"
)
"""That something was ever proposed in a game; the condition on events is that of their index, word by word."""
CONCERNING = (
    "number IN (SELECT game FROM seats CROSS JOIN games g ON g.number = game"
    " WHERE player = ?1 AND g.stage IN ('open', 'playing')"
    " UNION ALL SELECT game FROM guests CROSS JOIN games g ON g.number = game"
    " WHERE player = ?1 AND guests.stage IN ('in', 'invited') AND g.stage = 'open'"
    " UNION ALL SELECT number FROM games WHERE invited = ?1 AND stage = 'open')"
)
"""What the open and running games of a player (?1), and those that they are invited to, have in common."""
_ASKED = "stage = 'playing' AND (?2 IS NULL OR guild = ?2) AND (?3 IS NULL OR ?3 IN (channel, parent))"
_MOVES = "(?4 IS NULL OR (turn = seat) = ?4)"
HELD = (
    f"{GAMES} WHERE number IN (SELECT game FROM seats CROSS JOIN games ON number = game AND {_ASKED} AND {_MOVES}"  # noqa: S608 - constants
    " WHERE player = ?1 ORDER BY game DESC LIMIT ?5) ORDER BY number DESC"
)
"""The newest running games of a player (?1), at most ?5.

They are those in a guild (?2), in a channel (?3) and its threads, and only those where it is their turn (?4 = 1) or
another player's (0); each of the three may be NULL for all.
"""
ON_HAND = f"{GAMES} WHERE {CONCERNING} AND (?2 IS NULL OR guild = ?2) ORDER BY number DESC"
"""The open and running games of a player (?1), and those that they are invited to, in a guild (?2) or in all (NULL)."""

_NEWEST_OPEN, _NEWEST_PLAYING = (
    f"SELECT number FROM (SELECT number FROM games WHERE guild = ?1 AND stage IN ('open', 'playing')"  # noqa: S608 - constants
    f" AND stage = '{stage}' AND number < ?2 ORDER BY number DESC LIMIT ?3)"
    for stage in ("open", "playing")
)
IN_GUILD = f"{GAMES} WHERE number IN ({_NEWEST_OPEN} UNION ALL {_NEWEST_PLAYING}) ORDER BY number DESC LIMIT ?3"
"""The newest open and running games of a guild (?1) before a number (?2), at most ?3."""

STANDING = (
    f"{GAMES} INDEXED BY games_standing WHERE stage = 'open' AND standing AND shown < revised AND guild = ?2"  # noqa: S608 - constants
    " AND challenger IN (SELECT value FROM json_each(?1)) ORDER BY number"
)
"""The standing challenges of players (?1, a JSON array of ids) in a guild (?2) that a channel has still to be shown."""

TIMED_OF = (
    f"{GAMES} WHERE stage = 'playing' AND time <> 'none'"  # noqa: S608 - constants
    " AND number IN (SELECT game FROM seats WHERE player = ?1) ORDER BY number"
)
"""The running games with clocks of a player (?1)."""

LAGGING = (
    f"{GAMES} WHERE lost IS NULL AND (stage = 'open' AND shown < revised OR stage = 'void' AND message IS NOT NULL"
    " AND shown < revised"
    " OR stage IN ('playing', 'over') AND (shown < sequence AND quiet < sequence OR worn IS NOT NULL)) ORDER BY number"
)
"""The games that a channel has still to be shown; the condition is that of their index, word by word."""

THINKING = f"{GAMES} WHERE stage = 'playing' AND referees & (1 << turn) ORDER BY number"
"""The running games in which the referee itself is to move; the condition is that of their index, word by word."""

ROLLING = f"{GAMES} WHERE rolling AND stage = 'playing' ORDER BY number"
"""The running games that wait for a player to roll."""
