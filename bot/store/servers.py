"""Servers in the store: what their managers have chosen for them."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping

from bot.store.database import Database

REMEMBERED = 1024
"""What so many servers have chosen is remembered."""


class ServerStore:
    """Named values by server; what was never chosen, or cannot be read, is not there."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._known: OrderedDict[int, Mapping[str, str]] = OrderedDict()

    async def of(self, guild: int) -> Mapping[str, str]:
        """Everything that was chosen for a server."""
        if guild not in self._known:
            rows = await self._database.rows("SELECT name, value FROM server_settings WHERE guild = ?", guild)
            self._known[guild] = {str(name): str(value) for name, value in rows}
            while len(self._known) > REMEMBERED:
                self._known.popitem(last=False)
        return self._known.get(guild, {})

    async def choose(self, guild: int, name: str, value: str) -> None:
        """Write what was chosen for a server."""
        try:
            await self._database.rows(
                "INSERT OR REPLACE INTO server_settings (guild, name, value) VALUES (?, ?, ?)", guild, name, value
            )
        finally:
            self.forget(guild)

    def forget(self, guild: int) -> None:
        """Drop what is remembered of a server, so that it is read again."""
        self._known.pop(guild, None)
