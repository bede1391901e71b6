"""Reminders and nudges in the store: what each player is to be told, what was told, and which places refuse it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from bot.store.database import Run, Store
from bot.store.deadlines import Deadline, put
from bot.store.games import OFFERED

REMIND, NOTICE, NUDGE = "remind", "notice", "nudge"
"""The kinds of deadline: about a game, to remind somebody there; about a player, who has notices or nudges open.

The first is about the player to move where its player is 0, about a seat that has to answer an offer where it is that
seat's number below 0, and about somebody who a challenge waits for where it is their id.
"""
DIRECT = 0
"""The place that stands for direct messages."""


class Awaited(NamedTuple):
    """A game with a reminder to come: its number, its last event or the last change of a challenge, when to look at it.

    That is in UTC ms; `about` is the player of the deadline.
    """

    game: int
    sequence: int
    due: int
    about: int


class Sent(NamedTuple):
    """A reminder that was claimed: the game, when the turn began (UTC ms), and the part of the time as a text.

    For somebody other than the player to move the text ends with their id.
    """

    game: int
    turn: int
    fraction: str


class Refusing(NamedTuple):
    """A place that refuses reminders, a channel or DIRECT, and since when (UTC ms)."""

    place: int
    since: int


@dataclass(frozen=True)
class ReminderStanding:
    """All that decides about a player's reminders: preferences, closed places, what was sent in the awaited games."""

    preferences: Mapping[str, str]
    closed: frozenset[int]
    sent: frozenset[Sent]


@dataclass(frozen=True)
class ReminderPlan:
    """What is to become of a player's reminders: messages by place, and when to look at each game again, if ever."""

    notices: Sequence[tuple[int, Sequence[Sent]]]
    next: Mapping[int, int | None]


@dataclass(frozen=True)
class OpenNotice:
    """A message still to be sent; `tried` is when its sending first began (UTC ms), None while it surely was not."""

    number: int
    player: int
    place: int
    tried: int | None
    sent: tuple[Sent, ...]

    @property
    def games(self) -> frozenset[int]:
        return frozenset(sent.game for sent in self.sent)


# The player's seats come first: a cross join keeps the order, and most deadlines are those of other players.
_AWAITED = (
    "SELECT d.game, g.sequence, d.due, d.player FROM seats s CROSS JOIN games g ON g.number = s.game"
    " CROSS JOIN deadlines d ON d.kind = 'remind' AND d.game = s.game AND d.player = iif(g.turn = s.seat, 0, -s.seat)"
    " WHERE s.player = ?1 AND g.stage = 'playing' AND d.due <= ?2"
    " UNION ALL SELECT d.game, g.revised, d.due, d.player FROM deadlines d CROSS JOIN games g ON g.number = d.game"
    " WHERE d.player = ?1 AND d.player > 0 AND +d.kind = 'remind' AND +d.due <= ?2 ORDER BY 3, 1"
)
_LOOK = (
    "INSERT OR REPLACE INTO deadlines (kind, game, player, due)"
    " SELECT 'remind', number, 0, ?1 FROM games WHERE stage = 'playing' AND lost IS NULL AND time <> 'none' AND "
)
_MINE = "(number, turn) IN (SELECT game, seat FROM seats WHERE player = ?2)"
_ONE = "ifnull(?3, number) = number"
_ASKED = (
    "INSERT OR REPLACE INTO deadlines (kind, game, player, due)"  # noqa: S608 - constants, as below
    " SELECT 'remind', game, -seat, ?1 FROM seats CROSS JOIN games ON number = game WHERE player = ?2"
    f" AND stage = 'playing' AND lost IS NULL AND time <> 'none' AND {OFFERED} AND turn <> seat AND {_ONE}"
)
_CHALLENGED = (
    "INSERT OR REPLACE INTO deadlines (kind, game, player, due) SELECT 'remind', number, ?2, ?1 FROM games"  # noqa: S608
    " WHERE number IN (SELECT number FROM games WHERE invited = ?2 AND stage = 'open' UNION"
    f" SELECT game FROM guests WHERE player = ?2) AND stage = 'open' AND lost IS NULL AND {_ONE}"
)
_THEIRS = (
    "guild = ?2 AND (number, turn) IN (SELECT s.game, s.seat FROM preferences p JOIN seats s USING (player)"
    " WHERE p.name = ?3 AND p.value = ?4)"
)


