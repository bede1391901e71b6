"""What players have chosen for themselves, as texts by name."""

from __future__ import annotations

from collections.abc import Mapping

from bot.store.database import Database, Run


class Preferences:
    """What is read from and written to the store about the players' preferences."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def of(self, player: int) -> dict[str, str]:
        """All preferences of a player by their names."""
        rows = await self._database.rows("SELECT name, value FROM preferences WHERE player = ?", player)
        return {str(name): str(value) for name, value in rows}

    async def get(self, player: int, name: str) -> str | None:
        """One preference of a player, None where nothing was chosen."""
        return (await self.of(player)).get(name)

    async def set(self, player: int, name: str, value: str | None) -> None:
        """Write a preference, or with None forget it."""
        async with self._database.transaction() as run:
            await prefer(run, player, {name: value})


async def preferred(run: Run, player: int) -> dict[str, str]:
    """All preferences of a player, read inside a transaction."""
    return {
        str(name): str(value)
        for name, value in await run("SELECT name, value FROM preferences WHERE player = ?", player)
    }


async def prefer(run: Run, player: int, values: Mapping[str, str | None]) -> None:
    """Write preferences inside a transaction; None forgets one."""
    for name, value in values.items():
        if value is None:
            await run("DELETE FROM preferences WHERE player = ? AND name = ?", player, name)
        else:
            await run("INSERT OR REPLACE INTO preferences (player, name, value) VALUES (?, ?, ?)", player, name, value)
