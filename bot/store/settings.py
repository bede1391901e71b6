"""Settings of players, spectators and servers."""

import json
from collections.abc import Collection
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, NamedTuple

from bot.store.database import Database, Store
from bot.store.games import Player

_AWAITED, _UNSHOWN = (
    "SELECT games.number FROM games JOIN seats ON game = games.number AND seat = turn"
    " JOIN preferences AS chosen USING (player)"
    f" WHERE stage = 'playing' AND {also} AND chosen.name = ?1"
    " AND chosen.value IN (SELECT value FROM json_each(?2)) ORDER BY games.number"
    for also in ("player = ?3", "shown < sequence")
)


class PreferenceStore(Store):
    """Named values by player; what was never chosen is not there."""

    async def value(self, player: int, name: str) -> str | None:
        return (await self.of(player)).get(name)

    async def of(self, player: int) -> dict[str, str]:
        return dict(await self._database.rows("SELECT name, value FROM preferences WHERE player = ?", player))

    async def choose(self, player: int, name: str, value: str) -> None:
        await self._database.rows("INSERT OR REPLACE INTO preferences VALUES (?, ?, ?)", player, name, value)

    async def awaited(self, name: str, values: Collection[str], player: int) -> list[int]:
        """The running games that await a move by a player, if that player has chosen one of these values."""
        return await self._database.fetch(_AWAITED, int, name, json.dumps(list(values)), player)

    async def awaited_unshown(self, name: str, values: Collection[str]) -> list[int]:
        """The running games where a player who chose so is to move, with the last event still to be shown."""
        return await self._database.fetch(_UNSHOWN, int, name, json.dumps(list(values)))


_WATCH = """
    INSERT INTO watchers (game, player, name, often) SELECT ?1, ?2, ?3, ?4
    WHERE (SELECT count(*) FROM watchers WHERE game = ?1 AND player <> ?2) < ?5
    ON CONFLICT (game, player) DO UPDATE SET name = excluded.name, often = excluded.often RETURNING 1
"""


class WatchingStore(Store):
    """The spectators who are to be pinged about a game, at its end or at each board."""

    async def add(self, game: int, player: Player, *, often: bool, most: int) -> bool:
        """Add or change a spectator; False if `most` others watch already."""
        return bool(await self._database.rows(_WATCH, game, *player, often, most))

    async def remove(self, game: int, player: int) -> bool:
        """Remove a spectator; False if they did not watch."""
        remove = "DELETE FROM watchers WHERE game = ? AND player = ? RETURNING game"
        return bool(await self._database.rows(remove, game, player))


# ---- servers


@dataclass(frozen=True)
class ServerSettings:
    """A server's settings, with their defaults.

    `channels` are the ids of the channels to play in, none for all of them; `daily` those that get a puzzle every
    day. `game` is the id of the default game, "" for none; `fights` is the form of dice in games without fights
    of their own, "" for peace. `theme` is the name of one of `renderer.THEMES`, "" for the one that suits each game's
    sides. Members with the role `challengers` may make challenges, 0 for all. `abandoned_days` is 0 for never.
    Boards show the first player below, or with `mover_below` the player to move; the channels `turned` differ from
    that. With `shrink` a board becomes a line once there is a newer one. With `watched` anyone who has the link can
    watch games of channels that all members see.
    """

    channels: frozenset[int] = frozenset()
    daily: frozenset[int] = frozenset()
    game: str = ""
    fights: str = ""
    time: str = "3d/move soft"
    rated: bool = True
    threaded: bool = False
    player_rolls: bool = False
    theme: str = ""
    mover_below: bool = False
    turned: frozenset[int] = frozenset()
    shrink: bool = True
    challengers: int = 0
    abandoned_days: int = 28
    watched: bool = False


Value = str | int | bool | frozenset[int]


class Moderated(NamedTuple):
    """A moderator's deed (0: a forgotten moderator) at a time (UTC ms), as a text that follows a name."""

    at: int
    moderator: int
    deed: str


_LOGGED = "SELECT at, player, deed FROM moderations WHERE guild = ? ORDER BY number DESC LIMIT ?"


class ServerStore(Store):
    def __init__(self, database: Database) -> None:
        super().__init__(database)
        self._known: dict[int | None, ServerSettings] = {None: ServerSettings()}

    async def settings(self, guild: int | None) -> ServerSettings:
        """A server's settings; values that can't be read count as not chosen."""
        if guild not in self._known:
            read: dict[str, Any] = {}
            rows = await self._database.rows("SELECT name, value FROM server_settings WHERE guild = ?", guild)
            for name, text in rows:
                with suppress(ValueError):
                    value = json.loads(text)
                    value = frozenset(value) if isinstance(value, list) else value
                    if type(value) is type(getattr(ServerSettings, name, None)):
                        read[name] = value
            self._known[guild] = ServerSettings(**read)
        return self._known[guild]

    async def choose(self, guild: int, name: str, value: Value) -> None:
        """Let a field of ServerSettings have a value in a server, which has been judged before."""
        text = json.dumps(value, default=sorted)
        try:
            await self._database.rows("INSERT OR REPLACE INTO server_settings VALUES (?, ?, ?)", guild, name, text)
        finally:
            self.forget(guild)

    def forget(self, guild: int) -> None:
        """Read again what holds in a server."""
        self._known.pop(guild, None)

    async def log(self, guild: int, moderator: int, deed: str, now: int) -> None:
        note = "INSERT INTO moderations (guild, at, player, deed) VALUES (?, ?, ?, ?)"
        await self._database.rows(note, guild, now, moderator, deed)

    async def logged(self, guild: int, most: int) -> list[Moderated]:
        """The moderators' log of a server, the newest first, up to `most`."""
        return await self._database.fetch(_LOGGED, Moderated, guild, most)
