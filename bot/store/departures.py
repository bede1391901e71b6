"""Servers that the bot is in no longer: since when, and all that is held about them deleted in the end."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from bot.store.database import Database, Run
from bot.store.deadlines import Deadline, DeadlineStore, claim, put
from bot.store.deletions import GAME, SERVER
from bot.store.privacy import SCRUB

FORGET = "forget"
"""The kind of deadline about servers whose grace is over."""
GAMES_AT_ONCE, ROLLS_AT_ONCE = 20, 1000
"""How many games, or shared rolls, at most are deleted in one transaction."""

_KNOWN = (
    "WITH RECURSIVE known AS (SELECT min(guild) AS guild FROM games"
    " UNION ALL SELECT (SELECT min(guild) FROM games WHERE games.guild > known.guild) FROM known"
    " WHERE known.guild IS NOT NULL)"
    " SELECT guild FROM known WHERE guild IS NOT NULL"
    " UNION SELECT guild FROM server_settings UNION SELECT guild FROM streams WHERE guild > 0"
)
"""The servers that something is held about, each found by the one before it."""
_LAST_SKILL = (
    "INSERT INTO skills (formula, guild, family, player, outcome, mu, sigma, games, merit)"
    " SELECT formula, guild, family, player, outcome, mu, sigma, games, mu - 2 * sigma + 1000 * (games >= 10)"
    " FROM ratings AS last WHERE formula = ? AND guild = ? AND family = ? AND player = ?"
    " AND outcome > coalesce((SELECT r.outcome FROM resets r WHERE r.guild = last.guild AND r.family = last.family), 0)"
    " ORDER BY outcome DESC LIMIT 1 ON CONFLICT DO UPDATE SET outcome = excluded.outcome, mu = excluded.mu,"
    " sigma = excluded.sigma, games = excluded.games, merit = excluded.merit"
)
"""What lets a player's skill be the one after the last rated game that is left."""
OF_GAME: Sequence[str] = (
    "DELETE FROM notes WHERE game = ?",
    "DELETE FROM watchers WHERE game = ?",
    "DELETE FROM conditions WHERE game = ?",
    "DELETE FROM explorations WHERE game = ?",
    "DELETE FROM nudges WHERE game = ?",
    "DELETE FROM silences WHERE game = ?",
    "DELETE FROM owed WHERE game = ?",
    "DELETE FROM takeovers WHERE game = ?",
    "DELETE FROM predecessors WHERE game = ?",
    "DELETE FROM deadlines WHERE game = ? AND game > 0",
    "DELETE FROM guests WHERE game = ?",
    "DELETE FROM words WHERE game = ?",
    "DELETE FROM seats WHERE game = ?",
    "DELETE FROM secrets WHERE game = ?",
    "DELETE FROM skills WHERE outcome = (SELECT number FROM outcomes WHERE game = ?)",
    "DELETE FROM ratings WHERE outcome = (SELECT number FROM outcomes WHERE game = ?)",
    "DELETE FROM placings WHERE game = ?",
    "DELETE FROM outcomes WHERE game = ?",
    "DELETE FROM events WHERE game = ?",
    "DELETE FROM games WHERE number = ?",
)
"""What deletes a game and all about it, in this order."""
ROLLS: Sequence[str] = tuple(
    f"DELETE FROM {table} WHERE stream = ?1 AND number IN"  # noqa: S608 - constants
    " (SELECT number FROM rolls WHERE stream = ?1 ORDER BY number LIMIT ?2) RETURNING 1"
    for table in ("unshown", "rolls")
)
"""What deletes the first rolls of a stream of shared dice, so many, in this order."""
OF_STREAM: Sequence[str] = ("DELETE FROM stream_secrets WHERE stream = ?", "DELETE FROM streams WHERE number = ?")
"""What deletes a stream without rolls, in this order."""
OF_SERVER: Sequence[str] = (
    "DELETE FROM losses WHERE guild = ?",
    "DELETE FROM skills WHERE guild = ?",
    "DELETE FROM names WHERE guild = ?",
    "DELETE FROM absentees WHERE guild = ?",
    "DELETE FROM losses WHERE guild = ?",
    "DELETE FROM daily_puzzles WHERE guild = ?",
    "DELETE FROM server_settings WHERE guild = ?",
    "DELETE FROM moderations WHERE guild = ?",
    "DELETE FROM departed WHERE guild = ?",
)
"""What deletes the rest of what is held about a server, in this order."""
STATEMENTS: Sequence[tuple[str, str]] = (
    *(("departures.OF_GAME", text) for text in OF_GAME),
    *(("departures.ROLLS", text) for text in ROLLS),
    *(("departures.OF_STREAM", text) for text in OF_STREAM),
    *(("departures.OF_SERVER", text) for text in OF_SERVER),
)
"""The statements that are run one after the other, with their places."""


class Moderated(NamedTuple):
    """What a moderator (0: one who has been forgotten) did at a time (UTC ms), as a text that follows a name."""

    at: int
    moderator: int
    deed: str


