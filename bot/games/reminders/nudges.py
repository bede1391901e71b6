"""Nudges: a player asks the one to move to go on, once a day in each game; each is sent once, outside quiet hours."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Iterator

from bot.games.refusals import Numbered, Pointing, WithoutChannel, if_granted
from bot.games.reminders.preferences import ReminderPreferences
from bot.games.reminders.reminders import Deliver, Delivery, Message, Reminders
from bot.games.settings import NUDGES, ON, Settings
from bot.games.tables import Table, Tables
from bot.store import Deadline, Ledger, Player
from bot.store.reminders import DIRECT, NUDGE, NudgeStore, OpenNudge
from engine.clocks.control import DAY
from engine.model.refusal import Refusal, Refused
from engine.play.refusals import GamePaused

log = logging.getLogger(__name__)

Seated = Callable[[int, Player], Awaitable[Table]]
"""What gives the table of a running game in which a player sits, or says why it does not."""


class OwnMove(Numbered):
    """A nudge by the player to move."""

    words = "Game #{number} waits for you, so there is nobody to nudge."


class ThinkingNow(Numbered):
    """A nudge to the referee, which plays."""

    words = "Game #{number} waits for me, and I am thinking. I move as soon as I have found something."


class AwayNow(Numbered):
    """A nudge to somebody whose vacation stops the clock."""

    words = "The player to move in game #{number} is on vacation, and their clock stands still. Nobody has been nudged."


class NudgedLeft(Refusal):
    """A nudge to somebody who has left the server."""

    name: str

    words = (
        "{name} has left this server, so I can't nudge them. You can wait, or find a replacement with /game replace."
    )


class NudgedToday(Pointing, Numbered):
    """A second nudge in a game within a day; `again` is when the next is possible (UTC s)."""

    again: int

    words = "Game #{number} has had its nudge for today. You can nudge again <t:{again}:R>."


class Nudges:
    """The nudges of all games; `now()` gives UTC ms.

    Whether a player keeps nudges away, or has quiet hours, is known to that player alone: whoever nudges is told the
    same in each case, and has nudged for the day.
    """

    def __init__(
        self,
        ledger: Ledger,
        tables: Tables,
        seated: Seated,
        reminders: Reminders,
        settings: Settings,
        present: Callable[[int, int], Awaitable[bool | None]],
        now: Callable[[], int],
    ) -> None:
        self._ledger = ledger
        self._store = NudgeStore(ledger.database)
        self._tables = tables
        self._seated = seated
        self._reminders = reminders
        self._settings = settings
        self._present = present
        self._now = now

    async def nudge(self, number: int, player: Player) -> Player:
        """Nudge the player to move in a game, by another who plays in it; who that is, or why nobody was nudged."""
        table = await self._seated(number, player)
        moving, idle = table.game.seats[table.state.due], _idle(table)
        if moving.id == player.id:
            raise Refused(OwnMove(number))
        if idle is not None:
            raise Refused(idle)
        if moving.level:
            raise Refused(ThinkingNow(number))
        if await self._present(table.game.guild, moving.id) is False:
            raise Refused(NudgedLeft(moving.name))
        now = self._now()
        quiet = (await self._reminders.habits(moving.id)).quiet_around(now)
        nudge = OpenNudge(0, number, moving.id, table.state.changed, None)
        last = await self._store.add(nudge, now, DAY, quiet.end if quiet else now)
        if last is not None:
            raise Refused(NudgedToday(number, -(-(last + DAY) // 1000)))
        return moving

    async def send(self, deadline: Deadline, deliver: Deliver) -> None:
        """Meet the deadline of a player's nudges: send those that are open, each once, or wait for quiet to end.

        What has failed leaves the deadline standing. What is about a turn that is over, or is unwanted, is dropped.
        """
        habits = await self._reminders.habits(deadline.player)
        quiet = habits.quiet_around(self._now())
        if quiet:
            await self._ledger.deadlines.settle(deadline, Deadline(NUDGE, 0, deadline.player, quiet.end))
            return
        wanted = await self._settings.value(Player(deadline.player, ""), NUDGES) == ON
        for nudge in await self._store.to_be_sent(deadline.player):
            table = await if_granted(self._tables.find(nudge.game))
            if wanted and table is not None and _still(table, nudge):
                await self._send(nudge, table, habits, deliver)
            else:
                await self._store.close(nudge, self._now())
        await self._store.settle(deadline)

    async def _send(self, nudge: OpenNudge, table: Table, habits: ReminderPreferences, deliver: Deliver) -> None:
        """Send a nudge where its player likes, or else where the game is played."""
        closed = {refusing.place for refusing in await self._ledger.reminders.refusing(nudge.player)}
        for place in dict.fromkeys(place for place in _places(table, habits) if place not in closed):
            tried = nudge.tried
            noted = await self._store.trying(nudge, self._now() if tried is None else tried)
            if noted is None:
                return
            message = Message(nudge.number, nudge.player, place, (table,), tried, nudge=True)
            delivery = await deliver(message)
            if delivery is Delivery.TOLD:
                await self._store.close(nudge, self._now())
            elif delivery is Delivery.FAILED:
                await self._store.trying(noted, tried)
            if delivery is not Delivery.REFUSED:
                return
            log.info("place %d refuses nudge %d", place, nudge.number)
            await self._store.refused(nudge, place, self._now())
            if tried is not None:
                break
            nudge = await self._store.trying(noted, None) or nudge
        await self._store.close(nudge, self._now())


def _places(table: Table, habits: ReminderPreferences) -> Iterator[int]:
    """Where a player may be told of a game: where they like their reminders, and where it is played."""
    spot = habits.spot
    if spot.direct:
        yield DIRECT
    elif spot.guild == table.game.guild:
        yield spot.channel
    yield table.game.channel


def _idle(table: Table) -> Refusal | None:
    """Why nobody is to move in a game: its channel is gone, it is paused, or the player to move is on vacation."""
    clock = table.state.clock
    if table.game.lost is not None:
        return WithoutChannel(table.game.number)
    if clock is not None and clock.paused:
        return GamePaused()
    return AwayNow(table.game.number) if clock is not None and table.state.due in clock.away else None


def _still(table: Table, nudge: OpenNudge) -> bool:
    """Whether the turn that a nudge is about still goes on, and somebody is to move."""
    held = table.game.player_to_move()
    return held is not None and held.id == nudge.player and table.state.changed == nudge.turn and _idle(table) is None
