"""Nudges in the store: the last of each game, and what became of it."""

from __future__ import annotations

from dataclasses import dataclass, replace

from bot.store.database import Database
from bot.store.deadlines import Deadline, DeadlineStore, put
from bot.store.reminders import DIRECT

NUDGE = "nudge"
"""The kind of deadline: about a player, who has nudges open."""


@dataclass(frozen=True)
class OpenNudge:
    """A nudge still to be sent: its number, the game, the player to move, and the event that the turn began with.

    `tried` is when its sending first began (UTC ms), None while it surely was not sent.
    """

    number: int
    game: int
    player: int
    turn: int
    tried: int | None


class NudgeStore:
    """What is read from and written to the store about nudges."""

    def __init__(self, database: Database, deadlines: DeadlineStore) -> None:
        self._database = database
        self._deadlines = deadlines

    async def add(self, nudge: OpenNudge, now: int, pause: int, due: int) -> int | None:
        """Write a nudge, its number aside, to be sent at `due`; the time of the game's last if that is within a pause.

        The nudge takes the place of the game's last, and its deadline is written with it. All times are UTC ms.
        """
        async with self._database.transaction() as run:
            last = await run("SELECT at FROM nudges WHERE game = ? AND at > ?", nudge.game, now - pause)
            if last:
                return int(last[0][0])
            await run(
                "INSERT OR REPLACE INTO nudges (game, player, turn, at) VALUES (?, ?, ?, ?)",
                nudge.game,
                nudge.player,
                nudge.turn,
                now,
            )
            await put(run, [Deadline(NUDGE, 0, nudge.player, due)])
        self._deadlines.written()
        return None

    async def to_be_sent(self, player: int) -> list[OpenNudge]:
        """The nudges of a player that have still to be sent, the oldest first."""
        rows = await self._database.rows(
            "SELECT number, game, player, turn, tried FROM nudges WHERE player = ? AND closed IS NULL ORDER BY number",
            player,
        )
        return [OpenNudge(*row) for row in rows]

    async def trying(self, nudge: OpenNudge, since: int | None) -> OpenNudge | None:
        """Note since when it has not been certain that a nudge was not sent; None for certain.

        None, and nothing is noted, where another process has closed the nudge or noted something else meanwhile.
        """
        noted = await self._database.rows(
            "UPDATE nudges SET tried = ? WHERE number = ? AND tried IS ? AND closed IS NULL RETURNING number",
            since,
            nudge.number,
            nudge.tried,
        )
        return replace(nudge, tried=since) if noted else None

    async def refused(self, nudge: OpenNudge, place: int, now: int) -> None:
        """Note that a place, a channel or DIRECT, refuses messages to a player."""
        await self._database.rows(
            "INSERT OR IGNORE INTO refusing (place, player, since) VALUES (?, ?, ?)",
            place,
            nudge.player if place == DIRECT else 0,
            now,
        )

    async def close(self, nudge: OpenNudge, now: int) -> None:
        """Note that a nudge was sent, or is not to be sent any more."""
        await self._database.rows("UPDATE nudges SET closed = ? WHERE number = ? AND closed IS NULL", now, nudge.number)

    async def settle(self, deadline: Deadline) -> None:
        """Claim the deadline of a player's nudges, unless some have still to be sent."""
        await self._database.rows(
            "DELETE FROM deadlines WHERE number = ?"
            " AND NOT EXISTS (SELECT 1 FROM nudges WHERE player = ? AND closed IS NULL)",
            deadline.number,
            deadline.player,
        )
