"""Servers in the store: what their managers have chosen for them."""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping

from bot.store.database import Database


class ServerStore:
    """Named values by server; what was never chosen, or cannot be read, is not there."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def of(self, guild: int) -> Mapping[str, str]:
        """Everything that was chosen for a server."""
        rows: list[sqlite3.Row] = []
        with self._database.aside.reading(f"what was chosen for server {guild}"):
            rows = await self._database.rows("SELECT name, value FROM server_settings WHERE guild = ?", guild)
        return {str(name): str(value) for name, value in rows}

    async def choose(self, guild: int, name: str, value: str) -> None:
        """Write what was chosen for a server."""
        await self._database.rows(
            "INSERT OR REPLACE INTO server_settings (guild, name, value) VALUES (?, ?, ?)", guild, name, value
        )