class DepartureStore:
    """What is read from and written to the store about servers that the bot has left."""

    def __init__(self, database: Database, deadlines: DeadlineStore) -> None:
        self._database = database
        self._deadlines = deadlines

    async def known(self) -> list[int]:
        """The servers that something is held about."""
        return [int(row[0]) for row in await self._database.rows(_KNOWN)]

    async def departed(self) -> Mapping[int, int]:
        """The servers that the bot is in no longer, with since when (UTC ms)."""
        return {
            int(guild): int(since) for guild, since in await self._database.rows("SELECT guild, since FROM departed")
        }

    async def leave(self, guilds: Sequence[int], now: int) -> None:
        """Note that the bot is in some servers no longer, unless that is noted already."""
        async with self._database.transaction() as run:
            for guild in guilds:
                await run("INSERT OR IGNORE INTO departed (guild, since) VALUES (?, ?)", guild, now)

    async def come_back(self, guild: int) -> None:
        """Note that the bot is in a server again."""
        await self._database.rows("DELETE FROM departed WHERE guild = ?", guild)

    async def running(self, guild: int) -> list[int]:
        """The running games of a server with clocks."""
        rows = await self._database.rows(
            "SELECT number FROM games WHERE guild = ? AND stage = 'playing' AND time <> 'none'", guild
        )
        return [int(row[0]) for row in rows]

    async def plan(self, due: int | None) -> None:
        """Look at the servers that were left at a time (UTC ms), or never."""
        async with self._database.transaction() as run:
            await run("DELETE FROM deadlines WHERE kind = ? AND game = 0 AND player = 0", FORGET)
            await put(run, [] if due is None else [Deadline(FORGET, 0, 0, due)])
        self._deadlines.written()

    async def forget(self, deadline: Deadline, guild: int, elsewhere: tuple[str, str, str], now: int) -> list[int]:
        """Delete some games of a server that was left, and with the last of them all else; the rest is due at once.

        `elsewhere` is the name of a preference, and from and before which values it is about this server. The numbers
        of the games deleted; nothing is done where the bot has come back, or another has claimed the deadline.
        """
        gone: list[int] = []
        async with self._database.transaction() as run:
            left = await run("SELECT 1 FROM departed WHERE guild = ?", guild)
            if left and await claim(run, deadline):
                await run("DELETE FROM resets WHERE guild = ?", guild)
                games = await run("SELECT number FROM games WHERE guild = ? LIMIT ?", guild, GAMES_AT_ONCE)
                gone = [int(row[0]) for row in games]
                for game in gone:
                    await _delete(run, game)
                if not gone and not await _delete_rolls(run, guild):
                    await self._database.deleting(SERVER, guild, now)
                    await _finish(run, guild, elsewhere)
                    await put(run, [Deadline(SCRUB, 0, 0, now)])
                await put(run, [Deadline(FORGET, 0, 0, now)])
        self._deadlines.written()
        return gone

    async def log(self, guild: int, moderator: int, deed: str, now: int) -> None:
        """Write what a moderator of a server has done."""
        await self._database.rows(
            "INSERT INTO moderations (guild, at, player, deed) VALUES (?, ?, ?, ?)", guild, now, moderator, deed
        )

    async def logged(self, guild: int, most: int) -> list[Moderated]:
        """What the moderators of a server have done, the newest first, so many at most."""
        rows = await self._database.rows(
            "SELECT at, player, deed FROM moderations WHERE guild = ? ORDER BY number DESC LIMIT ?", guild, most
        )
        return [Moderated(*row) for row in rows]

    async def delete(self, game: int, now: int) -> None:
        """Delete one game and all about it; the file is to be written anew at a time (UTC ms)."""
        await self._database.deleting(GAME, game, now)
        async with self._database.transaction() as run:
            await run("INSERT INTO deleting (game) VALUES (?)", game)
            rated = await run(
                "SELECT formula, outcomes.guild, outcomes.family, player FROM outcomes"
                " JOIN ratings ON outcome = number WHERE game = ? AND player > 0",
                game,
            )
            await _delete(run, game)
            for row in rated:
                await run(_LAST_SKILL, *row)
            await run("DELETE FROM deleting WHERE game = ?", game)
            await put(run, [Deadline(SCRUB, 0, 0, now)])
        self._deadlines.written()


async def _delete(run: Run, game: int) -> None:
    """Delete a game, all about it, and the messages that reminded of nothing else."""
    notices = await run("DELETE FROM reminders WHERE game = ? RETURNING notice", game)
    for (notice,) in notices:
        await run(
            "DELETE FROM notices WHERE number = ?1 AND NOT EXISTS (SELECT 1 FROM reminders WHERE notice = ?1)", notice
        )
    for statement in OF_GAME:
        await run(statement, game)


async def _delete_rolls(run: Run, guild: int) -> bool:
    """Delete some of the shared rolls of a server, and a stream with its last; False if it has no stream."""
    streams = await run("SELECT number FROM streams WHERE guild = ? AND guild > 0 LIMIT 1", guild)
    for (stream,) in streams:
        rolls = [len(await run(statement, stream, ROLLS_AT_ONCE)) for statement in ROLLS]
        for statement in OF_STREAM if rolls[-1] < ROLLS_AT_ONCE else ():
            await run(statement, stream)
    return bool(streams)


async def _finish(run: Run, guild: int, elsewhere: tuple[str, str, str]) -> None:
    """Delete what is held about a server apart from games and dice."""
    await run("DELETE FROM preferences WHERE name = ? AND value >= ? AND value < ?", *elsewhere)
    for statement in OF_SERVER:
        await run(statement, guild)