class ReminderStore(Store):
    """What each player is to be told, what was told, and which places refuse it."""

    async def awaited(self, player: int, until: int) -> list[Awaited]:
        """The games that await a player and are to be looked at by a time, the first first."""
        return [Awaited(*row) for row in await self._database.rows(_AWAITED, player, until)]

    async def rule(
        self,
        player: int,
        until: int,
        known: Mapping[int, tuple[int, int]],
        judge: Callable[[ReminderStanding], ReminderPlan],
        now: int,
    ) -> bool:
        """Judge the games awaited by a time and write what comes of it, in one transaction.

        `known` are the games that the judge knows, with their `sequence` and `about`. False, and nothing is written, if
        there are others by now.
        """
        async with self._database.transaction() as run:
            awaited = [Awaited(*row) for row in await run(_AWAITED, player, until)]
            if {each.game: (each.sequence, each.about) for each in awaited}.items() != known.items():
                return False
            verdict = judge(await _standing(run, player, list(known)))
            for place, reminders in verdict.notices:
                ((number,),) = await run(
                    "INSERT INTO notices (player, place, made) VALUES (?, ?, ?) RETURNING number", player, place, now
                )
                for sent in reminders:
                    await run("INSERT INTO reminders (game, turn, fraction, notice) VALUES (?, ?, ?, ?)", *sent, number)
            if verdict.notices:
                await put(run, [Deadline(NOTICE, 0, player, now)])
            for game, due in verdict.next.items():
                _, about = known[game]
                await run("DELETE FROM deadlines WHERE kind = ? AND game = ? AND player = ?", REMIND, game, about)
                await put(run, [] if due is None else [Deadline(REMIND, game, about, due)])
        return True

    # ---- messages

    async def open_notices(self, player: int) -> list[OpenNotice]:
        """The messages to a player that have still to be sent, the oldest first."""
        rows = await self._database.rows(
            "SELECT n.number, n.place, n.tried, r.game, r.turn, r.fraction FROM notices n JOIN reminders r"
            " ON r.notice = n.number WHERE n.player = ? AND n.closed IS NULL ORDER BY n.number, r.game",
            player,
        )
        found: dict[int, OpenNotice] = {}
        for number, place, tried, *sent in rows:
            before = found[number].sent if number in found else ()
            found[number] = OpenNotice(number, player, place, tried, (*before, Sent(*sent)))
        return list(found.values())

    async def trying(self, notice: OpenNotice, since: int | None) -> OpenNotice | None:
        """Note since when it has not been certain that a message was not sent; None for certain.

        None, and nothing is noted, where another process has closed the message or noted something else meanwhile.
        """
        noted = await self._database.rows(
            "UPDATE notices SET tried = ? WHERE number = ? AND tried IS ? AND closed IS NULL RETURNING number",
            since,
            notice.number,
            notice.tried,
        )
        return replace(notice, tried=since) if noted else None

    async def close(self, number: int, now: int) -> None:
        await self._database.rows("UPDATE notices SET closed = ? WHERE number = ? AND closed IS NULL", now, number)

    async def settle(self, deadline: Deadline) -> None:
        """Claim the deadline of a player's messages, unless some have still to be sent."""
        await self._database.rows(
            "DELETE FROM deadlines WHERE number = ?"
            " AND NOT EXISTS (SELECT 1 FROM notices WHERE player = ? AND closed IS NULL)",
            deadline.number,
            deadline.player,
        )

    # ---- places that refuse

    async def refused(self, notice: OpenNotice, now: int) -> None:
        """Note that a place refuses a message, and withdraw it."""
        async with self._database.transaction() as run:
            await run(
                "INSERT OR IGNORE INTO refusing (place, player, since) VALUES (?, ?, ?)",
                notice.place,
                notice.player if notice.place == DIRECT else 0,
                now,
            )
            await _withdraw(run, notice, notice.games, now)

    async def withdraw(self, notice: OpenNotice, games: Collection[int], now: int) -> None:
        """Take games out of a message, so that what it reminds of counts as not sent and is planned anew.

        A message without games is closed. What has perhaps arrived counts as sent all the same, and a message that
        another process has tried to send meanwhile is left to it.
        """
        async with self._database.transaction() as run:
            if await run("SELECT 1 FROM notices WHERE number = ? AND tried IS ?", notice.number, notice.tried):
                await _withdraw(run, notice, games, now)

    async def refusing(self, player: int) -> list[Refusing]:
        """The places that refuse reminders to a player, all refusing channels among them."""
        rows = await self._database.rows(
            "SELECT place, since FROM refusing WHERE player IN (0, ?) ORDER BY since, place", player
        )
        return [Refusing(*row) for row in rows]

    async def reopened(self, guild: int, channel: int, choice: tuple[str, str], now: int) -> None:
        """Somebody acts in a channel: if it has refused reminders, look again at all that may go there.

        `choice` is the preference, name and value, of those who want to be reminded there of games in the guild.
        """
        if await self._database.row("SELECT 1 FROM refusing WHERE place = ? AND player = 0", channel) is None:
            return
        async with self._database.transaction() as run:
            await run("DELETE FROM refusing WHERE place = ? AND player = 0", channel)
            await run(f"{_LOOK}channel = ?2", now, channel)
            await run(f"{_LOOK}{_THEIRS}", now, guild, *choice)

    # ---- preferences

    async def prefer(self, player: int, values: Mapping[str, str], now: int) -> None:
        """Write a player's preferences, try direct messages anew, and look again at every game that awaits them."""
        async with self._database.transaction() as run:
            for name, value in values.items():
                await run(
                    "INSERT OR REPLACE INTO preferences (player, name, value) VALUES (?, ?, ?)", player, name, value
                )
            await run("DELETE FROM refusing WHERE place = ? AND player = ?", DIRECT, player)
            await _look_again(run, player, None, now)


