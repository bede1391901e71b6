"""Members in the store: who has left a server, which games wait in silence, seats that change hands."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from bot.store.database import Run, Store
from bot.store.deadlines import VACATION, Deadline, put
from bot.store.people import Player
from bot.store.ratings import GameOutcome, write_outcome

LEFT, CHECK = "left", "check"
"""The kinds of deadline: a game's channel is to know that somebody has left; the daily check of all running games.

The check has below 0 in its player's place the number of the last game checked.
"""


@dataclass(frozen=True)
class Handover:
    """A seat that goes from one player to another, with the event of this number.

    `outcome` is how the game ended for the one who leaves, and for the ratings.
    """

    seat: int
    sequence: int
    old: Player
    new: Player
    outcome: GameOutcome


@dataclass(frozen=True)
class TakeoverQuestion:
    """Whether somebody `new` takes over a seat, asked on behalf of the server where that is `moderated`.

    `agreed` are the ids of those who have said yes.
    """

    number: int
    game: int
    seat: int
    new: Player
    asker: int
    moderated: bool
    agreed: frozenset[int]


_GONE = "SELECT player FROM absentees WHERE guild = ? AND player IN (SELECT value FROM json_each(?))"
_TELL = """
    INSERT OR REPLACE INTO deadlines (kind, game, player, due) SELECT ?, number, player, ?
    FROM seats JOIN games ON number = game WHERE player = ? AND guild = ? AND stage = 'playing'
"""
_ASK = "INSERT INTO takeovers (game, seat, player, name, asker, moderated) VALUES (?, ?, ?, ?, ?, ?) RETURNING number"
_QUESTION = """
    SELECT game, seat, player, name, asker, moderated,
        (SELECT json_group_array(player) FROM consents WHERE takeover = number)
    FROM takeovers WHERE number = ?
"""


_LOGGED = "SELECT at, player, deed FROM moderations WHERE guild = ? ORDER BY number DESC LIMIT ?"


class Moderated(NamedTuple):
    """What a moderator (0: one who has been forgotten) did at a time (UTC ms), as a text that follows a name."""

    at: int
    moderator: int
    deed: str


class MemberStore(Store):
    async def absent(self, guild: int, player: int) -> int | None:
        """When it was noticed that somebody had left a server (UTC ms); None for one who has not."""
        which = guild, player
        return await self._database.fetch_one("SELECT since FROM absentees WHERE guild = ? AND player = ?", int, *which)

    async def gone(self, guild: int, players: Sequence[int]) -> frozenset[int]:
        """Which of some players have left a server, as far as known."""
        return frozenset(await self._database.fetch(_GONE, int, guild, json.dumps(players)))

    async def left(self, guild: int, player: int, now: int) -> None:
        """Note, once, that somebody has left a server, and that their running games there are to be told."""
        async with self._database.transaction() as run:
            if await run("INSERT OR IGNORE INTO absentees VALUES (?, ?, ?) RETURNING 1", guild, player, now):
                await run(_TELL, LEFT, now, player, guild)

    async def returned(self, guild: int, player: int) -> None:
        """Note that somebody is in a server."""
        if await self.absent(guild, player) is not None:
            await self._database.rows("DELETE FROM absentees WHERE guild = ? AND player = ?", guild, player)

    async def running_after(self, number: int, most: int) -> list[int]:
        return await self._database.fetch(
            "SELECT number FROM games WHERE stage = 'playing' AND number > ? ORDER BY number LIMIT ?", int, number, most
        )

    async def silence(self, game: int) -> tuple[int, int]:
        """When a running game began (UTC ms), and the event of the turn whose silence was told (-1: none)."""
        ((begun, warned),) = await self._database.rows("SELECT begun, warned FROM games WHERE number = ?", game)
        return begun, warned

    async def warned(self, game: int, turn: int) -> None:
        """Note that the silence of the turn which began with an event has been told."""
        await self._database.rows("UPDATE games SET warned = ? WHERE number = ?", turn, game)

    async def ask(self, question: TakeoverQuestion) -> TakeoverQuestion:
        """Ask, in place of whoever was asked about the seat before; the question with its number."""
        async with self._database.transaction() as run:
            await run("DELETE FROM takeovers WHERE game = ? AND seat = ?", question.game, question.seat)
            asked = question.game, question.seat, *question.new, question.asker, question.moderated
            ((number,),) = await run(_ASK, *asked)
            for player in question.agreed:
                await run("INSERT INTO consents VALUES (?, ?)", number, player)
        return replace(question, number=number)

    async def question(self, number: int) -> TakeoverQuestion | None:
        """The question of this number; None for one that is not open any more."""
        row = await self._database.row(_QUESTION, number)
        if row is None:
            return None
        game, seat, player, name, asker, moderated, agreed = row
        yes = frozenset(json.loads(agreed))
        return TakeoverQuestion(number, game, seat, Player(player, name), asker, bool(moderated), yes)

    async def agree(self, number: int, player: int) -> None:
        """Note that somebody has said yes to a question, if that is still open."""
        await self._database.rows(
            "INSERT OR IGNORE INTO consents SELECT number, ? FROM takeovers WHERE number = ?", player, number
        )

    async def drop(self, number: int) -> bool:
        """Let nobody be asked any more; False if that has been done."""
        return bool(await self._database.rows("DELETE FROM takeovers WHERE number = ? RETURNING 1", number))

    async def log(self, guild: int, moderator: int, deed: str, now: int) -> None:
        await self._database.rows(
            "INSERT INTO moderations (guild, at, player, deed) VALUES (?, ?, ?, ?)", guild, now, moderator, deed
        )

    async def logged(self, guild: int, most: int) -> list[Moderated]:
        """What the moderators of a server have done, the newest first, so many at most."""
        return await self._database.fetch(_LOGGED, Moderated, guild, most)


async def hand_over(run: Run, game: int, handover: Handover) -> None:
    """Let somebody else have a seat inside the transaction of the event: the game is unrated from there on.

    How it has ended for the one who leaves is written once; what they have kept for it is gone. A vacation of the new
    player comes due, so that they are away in it, too.
    """
    old, new, seat = handover.old, handover.new, handover.seat
    await write_outcome(run, handover.outcome)
    await run("INSERT INTO predecessors VALUES (?, ?, ?, ?, ?)", game, seat, handover.sequence, *old)
    await run("UPDATE seats SET player = ?, name = ? WHERE game = ? AND seat = ?", *new, game, seat)
    await run("UPDATE games SET rated = 0 WHERE number = ?", game)
    await run("DELETE FROM conditions WHERE game = ? AND player = ?", game, old.id)
    await run("DELETE FROM watchers WHERE game = ? AND player = ?", game, new.id)
    await put(run, [Deadline(VACATION, 0, new.id, 0)] if new.reachable else [])
