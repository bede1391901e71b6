"""Lost games in the store: those whose channel is gone, the letters to their players, the move elsewhere."""

import json
from collections.abc import Sequence

from bot.store.database import Store
from bot.store.games import GAMES, Deadline, StoredGame, game_of, renew
from bot.store.outbox import Letter, post

LOSS = "loss"
"""The kind of letter to a player about the games of a channel that is gone; its key is the channel and the player."""
GATHER = 10_000
"""The time in which other channels deleted together may follow (ms); no notice is posted in one of those."""
_FALL_BACK = """
    UPDATE games SET channel = parent, parent = NULL, threaded = 0, message = NULL, shown = -1,
        moved = moved + 1
    WHERE channel = ? AND stage = 'playing' AND parent IS NOT NULL AND lost IS NULL RETURNING number
"""
_LOSE = """
    UPDATE games SET lost = ?2, stage = CASE stage WHEN 'open' THEN 'void' ELSE stage END
    WHERE (channel = ?1 OR parent = ?1) AND stage IN ('open', 'playing') AND lost IS NULL RETURNING number
"""
_CONCERNED = """
    SELECT guild, player FROM games JOIN seats ON game = number
    WHERE number IN (SELECT value FROM json_each(?1)) AND stage = 'playing' AND player > 0
    UNION SELECT guild, challenger FROM games
    WHERE number IN (SELECT value FROM json_each(?1)) AND stage = 'void'
"""
_OF_PLAYER = f"""
    {GAMES} WHERE (channel = ?1 OR parent = ?1) AND lost = ?2
    AND ((stage = 'playing' AND ?3 IN (SELECT player FROM seats WHERE game = number))
        OR (stage = 'void' AND challenger = ?3)) ORDER BY number
"""
_NEWEST = "SELECT coalesce(parent, channel) FROM games WHERE guild = ? AND lost IS NULL ORDER BY number DESC LIMIT 100"
_REGAIN = """
    UPDATE games SET channel = ?, parent = NULL, threaded = 0, message = NULL, posted = NULL,
        shown = -1, lost = NULL, moved = moved + 1, begun = ?
    WHERE number = ? AND channel = ? AND sequence = ? RETURNING number
"""


class LostStore(Store):
    async def places(self) -> list[tuple[int, int]]:
        places = "SELECT DISTINCT guild, channel FROM games WHERE stage IN ('open', 'playing') AND lost IS NULL"
        return await self._database.rows(places)

    async def gone(self, channel: int, now: int) -> tuple[list[int], list[int]]:
        """A channel or thread is gone: its games continue in the thread's parent, or are lost; its challenges are void.

        Return the numbers of the first and of the others, which have no deadlines; letters tell their players of it
        instead. A second time changes nothing.
        """
        async with self._database.transaction() as run:
            back = [number for (number,) in await run(_FALL_BACK, channel)]
            lost = [number for (number,) in await run(_LOSE, channel, now)]
            for number in lost:
                await renew(run, number, ())
            for guild, player in await run(_CONCERNED, json.dumps(lost)):
                await post(run, Letter(LOSS, f"{channel}:{player}", now, now + GATHER, guild, player=player))
        return back, lost

    async def of(self, letter: Letter) -> list[StoredGame]:
        """The games and challenges of a letter, without those that continue elsewhere by now."""
        channel = int(letter.key.partition(":")[0])
        return await self._database.fetch(_OF_PLAYER, game_of, channel, letter.made, letter.player)

    async def unshowable(self, number: int, now: int) -> None:
        """Note that what a game's channel has still to be shown of its end has no channel any more."""
        lose = "UPDATE games SET lost = ? WHERE number = ? AND stage IN ('over', 'void') AND lost IS NULL"
        await self._database.rows(lose, now, number)

    async def regain(self, game: StoredGame, channel: int, deadlines: Sequence[Deadline], now: int) -> bool:
        """Continue a game in another channel and show it there; False if it has changed since it was read.

        In a game without clocks its player to move is waited for from now on.
        """
        async with self._database.transaction() as run:
            moved = await run(_REGAIN, channel, now, game.number, game.channel, game.sequence)
            if moved:
                await renew(run, game.number, deadlines)
        return bool(moved)

    async def newest_channels(self, guild: int) -> list[int]:
        """The channels of a guild's newest games, that of the newest first."""
        return list(dict.fromkeys(await self._database.fetch(_NEWEST, int, guild)))
