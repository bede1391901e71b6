"""Servers that the bot is in no longer: since when, and all that is held about them deleted in the end."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import NamedTuple

from bot.store.database import Run, Store
from bot.store.deadlines import Deadline, put
from bot.store.deletions import GAME, SERVER
from bot.store.privacy import SCRUB

GAMES_AT_ONCE = 20
"""How many games are deleted in one transaction at most."""
OF_SERVER = tuple(
    f"DELETE FROM {table} WHERE guild = ?"
    for table in (
        "streams", "outbox", "skills", "names", "absentees", "resets", "server_settings",
        "moderations", "departed",
    )
)  # fmt: skip
"""Delete what is held about a server apart from its games, with all that refers to it."""

_KNOWN = (
    "SELECT guild FROM games UNION SELECT guild FROM server_settings UNION SELECT guild FROM streams WHERE guild > 0"
)
_LOGGED = "SELECT at, player, deed FROM moderations WHERE guild = ? ORDER BY number DESC LIMIT ?"
_SOME = "SELECT number FROM games WHERE guild = ? LIMIT ?"
_FORGET_PLACES = "DELETE FROM preferences WHERE name = ? AND value >= ? AND value < ?"
_RATED = """
    SELECT formula, outcomes.guild, outcomes.family, player FROM outcomes
    JOIN ratings ON outcome = number WHERE game = ? AND player > 0
"""
_LAST_SKILL = """
    INSERT INTO skills (formula, guild, family, player, outcome, mu, sigma, games, merit)
    SELECT formula, guild, family, player, outcome, mu, sigma, games, mu - 2 * sigma + 1000 * (games >= 10)
    FROM ratings AS last WHERE formula = ? AND guild = ? AND family = ? AND player = ?
    AND outcome > coalesce((SELECT r.outcome FROM resets r WHERE r.guild = last.guild AND r.family = last.family), 0)
    ORDER BY outcome DESC LIMIT 1 ON CONFLICT DO UPDATE SET outcome = excluded.outcome, mu = excluded.mu,
    sigma = excluded.sigma, games = excluded.games, merit = excluded.merit
"""
"""Let a player's skill be the one after the last rated game that is left."""


class Moderated(NamedTuple):
    """What a moderator (0: one who has been forgotten) did at a time (UTC ms), as a text that follows a name."""

    at: int
    moderator: int
    deed: str


class DepartureStore(Store):
    async def known(self) -> set[int]:
        """The servers that something is held about."""
        return set(await self._database.fetch(_KNOWN, int))

    async def departed(self) -> Mapping[int, int]:
        """The servers that the bot is in no longer, with since when (UTC ms)."""
        return dict(await self._database.rows("SELECT guild, since FROM departed"))

    async def leave(self, guilds: Collection[int], now: int) -> None:
        """Note that the bot is in some servers no longer, unless that is noted already."""
        async with self._database.transaction() as run:
            for guild in guilds:
                await run("INSERT OR IGNORE INTO departed (guild, since) VALUES (?, ?)", guild, now)

    async def come_back(self, guild: int) -> None:
        await self._database.rows("DELETE FROM departed WHERE guild = ?", guild)

    async def running(self, guild: int) -> list[int]:
        """The running games of a server with clocks."""
        return await self._database.fetch(
            "SELECT number FROM games WHERE guild = ? AND stage = 'playing' AND time <> 'none'", int, guild
        )

    async def away(self, game: int) -> bool:
        return bool(await self._database.rows("SELECT 1 FROM games JOIN departed USING (guild) WHERE number = ?", game))

    async def forget(self, guild: int, where: str, now: int) -> list[int]:
        """Delete all about a server that was left, a few games at once, and with the rest that it was left.

        `where` is the preference that may hold a channel of the server, as `server/channel`. The numbers of its games.
        """
        await self._database.deleting(SERVER, guild, now)
        gone: list[int] = []
        while games := await self._database.fetch(_SOME, int, guild, GAMES_AT_ONCE):
            async with self._database.transaction() as run:
                for game in games:
                    await _delete(run, game)
            gone += games
        async with self._database.transaction() as run:
            await run(_FORGET_PLACES, where, f"{guild}/", f"{guild}0")
            for statement in OF_SERVER:
                await run(statement, guild)
            await put(run, [Deadline(SCRUB, 0, 0, now)])
        return gone

    async def delete(self, game: int, now: int) -> None:
        """Delete one game and all about it; the file is to be written anew at a time (UTC ms)."""
        await self._database.deleting(GAME, game, now)
        async with self._database.transaction() as run:
            rated = await run(_RATED, game)
            await _delete(run, game)
            for row in rated:
                await run(_LAST_SKILL, *row)
            await put(run, [Deadline(SCRUB, 0, 0, now)])

    async def log(self, guild: int, moderator: int, deed: str, now: int) -> None:
        await self._database.rows(
            "INSERT INTO moderations (guild, at, player, deed) VALUES (?, ?, ?, ?)", guild, now, moderator, deed
        )

    async def logged(self, guild: int, most: int) -> list[Moderated]:
        """What the moderators of a server have done, the newest first, so many at most."""
        return await self._database.fetch(_LOGGED, Moderated, guild, most)


async def _delete(run: Run, game: int) -> None:
    await run("UPDATE games SET stage = 'deleted' WHERE number = ?", game)
    await run("DELETE FROM games WHERE number = ?", game)
