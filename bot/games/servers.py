"""Servers: where and how games are played there, as those who manage them have chosen."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any

from bot.store import ServerStore

ON, OFF = "on", "off"


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


Value = str | int | bool | frozenset[int]


class Servers:
    def __init__(self, store: ServerStore) -> None:
        self._store = store
        self._known: dict[int, ServerSettings] = {}

    async def settings(self, guild: int | None) -> ServerSettings:
        """What holds in a server, or where there is none; a value that cannot be read counts as not chosen."""
        if guild in self._known:
            return self._known[guild]
        texts, found = {} if guild is None else await self._store.of(guild), dict[str, Any]()
        for field in fields(ServerSettings):
            value = _value(field.default, texts[field.name]) if field.name in texts else None
            if value is not None:
                found[field.name] = value
        settings = ServerSettings(**found)
        if guild is not None:
            self._known[guild] = settings
        return settings

    async def choose(self, guild: int, name: str, value: Value) -> None:
        """Let a field of ServerSettings have a value in a server, which has been judged before."""
        try:
            await self._store.choose(guild, name, _written(value))
        finally:
            self.forget(guild)

    def forget(self, guild: int) -> None:
        """Drop what is remembered of a server, so that it is read again."""
        self._known.pop(guild, None)


def _written(value: Value) -> str:
    if isinstance(value, bool):
        return ON if value else OFF
    return " ".join(map(str, sorted(value))) if isinstance(value, frozenset) else str(value)


def _value(usual: object, text: str) -> Value | None:
    """The value of a text for a field with this default; None for a text that says nothing."""
    match usual:
        case bool():
            return {ON: True, OFF: False}.get(text)
        case int():
            return int(text) if _is_number(text) else None
        case frozenset():
            return frozenset(int(word) for word in text.split() if _is_number(word))
        case _:
            return text


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdecimal() and len(text) < 20
