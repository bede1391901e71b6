"""The browsers in which people have signed in, and the links to sign in or to watch a game."""

from __future__ import annotations

from typing import NamedTuple

from bot.store.database import Store
from bot.store.games import Player


class Browser(NamedTuple):
    """A browser, or a link that signs one in: known by the hash of its secret until a time (UTC ms).

    A link leads to a `game`, 0 for none; `entered` is when it signed a browser in, None before.
    """

    secret: str
    player: Player
    game: int
    entered: int | None
    until: int

    @classmethod
    def of(cls, secret: str, player: int, name: str, game: int, entered: int | None, until: int) -> Browser:
        return cls(secret, Player(player, name), game, entered, until)


_ENTER = """
    UPDATE browsers SET secret = ?2, entered = ?3, until = ?4
    WHERE secret = ?1 AND entered IS NULL AND until > ?3 RETURNING *
"""
_WATCH = "INSERT INTO watched (game, key) VALUES (?, ?) ON CONFLICT (game) DO UPDATE SET key = key RETURNING key"


class BrowserStore(Store):
    async def invite(self, link: Browser) -> None:
        insert = "INSERT INTO browsers VALUES (?, ?, ?, ?, ?, ?)"
        await self._database.rows(insert, link.secret, *link.player, *link[2:])

    async def clear(self, now: int) -> None:
        """Delete the links and browsers that count no longer."""
        await self._database.rows("DELETE FROM browsers WHERE until <= ?", now)

    async def find(self, secret: str, now: int) -> Browser | None:
        found = "SELECT * FROM browsers WHERE secret = ? AND until > ?"
        return await self._database.fetch_one(found, Browser.of, secret, now)

    async def enter(self, link: str, cookie: str, now: int, until: int) -> Browser | None:
        """Make a browser of a link, which is spent; None if it was before."""
        return await self._database.fetch_one(_ENTER, Browser.of, link, cookie, now, until)

    async def leave(self, cookie: str) -> None:
        await self._database.rows("DELETE FROM browsers WHERE secret = ?", cookie)

    async def end(self, player: int) -> None:
        await self._database.rows("DELETE FROM browsers WHERE player = ?", player)

    # ---- watching

    async def watch(self, game: int, key: str) -> str:
        """The key of a game, this one if it has none yet."""
        return await self._database.fetch_one(_WATCH, str, game, key) or key

    async def watched(self, key: str) -> int | None:
        return await self._database.fetch_one("SELECT game FROM watched WHERE key = ?", int, key)

    async def watched_channels(self, guild: int) -> list[int]:
        """The channels of a server with games that have keys."""
        watched = "SELECT DISTINCT channel FROM games JOIN watched ON game = number WHERE guild = ?"
        return await self._database.fetch(watched, int, guild)

    async def unwatch(self, guild: int, channel: int | None = None) -> bool:
        """Forget the keys of a server's games, or of those in a channel; True if there were any."""
        games = "SELECT number FROM games WHERE guild = ? AND channel = coalesce(?, channel)"
        forget = f"DELETE FROM watched WHERE game IN ({games}) RETURNING game"
        return bool(await self._database.rows(forget, guild, channel))
