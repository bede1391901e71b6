"""Members in the store: who has left a server, which games wait in silence, who is asked to take over a seat."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from bot.store.database import Database, Run
from bot.store.deadlines import Deadline, DeadlineStore, claim, put
from bot.store.people import Player
from bot.store.ratings import GameOutcome, write_outcome

ABANDONED, LEFT, CHECK = "abandoned", "left", "check"
"""The kinds of deadline: when to look at a game without clocks; somebody has left, and a game's channel is to know.

The last is the daily check of all running games; below 0 in its player's place is the number of the last one checked.
"""
_LEFT = (
    "INSERT OR REPLACE INTO deadlines (kind, game, player, due)"
    " SELECT DISTINCT 'left', g.number, s.player, ?1 FROM seats s CROSS JOIN games g ON g.number = s.game"
    " WHERE s.player = ?2 AND g.guild = ?3 AND g.stage = 'playing'"
)
_TAKEOVER = (
    "SELECT number, game, seat, player, name, asker, moderated, accepted,"
    " (SELECT group_concat(player) FROM takeover_consents WHERE takeover = number) FROM takeovers WHERE number = ?"
)


class Silence(NamedTuple):
    """A game without clocks: since when its first player is waited for (UTC ms), and the turn that was told of.

    A turn is known by the number of the event that began it; -1 for none.
    """

    begun: int
    told: int


class Takeover(NamedTuple):
    """A seat that `player` is asked to take over by `asker`, on behalf of the server where it is `moderated`.

    `accepted` tells whether they have said yes, `consents` are the ids of those who agree.
    """

    number: int
    game: int
    seat: int
    player: Player
    asker: int
    moderated: bool
    accepted: bool = False
    consents: frozenset[int] = frozenset()


@dataclass(frozen=True)
class Handover:
    """A seat that goes from one player to another, with the event of this number.

    `outcome` is how the game ended for the one who leaves, and for the ratings; `deadlines` come with the new player.
    """

    seat: int
    sequence: int
    old: Player
    new: Player
    outcome: GameOutcome
    deadlines: Sequence[Deadline] = ()


class MemberStore:
    """What is read from and written to the store about members."""

    def __init__(self, database: Database, deadlines: DeadlineStore) -> None:
        self._database = database
        self._deadlines = deadlines

    # ---- who has left

    async def absent(self, guild: int, player: int) -> int | None:
        """When it was noticed that somebody had left a server (UTC ms); None for one who has not."""
        row = await self._database.row("SELECT since FROM absentees WHERE guild = ? AND player = ?", guild, player)
        return int(row[0]) if row else None

    async def left(self, guild: int, player: int, now: int) -> bool:
        """Note that somebody has left a server, and have each of their games there told; False if it was noted."""
        async with self._database.transaction() as run:
            new = await run(
                "INSERT INTO absentees (guild, player, since) VALUES (?, ?, ?) ON CONFLICT DO NOTHING RETURNING 1",
                guild,
                player,
                now,
            )
            if new:
                await run(_LEFT, now, player, guild)
        self._deadlines.written()
        return bool(new)

    async def gone(self, guild: int, players: Sequence[int]) -> frozenset[int]:
        """Which of some players have left a server, as far as known."""
        rows = await self._database.rows(
            "SELECT player FROM absentees WHERE guild = ? AND player IN (SELECT value FROM json_each(?))",
            guild,
            json.dumps(players),
        )
        return frozenset(int(row[0]) for row in rows)

    async def running_after(self, number: int, most: int) -> list[int]:
        """The next running games after a number, so many at most."""
        rows = await self._database.rows(
            "SELECT number FROM games WHERE stage = 'playing' AND number > ? ORDER BY number LIMIT ?", number, most
        )
        return [int(row[0]) for row in rows]

    async def begin_checks(self, now: int) -> None:
        """Write the deadline of the daily check, unless there is one."""
        if not await self._deadlines.of_kind(CHECK):
            await self._deadlines.set(Deadline(CHECK, 0, 0, now))

    async def plan_check(self, deadline: Deadline, last: int, due: int) -> None:
        """Claim the deadline of the daily check, and go on after a game."""
        await self._deadlines.settle(deadline, Deadline(CHECK, 0, -last, due))

    async def returned(self, guild: int, player: int) -> None:
        """Note that somebody is in a server."""
        if await self.absent(guild, player) is not None:
            await self._database.rows("DELETE FROM absentees WHERE guild = ? AND player = ?", guild, player)

    # ---- games that wait

    async def silence(self, game: int, begun: int) -> Silence:
        """How a game without clocks waits; one that has not been looked at before waits since `begun`."""
        row = await self._database.row("SELECT begun, told FROM silences WHERE game = ?", game)
        return Silence(*row) if row else Silence(begun, -1)

    async def settle(self, deadline: Deadline, silence: Silence, *following: Deadline) -> bool:
        """Claim a deadline and write how its game waits, in one transaction; False if another has claimed it."""
        async with self._database.transaction() as run:
            claimed = await claim(run, deadline)
            if claimed:
                await run(
                    "INSERT INTO silences (game, begun, told) VALUES (?, ?, ?)"
                    " ON CONFLICT (game) DO UPDATE SET told = excluded.told",
                    deadline.game,
                    *silence,
                )
                await put(run, following)
        self._deadlines.written()
        return claimed

    # ---- who takes over

    async def ask(self, takeover: Takeover) -> int:
        """Write that somebody is asked, in place of whoever was asked for that seat before; the number of it."""
        game, seat, player = takeover.game, takeover.seat, takeover.player
        async with self._database.transaction() as run:
            await run("DELETE FROM takeovers WHERE game = ? AND seat = ?", game, seat)
            ((number,),) = await run(
                "INSERT INTO takeovers (game, seat, player, name, asker, moderated) VALUES (?, ?, ?, ?, ?, ?)"
                " RETURNING number",
                game,
                seat,
                *player,
                takeover.asker,
                int(takeover.moderated),
            )
            for each in takeover.consents:
                await run("INSERT INTO takeover_consents (takeover, player) VALUES (?, ?)", number, each)
        return int(number)

    async def takeover(self, number: int) -> Takeover | None:
        """What is asked under a number, if it still is."""
        row = await self._database.row(_TAKEOVER, number)
        if row is None:
            return None
        _, game, seat, player, name, asker, moderated, accepted, consents = row
        agreed = frozenset(map(int, consents.split(","))) if consents else frozenset()
        return Takeover(number, game, seat, Player(player, name), asker, bool(moderated), bool(accepted), agreed)

    async def accept(self, number: int) -> None:
        """Note that who is asked says yes."""
        await self._database.rows("UPDATE takeovers SET accepted = 1 WHERE number = ?", number)

    async def consent(self, number: int, player: int) -> None:
        """Note that somebody agrees."""
        await self._database.rows(
            "INSERT INTO takeover_consents (takeover, player) SELECT number, ?2 FROM takeovers WHERE number = ?1"
            " ON CONFLICT DO NOTHING",
            number,
            player,
        )

    async def drop(self, number: int) -> bool:
        """Note that nobody is asked any more; False if nobody was."""
        return bool(await self._database.rows("DELETE FROM takeovers WHERE number = ? RETURNING 1", number))


async def hand_over(run: Run, game: int, handover: Handover) -> None:
    """Let somebody else have a seat inside the transaction of the event: the game is unrated from there on.

    How it has ended for the one who leaves is written once; what they have kept for it is gone.
    """
    old, new, seat = handover.old, handover.new, handover.seat
    await write_outcome(run, handover.outcome)
    await run(
        "INSERT INTO predecessors (game, seat, sequence, player, name) VALUES (?, ?, ?, ?, ?)",
        game,
        seat,
        handover.sequence,
        *old,
    )
    await run("UPDATE seats SET player = ?, name = ? WHERE game = ? AND seat = ?", *new, game, seat)
    await run("UPDATE games SET rated = 0 WHERE number = ?", game)
    await run("DELETE FROM conditions WHERE game = ? AND player = ?", game, old.id)
    await run("DELETE FROM watchers WHERE game = ? AND player = ?", game, new.id)
    await run("DELETE FROM takeovers WHERE game = ? AND seat = ?", game, seat)
    await put(run, handover.deadlines)
