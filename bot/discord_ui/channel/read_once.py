"""What was said in channels, each read once for all the games that are looked after there."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from datetime import datetime

import discord
from discord.utils import time_snowflake

from bot.store import StoredGame

LOOKED_AT = 2000
"""How many messages since an attack are looked through for its first answer."""

History = Callable[[StoredGame, datetime, discord.Message | None], AsyncIterator[discord.Message]]
"""What was said in the channel of a game since a time, and before a message if there is one; the oldest first."""


class ReadOnce:
    """A history that asks for what was said in a channel once; later games find their part in what was said."""

    def __init__(self, history: History) -> None:
        self._history = history
        self._read: dict[int, tuple[datetime, list[discord.Message]]] = {}

    async def __call__(
        self, game: StoredGame, begin: datetime, before: discord.Message | None
    ) -> AsyncIterator[discord.Message]:
        """What was said since `begin`; what one reading does not hold is asked for."""
        if game.channel not in self._read:
            self._read[game.channel] = begin, [each async for each in self._history(game, begin, before)]
        since, said = self._read[game.channel]
        if since <= begin:
            for each in said:
                if each.id > time_snowflake(begin):
                    yield each
        if begin < since or (begin > since and len(said) >= LOOKED_AT):
            async for each in self._history(game, begin, before):
                yield each
