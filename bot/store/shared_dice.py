"""Shared dice in the store: a committed stream of rolls for each channel, and its secret."""

from __future__ import annotations

import sqlite3
from typing import NamedTuple, Self

from bot.store.database import Run, Store
from bot.store.games import Player
from bot.store.ledger import Repeated
from bot.store.outbox import Letter, post
from engine.dice.commitment import commitment


class Stream(NamedTuple):
    """A channel's stream of rolls."""

    number: int
    channel: int
    commitment: str
    secret: bytes


class SharedRoll(NamedTuple):
    """A roll of a stream: its number from 0, when (UTC ms), who asked for what, and whether only they saw it."""

    number: int
    at: int
    player: Player
    request: str
    hidden: bool

    @classmethod
    def of(cls, number: int, at: int, player: int, name: str, request: str, hidden: int) -> Self:
        return cls(number, at, Player(player, name), request, bool(hidden))


ROLL, SECRET = "roll", "secret"
"""The kinds of letter about a roll, by its stream and number, and about the secret of a stream that has ended.

The payload is the token of the interaction to be answered, or "" for a message in the channel.
"""
GRACE = 60_000
"""How long the command itself has to show what it has done before the outbox does (ms)."""
_STREAMS = "SELECT number, channel, commitment, secret FROM streams JOIN stream_secrets ON stream = number"
_OPEN = f"{_STREAMS} WHERE channel = ? AND revealed IS NULL"
_BEGIN = "INSERT INTO streams (channel, guild, commitment, opened) VALUES (?, ?, ?, ?) RETURNING number"
_BELONGS = "UPDATE streams SET guild = ? WHERE number = ? AND guild = 0"
_END = "UPDATE streams SET revealed = ? WHERE number = ? AND revealed IS NULL RETURNING guild"
_UNPUBLISHED = f"""
    {_STREAMS} WHERE number = (SELECT number FROM streams WHERE channel = ? AND revealed IS NOT NULL
        ORDER BY number DESC LIMIT 1)
    AND EXISTS (SELECT 1 FROM outbox WHERE kind = '{SECRET}' AND key = streams.number AND sent IS NULL)
"""
_ROLLS = "SELECT number, at, player, name, request, hidden FROM rolls WHERE stream = ? ORDER BY number"
_ADD = """
    INSERT INTO rolls (stream, number, at, player, name, request, hidden, cause)
    SELECT number, 1 + coalesce((SELECT max(number) FROM rolls WHERE stream = streams.number), -1), ?, ?, ?, ?, ?, ?
    FROM streams WHERE number = ? AND revealed IS NULL RETURNING number
"""


class SharedDiceStore(Store):
    async def open_stream(self, channel: int, guild: int, secret: bytes, now: int) -> Stream:
        """The open stream of a channel of a server (0: not known), begun with this secret where there is none."""
        async with self._database.transaction() as run:
            found = await run(_OPEN, channel)
            if not found:
                await self._begin(run, channel, guild, secret, now)
                found = await run(_OPEN, channel)
            elif guild:
                await run(_BELONGS, guild, found[0][0])
        return Stream(*found[0])

    async def _begin(self, run: Run, channel: int, guild: int, secret: bytes, now: int) -> None:
        ((number,),) = await run(_BEGIN, channel, guild, commitment(secret), now)
        await run("INSERT INTO stream_secrets (stream, secret) VALUES (?, ?)", number, secret)

    async def reveal(self, stream: Stream, secret: bytes, now: int, token: str = "") -> bool:
        """End a stream and open the channel's next with this secret; False if it was ended before.

        With it goes the letter that publishes the secret of the first.
        """
        async with self._database.transaction() as run:
            ended = await run(_END, now, stream.number)
            for (guild,) in ended:
                await self._begin(run, stream.channel, guild, secret, now)
                await post(run, Letter(SECRET, str(stream.number), now, now + GRACE, guild=guild, payload=token))
        return bool(ended)

    async def unpublished(self, channel: int) -> Stream | None:
        """The stream of a channel that was ended last, if its secret has not been seen to arrive there."""
        return await self._database.fetch_one(_UNPUBLISHED, Stream, channel)

    async def of(self, number: int) -> Stream | None:
        return await self._database.fetch_one(f"{_STREAMS} WHERE number = ?", Stream, number)

    async def add(self, stream: Stream, roll: SharedRoll, cause: int, token: str = "") -> int | None:
        """Commit a roll under the stream's next number and return it; None if the stream has ended meanwhile.

        With it goes the letter that shows it, unless it is hidden. Raises Repeated if the cause has rolled already.
        """
        values = roll.at, *roll.player, roll.request, roll.hidden, cause
        async with self._database.transaction() as run:
            try:
                rows = await run(_ADD, *values, stream.number)
            except sqlite3.IntegrityError as problem:
                if problem.sqlite_errorcode != sqlite3.SQLITE_CONSTRAINT_UNIQUE:
                    raise
                raise Repeated from problem
            for (number,) in rows:
                if not roll.hidden:
                    key = f"{stream.number}:{number}"
                    await post(run, Letter(ROLL, key, roll.at, roll.at + GRACE, player=roll.player.id, payload=token))
        return int(rows[0][0]) if rows else None

    async def shown(self, kind: str, key: str, now: int) -> None:
        await self._database.rows("UPDATE outbox SET sent = ? WHERE kind = ? AND key = ?", now, kind, key)

    async def rolls(self, stream: Stream) -> list[SharedRoll]:
        return await self._database.fetch(_ROLLS, SharedRoll.of, stream.number)
