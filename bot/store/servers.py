"""Servers: where and how games are played there, as those who manage them have chosen, and what these have done."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any, NamedTuple

from bot.store.database import Database, Store


@dataclass(frozen=True)
class ServerSettings:
    """What holds in a server; the defaults are those of a server that has chosen nothing.

    `channels` are the ids of the channels to play in, none for all of them; `daily` those of the channels
    that are shown a puzzle every day;
    `game` is the id of the game that `/play` begins with, "" for none; `fights` is the form of dice in games
    that are peaceful by themselves, "" for peace;
    `player_rolls` is whether a player rolls the dice of fights where a challenge does not say;
    `time` is a time control; `rated` and `threaded` hold where a player says nothing else, and so does
    `theme`, the name of one of `renderer.THEMES`, "" for the one that suits each game's sides. Members with the role
    `challengers` may make challenges, 0 for everybody. An untimed game counts as abandoned after `abandoned_days`
    without a move; 0 for never.
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


class Moderated(NamedTuple):
    """What a moderator (0: one who has been forgotten) did at a time (UTC ms), as a text that follows a name."""

    at: int
    moderator: int
    deed: str


Value = str | int | bool | frozenset[int]
_LOGGED = "SELECT at, player, deed FROM moderations WHERE guild = ? ORDER BY number DESC LIMIT ?"


class ServerStore(Store):
    def __init__(self, database: Database) -> None:
        super().__init__(database)
        self._known: dict[int, ServerSettings] = {}

    async def settings(self, guild: int | None) -> ServerSettings:
        """What holds in a server, or where there is none; a value that cannot be read counts as not chosen."""
        if guild is None:
            return ServerSettings()
        if guild not in self._known:
            rows = await self._database.rows("SELECT name, value FROM server_settings WHERE guild = ?", guild)
            read: dict[str, Any] = {name: _value(getattr(ServerSettings, name, None), text) for name, text in rows}
            self._known[guild] = ServerSettings(**{name: value for name, value in read.items() if value is not None})
        return self._known[guild]

    async def choose(self, guild: int, name: str, value: Value) -> None:
        """Let a field of ServerSettings have a value in a server, which has been judged before."""
        text = json.dumps(value, default=sorted)
        try:
            await self._database.rows(
                "INSERT OR REPLACE INTO server_settings (guild, name, value) VALUES (?, ?, ?)", guild, name, text
            )
        finally:
            self.forget(guild)

    def forget(self, guild: int) -> None:
        """Drop what is remembered of a server, so that it is read again."""
        self._known.pop(guild, None)

    async def log(self, guild: int, moderator: int, deed: str, now: int) -> None:
        await self._database.rows(
            "INSERT INTO moderations (guild, at, player, deed) VALUES (?, ?, ?, ?)", guild, now, moderator, deed
        )

    async def logged(self, guild: int, most: int) -> list[Moderated]:
        """What the moderators of a server have done, the newest first, so many at most."""
        return await self._database.fetch(_LOGGED, Moderated, guild, most)


def _value(usual: object, text: str) -> object:
    """The value of a text for a field with this default; None for a text that says nothing."""
    try:
        value = json.loads(text)
    except ValueError:
        return None
    value = frozenset(value) if isinstance(value, list) else value
    return value if type(value) is type(usual) else None
