"""Lost games in the store: those whose channel is gone, the letter that tells their players so, where they go on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from bot.store.database import Store
from bot.store.games import GAMES, Deadline, StoredGame, game_of, renew
from bot.store.outbox import Letter, post

LOSS = "loss"
"""The kind of letter about the games of a channel that is gone; its key is the channel's id."""
GATHER = 10_000
"""How long after a channel the others go that are deleted with it (ms); nobody is told of it in one of those."""


class GamePlace(NamedTuple):
    """Where open and running games are played: the ids of a guild, of a channel, and of a thread's parent."""

    guild: int
    channel: int
    parent: int | None


@dataclass(frozen=True)
class Gone:
    """What the end of a channel did: the games that went on in the channel of their thread, and those that are lost."""

    fallen_back: tuple[int, ...]
    lost: tuple[int, ...]


class LostStore(Store):
    async def places(self) -> list[GamePlace]:
        rows = await self._database.rows(
            "SELECT DISTINCT guild, channel, parent FROM games WHERE stage IN ('open', 'playing') AND lost IS NULL"
        )
        return [GamePlace(*row) for row in rows]

    async def gone(self, channel: int, now: int) -> Gone:
        """A channel or thread is gone: its games are lost, or go on around their thread; its challenges are void.

        Lost games have no deadlines; a letter tells their players of it instead. A second time changes nothing.
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
                    "UPDATE games SET lost = ?2, worn = NULL WHERE (channel = ?1 OR parent = ?1)"
                    " AND stage = 'playing' AND lost IS NULL RETURNING number, guild",
                    channel,
                    now,
                ),
                *await run(
                    "UPDATE games SET lost = ?2, stage = 'void' WHERE channel = ?1 AND stage = 'open'"
                    " RETURNING number, guild",
                    channel,
                    now,
                ),
            ]
            for number, _ in lost:
                await renew(run, number, ())
            if lost:
                await post(run, Letter(LOSS, str(channel), now, now + GATHER, guild=lost[0][1]))
        return Gone(tuple(number for (number,) in back), tuple(number for number, _ in lost))

    async def of(self, letter: Letter) -> list[StoredGame]:
        """The games and challenges that a letter is about, without those that go on elsewhere by now."""
        rows = await self._database.rows(
            f"{GAMES} WHERE (channel = ?1 OR parent = ?1) AND lost = ?2 AND stage IN ('playing', 'void')"
            " ORDER BY number",
            int(letter.key),
            letter.made,
        )
        return [game_of(row) for row in rows]

    async def unshowable(self, number: int, now: int) -> None:
        """Note that what a game's channel has still to be shown of its end has no channel any more."""
        await self._database.rows(
            "UPDATE games SET lost = ? WHERE number = ? AND stage IN ('over', 'void') AND lost IS NULL", now, number
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
                await run("UPDATE games SET begun = ? WHERE number = ?", now, game.number)
        return bool(moved)

    async def newest_channels(self, guild: int, most: int) -> list[int]:
        """The channels of the newest games of a guild, so many games at most; those of lost games left out."""
        rows = await self._database.rows(
            "SELECT coalesce(parent, channel), lost FROM games WHERE guild = ? ORDER BY number DESC LIMIT ?",
            guild,
            most,
        )
        return list(dict.fromkeys(int(channel) for channel, lost in rows if lost is None))
