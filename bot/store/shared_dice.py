"""Shared dice in the store: a committed stream of rolls for each channel, and its secret."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from typing import Any, NamedTuple

from bot.store.damage import Aside
from bot.store.database import Run, Store
from bot.store.ledger import Repeated
from bot.store.people import Player


class Stream(NamedTuple):
    """A channel's stream of rolls; `revealed` is when its secret came out (UTC ms), None while it is open."""

    number: int
    channel: int
    commitment: str
    opened: int
    revealed: int | None


class SharedRoll(NamedTuple):
    """A roll of a stream: its number from 0, when (UTC ms), who asked for what, and whether only they saw it."""

    number: int
    at: int
    player: Player
    request: str
    hidden: bool


_STREAMS = "SELECT number, channel, commitment, opened, revealed FROM streams"


class SharedDiceStore(Store):
    @property
    def aside(self) -> Aside:
        return self._database.aside

    async def open_stream(self, channel: int) -> Stream | None:
        row = await self._database.row(f"{_STREAMS} WHERE channel = ? AND revealed IS NULL", channel)
        return Stream(*row) if row else None

    async def belongs(self, stream: Stream, guild: int) -> None:
        """Note which server a stream's channel belongs to, so that its rolls go with the server."""
        await self._database.rows("UPDATE streams SET guild = ? WHERE number = ? AND guild = 0", guild, stream.number)

    async def begin(self, channel: int, guild: int, commitment: str, secret: bytes, now: int) -> None:
        """Open a stream for a channel of a server (0: not known), unless it has one."""
        async with self._database.transaction() as run:
            await self._begin(run, (channel, guild, commitment, now), secret)

    async def _begin(self, run: Run, stream: tuple[int, int, str, int], secret: bytes) -> None:
        rows = await run(
            "INSERT INTO streams (channel, guild, commitment, opened) VALUES (?, ?, ?, ?)"
            " ON CONFLICT DO NOTHING RETURNING number",
            *stream,
        )
        for row in rows:
            await run("INSERT INTO stream_secrets (stream, secret) VALUES (?, ?)", row[0], secret)

    async def reveal(self, stream: Stream, commitment: str, secret: bytes, now: int) -> bool:
        """End a stream and open the channel's next with this commitment and secret; False if it was ended before."""
        async with self._database.transaction() as run:
            ended = await run(
                "UPDATE streams SET revealed = ? WHERE number = ? AND revealed IS NULL RETURNING guild",
                now,
                stream.number,
            )
            if ended:
                await self._begin(run, (stream.channel, int(ended[0][0]), commitment, now), secret)
        return bool(ended)

    async def unpublished(self, channel: int) -> Stream | None:
        """The stream of a channel that was ended last, if its secret has not been seen to arrive there."""
        row = await self._database.row(
            f"{_STREAMS} WHERE published IS NULL AND number = (SELECT number FROM streams"  # noqa: S608 - constant
            " WHERE channel = ? AND revealed IS NOT NULL ORDER BY number DESC LIMIT 1)",
            channel,
        )
        return Stream(*row) if row else None

    async def all_unpublished(self) -> list[Stream]:
        """The streams whose secrets have not been seen to arrive in their channels, in order."""
        rows = await self._database.rows(f"{_STREAMS} WHERE revealed IS NOT NULL AND published IS NULL ORDER BY number")
        return [Stream(*row) for row in rows]

    async def published(self, stream: Stream, now: int) -> None:
        """Note that the secret of a stream stands in its channel."""
        await self._database.rows("UPDATE streams SET published = ? WHERE number = ?", now, stream.number)

    async def secret(self, stream: Stream) -> bytes:
        row = await self._database.row("SELECT secret FROM stream_secrets WHERE stream = ?", stream.number)
        if row is None:
            raise LookupError(f"stream {stream.number} has no secret")
        return bytes(row[0])

    async def add(self, stream: Stream, roll: SharedRoll, cause: int) -> int | None:
        """Commit a roll under the stream's next number and return it; None if the stream has ended meanwhile.

        Raises Repeated if the cause has rolled already.
        """
        try:
            rows = await self._database.rows(
                "INSERT INTO rolls (stream, number, at, player, name, request, hidden, cause)"
                " SELECT number, 1 + coalesce((SELECT max(number) FROM rolls WHERE stream = streams.number), -1),"
                " ?, ?, ?, ?, ?, ?"
                " FROM streams WHERE number = ? AND revealed IS NULL RETURNING number",
                roll.at,
                roll.player.id,
                roll.player.name,
                roll.request,
                int(roll.hidden),
                cause,
                stream.number,
            )
        except sqlite3.IntegrityError as problem:
            if problem.sqlite_errorcode != sqlite3.SQLITE_CONSTRAINT_UNIQUE:
                raise
            raise Repeated from problem
        return int(rows[0][0]) if rows else None

    async def unshown(self) -> list[tuple[Stream, SharedRoll]]:
        """The rolls that their channels have still to be shown, with their streams, in order."""
        rows = await self._database.rows(
            "SELECT s.number, s.channel, s.commitment, s.opened, s.revealed, r.number, r.at, r.player, r.name,"
            " r.request, r.hidden FROM unshown u JOIN rolls r ON (r.stream, r.number) = (u.stream, u.number)"
            " JOIN streams s ON s.number = u.stream ORDER BY u.stream, u.number"
        )
        return [(Stream(*row[:5]), _shared(row[5:])) for row in rows]

    async def shown(self, stream: Stream, number: int) -> None:
        await self._database.rows("DELETE FROM unshown WHERE (stream, number) = (?, ?)", stream.number, number)

    async def rolls(self, stream: Stream) -> list[SharedRoll]:
        rows = await self._database.rows(
            "SELECT number, at, player, name, request, hidden FROM rolls WHERE stream = ? ORDER BY number",
            stream.number,
        )
        return [_shared(row) for row in rows]


def _shared(row: Sequence[Any]) -> SharedRoll:
    number, at, player, name, request, hidden = row
    return SharedRoll(number, at, Player(player, name), request, bool(hidden))
