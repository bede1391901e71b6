"""What players, spectators, and those who manage a server have chosen."""

from __future__ import annotations

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
        """The running games that await a move by somebody who has chosen so, their last event still to be shown."""
        return await self._database.fetch(_UNSHOWN, int, name, json.dumps(list(values)))


_WATCH = """
    INSERT INTO watchers (game, player, name, often) SELECT ?1, ?2, ?3, ?4
    WHERE (SELECT count(*) FROM watchers WHERE game = ?1 AND player <> ?2) < ?5
    ON CONFLICT (game, player) DO UPDATE SET name = excluded.name, often = excluded.often RETURNING 1
"""


class WatchingStore(Store):
    """The spectators who are to be pinged about a game, at its end or at each board."""

    async def add(self, game: int, player: Player, *, often: bool, most: int) -> bool:
        """Let somebody watch a game, or change how; False if `most` others watch it already."""
        return bool(await self._database.rows(_WATCH, game, *player, often, most))

    async def remove(self, game: int, player: int) -> bool:
        """Let somebody stop watching a game; False if they did not."""
        return bool(
            await self._database.rows("DELETE FROM watchers WHERE game = ? AND player = ? RETURNING game", game, player)
        )


# ---- servers


@dataclass(frozen=True)
class ServerSettings:
    """What holds in a server; the defaults are those of a server that has chosen nothing.

    `channels` are the ids of the channels to play in, none for all of them; `daily` those that are shown a puzzle every
    day. `game` is the id of the usual game, "" for none; `fights` is the form of dice in games that are peaceful by
    themselves, "" for peace. `theme` is the name of one of `renderer.THEMES`, "" for the one that suits each game's
    sides. Members with the role `challengers` may make challenges, 0 for everybody. `abandoned_days` is 0 for never.
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
    challengers: int = 0
    abandoned_days: int = 28


Value = str | int | bool | frozenset[int]


class Moderated(NamedTuple):
    """What a moderator (0: one who has been forgotten) did at a time (UTC ms), as a text that follows a name."""

    at: int
    moderator: int
    deed: str


_LOGGED = "SELECT at, player, deed FROM moderations WHERE guild = ? ORDER BY number DESC LIMIT ?"


class ServerStore(Store):
    def __init__(self, database: Database) -> None:
        super().__init__(database)
        self._known: dict[int | None, ServerSettings] = {None: ServerSettings()}

    async def settings(self, guild: int | None) -> ServerSettings:
        """What holds in a server, or where there is none; a value that cannot be read counts as not chosen."""
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
        await self._database.rows(
            "INSERT INTO moderations (guild, at, player, deed) VALUES (?, ?, ?, ?)", guild, now, moderator, deed
        )

    async def logged(self, guild: int, most: int) -> list[Moderated]:
        """What the moderators of a server have done, the newest first, so many at most."""
        return await self._database.fetch(_LOGGED, Moderated, guild, most)
