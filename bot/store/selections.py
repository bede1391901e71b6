"""SQL that selects games for `game_of` to read: those of a channel, of a player, with clocks, still to be shown.

No statement reads more because others play or have played; only those of all clocks read all clocks. No index serves
`?2 IN (channel, parent)`, so that a player's games are found by the player, not among all games of a channel.
"""

from __future__ import annotations

import sys

from bot.store.games import GAMES
from bot.store.headings import HEADINGS

ALL = sys.maxsize
"""As many games as there are, where others ask for so many at most."""


def _newest(stage: str, also: str = "1", source: str = GAMES) -> str:
    """The newest games of a channel (?1) and its threads in a stage that meet a condition, ?2 at most."""
    newest = (
        f"SELECT number FROM (SELECT number FROM games WHERE {place} = ?1 AND stage = '{stage}' AND {also}"  # noqa: S608 - constants
        " ORDER BY number DESC LIMIT ?2)"
        for place in ("channel", "parent")
    )
    order = "ORDER BY number DESC LIMIT ?2"
    return f"{source} WHERE number IN ({' UNION ALL '.join(newest)}) {order}"


_SEATED = "EXISTS (SELECT 1 FROM seats WHERE game = number AND player = ?3)"
RUNNING, OVER = _newest("playing"), _newest("over")
"""The newest of a channel (?1), ?2 at most: running, finished."""
OTHERS, OTHERS_NAMED = [_newest("playing", f"NOT {_SEATED}", source) for source in (GAMES, HEADINGS)]
"""The newest running games of a channel (?1) without a player (?3), ?2 at most: whole, and their headings."""

OFFERED = "EXISTS (SELECT 1 FROM events WHERE events.game = games.number AND events.kind GLOB '*-offered')"
"""That something was ever proposed in a game; the condition on events is that of their index, word by word."""
_OF_PLAYER = "number IN (SELECT game FROM seats WHERE player = ?1)"
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
HELD, HELD_NAMED = [
    f"{source} WHERE number IN (SELECT game FROM seats CROSS JOIN games ON number = game AND {_ASKED} AND {_MOVES}"  # noqa: S608 - constants
    " WHERE player = ?1 ORDER BY game DESC LIMIT ?5) ORDER BY number DESC"
    for source in (GAMES, HEADINGS)
]
"""The newest running games of a player (?1), ?5 at most, whole and their headings.

They are those in a guild (?2), in a channel (?3) and its threads, and only those where it is their turn (?4 = 1) or
somebody else's (0); each of the three may be NULL for all.
"""
ON_HAND = f"{GAMES} WHERE {CONCERNING} AND (?2 IS NULL OR guild = ?2) ORDER BY number DESC"
"""The open and running games of a player (?1), and those that they are invited to, in a guild (?2) or in all (NULL)."""

_NEWEST_OPEN, _NEWEST_PLAYING = (
    f"SELECT number FROM (SELECT number FROM games WHERE guild = ?1 AND stage IN ('open', 'playing')"  # noqa: S608 - constants
    f" AND stage = '{stage}' AND number < ?2 ORDER BY number DESC LIMIT ?3)"
    for stage in ("open", "playing")
)
IN_GUILD = f"{GAMES} WHERE number IN ({_NEWEST_OPEN} UNION ALL {_NEWEST_PLAYING}) ORDER BY number DESC LIMIT ?3"
"""The newest open and running games of a guild (?1) before a number (?2), ?3 at most."""

_STANDS = (
    "stage = 'open' AND standing AND shown < revised AND guild = ?2 AND challenger IN (SELECT value FROM json_each(?1))"
)
STANDING = f"{GAMES} INDEXED BY games_standing WHERE {_STANDS} ORDER BY number"
"""The standing challenges of players (?1, a JSON array of ids) in a guild (?2) that a channel has still to be shown."""

_WATCHED = "EXISTS (SELECT 1 FROM deadlines WHERE kind = ?1 AND game = games.number AND player = 0)"
UNWATCHED, TIMED_OF = (
    f"{GAMES} WHERE stage = 'playing' AND time <> 'none'{also} ORDER BY number"
    for also in (f" AND NOT {_WATCHED} AND lost IS NULL", f" AND {_OF_PLAYER}")
)
"""The running games with clocks: those not lost without a deadline of a kind (?1), those of a player (?1)."""

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
