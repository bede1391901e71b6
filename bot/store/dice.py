"""Shared dice in the store: a committed stream of rolls for each channel, and its secret."""

import sqlite3
from typing import NamedTuple, Self

from bot.store.database import Run, Store
from bot.store.games import Player
from bot.store.ledger import Repeated
from bot.store.outbox import Letter, post
from engine.dice.commitment import commitment


class Stream(NamedTuple):
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
"""Time the command itself has to show a roll before the outbox does (ms)."""
_STREAMS = "SELECT number, channel, commitment, secret FROM streams JOIN stream_secrets ON stream = number"
_OPEN = f"{_STREAMS} WHERE channel = ? AND revealed IS NULL"
_BEGIN = "INSERT INTO streams (channel, guild, commitment, opened) VALUES (?, ?, ?, ?) RETURNING number"
_END = "UPDATE streams SET revealed = ? WHERE number = ? AND revealed IS NULL RETURNING guild"
_ROLLS = "SELECT number, at, player, name, request, hidden FROM rolls WHERE stream = ? ORDER BY number"
_ADD = """
    INSERT INTO rolls (stream, number, at, player, name, request, hidden, cause)
    SELECT ?1, 1 + coalesce(max(number), -1), ?2, ?3, ?4, ?5, ?6, ?7 FROM rolls WHERE stream = ?1 RETURNING number
"""


class SharedDiceStore(Store):
    async def open_stream(self, channel: int, guild: int, secret: bytes, now: int) -> Stream:
        """The open stream of a channel of a server (0: not known), begun with this secret where there is none."""
        async with self._database.transaction() as run:
            return await _open(run, channel, guild, secret, now)

    async def reveal(self, stream: Stream, secret: bytes, now: int, token: str = "") -> bool:
        """End a stream and open the channel's next with this secret; False if it was ended before.

        With it goes the letter that publishes the secret of the first.
        """
        async with self._database.transaction() as run:
            ended = await run(_END, now, stream.number)
            for (guild,) in ended:
                await _begin(run, stream.channel, guild, secret, now)
                await post(run, Letter(SECRET, str(stream.number), now, now + GRACE, guild=guild, payload=token))
        return bool(ended)

    async def of(self, number: int) -> Stream | None:
        return await self._database.fetch_one(f"{_STREAMS} WHERE number = ?", Stream, number)

    async def add(
        self, channel: int, guild: int, secret: bytes, roll: SharedRoll, cause: int, token: str = ""
    ) -> tuple[Stream, SharedRoll]:
        """Commit a roll under the next number of a channel's open stream, as by `open_stream`, and number it.

        With it goes the letter that shows it, unless it is hidden. Raises Repeated if the cause has rolled already.
        """
        async with self._database.transaction() as run:
            stream = await _open(run, channel, guild, secret, roll.at)
            values = stream.number, roll.at, *roll.player, roll.request, roll.hidden, cause
            try:
                ((number,),) = await run(_ADD, *values)
            except sqlite3.IntegrityError as problem:
                if problem.sqlite_errorcode != sqlite3.SQLITE_CONSTRAINT_UNIQUE:
                    raise
                raise Repeated from problem
            if not roll.hidden:
                key = f"{stream.number}:{number}"
                await post(run, Letter(ROLL, key, roll.at, roll.at + GRACE, player=roll.player.id, payload=token))
        return stream, roll._replace(number=number)

    async def rolls(self, stream: Stream) -> list[SharedRoll]:
        return await self._database.fetch(_ROLLS, SharedRoll.of, stream.number)


async def _open(run: Run, channel: int, guild: int, secret: bytes, now: int) -> Stream:
    found = await run(_OPEN, channel)
    if not found:
        await _begin(run, channel, guild, secret, now)
        found = await run(_OPEN, channel)
    elif guild:
        await run("UPDATE streams SET guild = ? WHERE number = ? AND guild = 0", guild, found[0][0])
    return Stream(*found[0])


async def _begin(run: Run, channel: int, guild: int, secret: bytes, now: int) -> None:
    ((number,),) = await run(_BEGIN, channel, guild, commitment(secret), now)
    await run("INSERT INTO stream_secrets (stream, secret) VALUES (?, ?)", number, secret)