async def _standing(run: Run, player: int, games: Sequence[int]) -> ReminderStanding:
    chosen = await run("SELECT name, value FROM preferences WHERE player = ?", player)
    closed = await run("SELECT place FROM refusing WHERE player IN (0, ?)", player)
    sent = [
        Sent(*row)
        for game in games
        for row in await run("SELECT game, turn, fraction FROM reminders WHERE game = ?", game)
    ]
    preferences = {str(name): str(value) for name, value in chosen}
    return ReminderStanding(preferences, frozenset(place for (place,) in closed), frozenset(sent))


async def _withdraw(run: Run, notice: OpenNotice, games: Collection[int], now: int) -> None:
    """Take games out of a message inside a transaction, unless another process has closed it."""
    if not await run("SELECT 1 FROM notices WHERE number = ? AND closed IS NULL", notice.number):
        return
    if notice.games <= set(games):
        await run("UPDATE notices SET closed = ? WHERE number = ?", now, notice.number)
    for game in games if notice.tried is None else ():
        await run("DELETE FROM reminders WHERE notice = ? AND game = ?", notice.number, game)
        await _look_again(run, notice.player, game, now)


async def _look_again(run: Run, player: int, game: int | None, now: int) -> None:
    """Look again at what a player is reminded of, inside a transaction: in one game, or in all."""
    await run(f"{_LOOK}{_MINE} AND {_ONE}", now, player, game)
    await run(_ASKED, now, player, game)
    await run(_CHALLENGED, now, player, game)


# ---- nudges


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


class NudgeStore(Store):
    """The last nudge of each game, and what became of it."""

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
        return None

    async def to_be_sent(self, player: int) -> list[OpenNudge]:
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
        await self._database.rows("UPDATE nudges SET closed = ? WHERE number = ? AND closed IS NULL", now, nudge.number)

    async def settle(self, deadline: Deadline) -> None:
        """Claim the deadline of a player's nudges, unless some have still to be sent."""
        await self._database.rows(
            "DELETE FROM deadlines WHERE number = ?"
            " AND NOT EXISTS (SELECT 1 FROM nudges WHERE player = ? AND closed IS NULL)",
            deadline.number,
            deadline.player,
        )
