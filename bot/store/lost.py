"""Lost games in the store: those whose channel is gone, what tells their players so, and where they go on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import NamedTuple

from bot.store.database import Store
from bot.store.deadlines import Deadline, put, renew
from bot.store.games import GAMES, StoredGame, game_of

LOST = "lost"
"""The kind of deadline at which players are told that their channels are gone."""
GATHER = 10_000
"""How long channels that are deleted one after the other are gathered before that (ms)."""
TOGETHER = 10
"""The games of which one message tells at most."""


class GamePlace(NamedTuple):
    """Where open and running games stand: the ids of a guild, of a channel, and of its parent for a game's thread."""

    guild: int
    channel: int
    parent: int | None


@dataclass(frozen=True)
class LossNotice:
    """A message about lost games of a guild: where it was tried, since when it may have arrived (UTC ms), if ever."""

    number: int
    guild: int
    place: int | None = None
    tried: int | None = None


@dataclass(frozen=True)
class Gone:
    """What the end of a channel did: the games that went on in the channel of their thread, and those that are lost."""

    fallen_back: tuple[int, ...]
    lost: tuple[int, ...]


class LostStore(Store):
    async def places(self) -> list[GamePlace]:
        """Where open and running games stand that are not known to be lost."""
        rows = await self._database.rows(
            "SELECT DISTINCT guild, channel, parent FROM games WHERE stage IN ('open', 'playing') AND lost IS NULL"
        )
        return [GamePlace(*row) for row in rows]

    async def gone(self, channel: int, now: int) -> Gone:
        """A channel or thread is gone: its games are lost, or go on around their thread; its challenges are void.

        Lost games have no deadlines; a deadline to tell their players of it is written instead, also for those who
        were told in this very channel. A second time changes nothing.
        """
        async with self._database.transaction() as run:
            back = await run(
                "UPDATE games SET channel = parent, parent = NULL, threaded = 0, message = NULL, worn = NULL,"
                " shown = -1, moved = moved + 1"
                " WHERE channel = ? AND stage = 'playing' AND parent IS NOT NULL AND lost IS NULL RETURNING number",
                channel,
            )
            lost = [
                *await run(
                    "UPDATE games SET lost = ?2, told = NULL, worn = NULL"
                    " WHERE (channel = ?1 OR parent = ?1) AND stage = 'playing' AND lost IS NULL RETURNING number",
                    channel,
                    now,
                ),
                *await run(
                    "UPDATE games SET stage = 'void', lost = ?2, told = NULL"
                    " WHERE channel = ?1 AND stage = 'open' RETURNING number",
                    channel,
                    now,
                ),
            ]
            for (number,) in lost:
                await renew(run, number, ())
            again = await run(
                "UPDATE games SET told = NULL WHERE lost IS NOT NULL AND stage = 'playing' AND told > 0"
                " AND told IN (SELECT number FROM losses WHERE place = ?) RETURNING number",
                channel,
            )
            if lost or again:
                await put(run, [Deadline(LOST, 0, 0, now + GATHER)])
        return Gone(tuple(number for (number,) in back), tuple(number for (number,) in lost))

    async def unshowable(self, number: int, now: int) -> None:
        """Note that what a game's channel has still to be shown of its end has no channel any more."""
        await self._database.rows(
            "UPDATE games SET lost = ?, told = 0 WHERE number = ? AND stage IN ('over', 'void') AND lost IS NULL",
            now,
            number,
        )

    async def regain(self, game: StoredGame, channel: int, deadlines: Sequence[Deadline], now: int) -> bool:
        """Let a game go on in another channel, where it is shown anew; False if it has changed since it was read.

        In a game without clocks its player to move is waited for from now on.
        """
        async with self._database.transaction() as run:
            moved = await run(
                "UPDATE games SET channel = ?, parent = NULL, threaded = 0, message = NULL, worn = NULL, posted = NULL,"
                " shown = -1, lost = NULL, moved = moved + 1"
                " WHERE number = ? AND channel = ? AND sequence = ? RETURNING number",
                channel,
                game.number,
                game.channel,
                game.sequence,
            )
            if moved:
                await renew(run, game.number, deadlines)
                await run("UPDATE games SET begun = ?, warned = -1 WHERE number = ?", now, game.number)
        return bool(moved)

    async def newest_channels(self, guild: int, most: int) -> list[int]:
        """The channels of the newest games of a guild, so many games at most; those of lost games left out."""
        rows = await self._database.rows(
            "SELECT coalesce(parent, channel), lost FROM games WHERE guild = ? ORDER BY number DESC LIMIT ?",
            guild,
            most,
        )
        return list(dict.fromkeys(int(channel) for channel, lost in rows if lost is None))

    # ---- messages

    async def claim(self) -> None:
        """Write the messages about the lost games of which nobody has been told, one for TOGETHER games of a guild."""
        async with self._database.transaction() as run:
            untold = await run(
                "SELECT guild, number FROM games WHERE lost IS NOT NULL AND told IS NULL ORDER BY number"
            )
            for guild, games in groupby(sorted(map(tuple, untold)), key=lambda row: row[0]):
                numbers = [number for _, number in games]
                for place in range(0, len(numbers), TOGETHER):
                    ((notice,),) = await run("INSERT INTO losses (guild) VALUES (?) RETURNING number", guild)
                    for number in numbers[place : place + TOGETHER]:
                        await run("UPDATE games SET told = ? WHERE number = ?", notice, number)

    async def open_notices(self) -> list[LossNotice]:
        """The messages that have still to be sent, the oldest first."""
        rows = await self._database.rows(
            "SELECT number, guild, place, tried FROM losses INDEXED BY losses_open WHERE closed IS NULL ORDER BY number"
        )
        return [LossNotice(*row) for row in rows]

    async def games_of(self, notice: int) -> list[StoredGame]:
        """The games and challenges that a message is about, those that go on elsewhere by now among them."""
        rows = await self._database.rows(f"{GAMES} WHERE told = ? AND told > 0 ORDER BY number", notice)
        return [game_of(row) for row in rows]

    async def trying(self, notice: LossNotice, place: int | None, since: int | None) -> LossNotice | None:
        """Note where and since when a message may have arrived, None for surely not.

        None where another process has closed it or noted something else meanwhile.
        """
        noted = await self._database.rows(
            "UPDATE losses SET place = ?, tried = ? WHERE number = ? AND place IS ? AND tried IS ? AND closed IS NULL"
            " RETURNING number",
            place,
            since,
            notice.number,
            notice.place,
            notice.tried,
        )
        return replace(notice, place=place, tried=since) if noted else None

    async def close(self, number: int, now: int) -> None:
        await self._database.rows("UPDATE losses SET closed = ? WHERE number = ? AND closed IS NULL", now, number)

    async def settle(self, deadline: Deadline) -> None:
        """Claim the deadline of these messages, unless some have still to be written or sent."""
        await self._database.rows(
            "DELETE FROM deadlines WHERE number = ?"
            " AND NOT EXISTS (SELECT 1 FROM losses INDEXED BY losses_open WHERE closed IS NULL)"
            " AND NOT EXISTS (SELECT 1 FROM games WHERE lost IS NOT NULL AND told IS NULL)",
            deadline.number,
        )
