"""Members in the store: who has left a server, which games wait in silence, seats that change hands."""

import json
from typing import NamedTuple

from bot.store.database import Run, Store, Unit
from bot.store.deadlines import VACATION
from bot.store.games import Deadline, Player, put
from bot.store.outbox import Letter, post

CHECK = "check"
"""The kind of deadline at which the next running games are looked at: its player is the last one's number, below 0."""
LEFT = "left"
"""The kind of letter that tells a game's channel that the player has left the server."""


class Handover(NamedTuple):
    """A seat that changes hands with the event of this number; `ended` writes the end for the one who leaves."""

    seat: int
    sequence: int
    old: Player
    new: Player
    ended: Unit


class TakeoverQuestion(NamedTuple):
    """The question whether a `new` player takes over a seat; `moderated` if a moderator asks.

    `agreed` are the ids of the people who agreed, the asker included.
    """

    number: int
    game: int
    seat: int
    asker: int
    moderated: bool
    new: Player
    agreed: frozenset[int] = frozenset()


_ABSENT = "SELECT player, since FROM absentees WHERE guild = ? AND player IN (SELECT value FROM json_each(?))"
_PLAYING = "SELECT number FROM seats JOIN games ON number = game WHERE player = ? AND guild = ? AND stage = 'playing'"
_RUNNING_AFTER = """
    SELECT number FROM games WHERE stage = 'playing' AND number > ?
    AND guild > 0 AND guild NOT IN (SELECT guild FROM departed) ORDER BY number LIMIT ?
"""
_ASK = """
    INSERT OR REPLACE INTO takeovers (game, seat, asker, moderated, player, name) VALUES (?, ?, ?, ?, ?, ?)
    RETURNING number
"""
_QUESTION = """
    SELECT game, seat, asker, moderated, player, name, json_insert((
        SELECT json_group_array(player) FROM consents WHERE takeover = number), '$[#]', asker)
    FROM takeovers WHERE number = ?
"""


class MemberStore(Store):
    async def absent(self, guild: int, *players: int) -> dict[int, int]:
        """Return which of some players have left a server, with when that was noticed (UTC ms)."""
        return dict(await self._database.rows(_ABSENT, guild, json.dumps(players)))

    async def left(self, guild: int, player: int, now: int) -> None:
        """Note, once, that a player has left a server, and announce it in their running games there."""
        async with self._database.transaction() as run:
            if await run("INSERT OR IGNORE INTO absentees VALUES (?, ?, ?) RETURNING 1", guild, player, now):
                for (game,) in await run(_PLAYING, player, guild):
                    await post(run, Letter(LEFT, f"{game}:{player}", now, now, guild, game, player))

    async def returned(self, guild: int, player: int) -> None:
        await self._database.rows("DELETE FROM absentees WHERE guild = ? AND player = ?", guild, player)

    async def running_after(self, number: int, most: int) -> list[int]:
        """The next running games after a number, up to `most`, in servers that the bot is in."""
        return await self._database.fetch(_RUNNING_AFTER, int, number, most)

    async def ask(self, question: TakeoverQuestion) -> int:
        """Save a question, replacing an earlier one about the seat; its number."""
        _, *asked, new, _ = question
        return await self._database.fetch_one(_ASK, int, *asked, *new) or 0

    async def question(self, number: int) -> TakeoverQuestion | None:
        for game, seat, asker, moderated, player, name, agreed in await self._database.rows(_QUESTION, number):
            yes = frozenset(json.loads(agreed))
            return TakeoverQuestion(number, game, seat, asker, bool(moderated), Player(player, name), yes)
        return None

    async def agree(self, number: int, player: int) -> None:
        """Note that a person agrees, if the question is still open."""
        consent = "INSERT OR IGNORE INTO consents SELECT number, ? FROM takeovers WHERE number = ?"
        await self._database.rows(consent, player, number)

    async def drop(self, number: int) -> None:
        await self._database.rows("DELETE FROM takeovers WHERE number = ?", number)


async def hand_over(run: Run, game: int, handover: Handover) -> None:
    """Hand over a seat inside the transaction of the event: the game is unrated from there on.

    The leaver's result is written once; their notes on it are deleted. A vacation of the new
    player comes due, so that they are away in it, too.
    """
    seat, sequence, old, new, ended = handover
    await ended(run)
    await run("INSERT INTO predecessors VALUES (?, ?, ?, ?, ?)", game, seat, sequence, *old)
    await run("UPDATE seats SET player = ?, name = ? WHERE game = ? AND seat = ?", *new, game, seat)
    await run("UPDATE games SET rated = 0 WHERE number = ?", game)
    await run("DELETE FROM takeovers WHERE game = ? AND seat = ?", game, seat)
    await run("DELETE FROM conditions WHERE game = ? AND player = ?", game, old.id)
    await run("DELETE FROM watchers WHERE game = ? AND player = ?", game, new.id)
    await put(run, [Deadline(VACATION, 0, new.id, 0)] if new.reachable else [])
