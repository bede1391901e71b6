"""The reminder service: claims reminders when they are due, sends each once, and keeps players' preferences."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from enum import Enum
from functools import partial

from bot.games.location import Location
from bot.games.reminders.plan import EARLY, TimedTurn, outlook
from bot.games.reminders.preferences import (
    WHERE,
    PreferenceChange,
    ReminderPreferences,
    Spot,
    changed,
    part_text,
    read_part,
)
from bot.games.tables import Table, Tables
from bot.store import Deadline, Ledger, Player
from bot.store.reminders import OpenNotice, Refusing, ReminderPlan, ReminderStanding, Sent
from engine.clocks.control import DAY
from engine.model.refusal import Refusal
from engine.play.state import Await

log = logging.getLogger(__name__)

FROZEN = DAY
"""When to look again at a game that no longer replays."""


class Delivery(Enum):
    """What became of an attempt to send a message."""

    TOLD = "sent"
    REFUSED = "refused by the place"
    FAILED = "surely not sent"
    DOUBTFUL = "perhaps sent"


@dataclass(frozen=True)
class Message:
    """A message to be sent: its number, to whom and where (a channel's id, 0: directly), and the games that await.

    `tried` is since when it may have arrived (UTC ms), None where it surely has not; a `nudge` is about one game, and
    nudges have numbers of their own.
    """

    number: int
    player: int
    place: int
    tables: tuple[Table, ...]
    tried: int | None = None
    nudge: bool = False


@dataclass(frozen=True)
class ReminderOverview:
    """How a player's reminders stand: habits, the next ones as (game, UTC ms), and the places that refuse."""

    habits: ReminderPreferences
    coming: tuple[tuple[int, int], ...]
    refusing: tuple[Refusing, ...]


Deliver = Callable[[Message], Awaitable[Delivery]]


class Reminders:
    """The reminders of all players; `now()` gives UTC ms."""

    def __init__(self, ledger: Ledger, tables: Tables, now: Callable[[], int]) -> None:
        self._ledger = ledger
        self._store = ledger.reminders
        self._tables = tables
        self._now = now

    # ---- what is due

    async def due(self, deadline: Deadline) -> None:
        """Meet a deadline to look at a game: claim all that its player is to be told now, and plan the rest."""
        while await self._ledger.deadlines.stands(deadline):
            game = await self._tables.game(deadline.game)
            player = None if isinstance(game, Refusal) or game.lost is not None else game.player_to_move()
            if player is None or not player.reachable:
                await self._ledger.deadlines.settle(deadline)
                return
            now = self._now()
            known, tables = await self._awaited(player.id, now + EARLY)
            frozen = {number: now + FROZEN for number in known if number not in tables}
            judge = partial(_verdict, tables=tables, frozen=frozen, now=now)
            if await self._store.rule(player.id, now + EARLY, known, judge, now):
                return

    async def _awaited(self, player: int, until: int) -> tuple[Mapping[int, int], Mapping[int, Table]]:
        """The games to look at by a time with the numbers of their last events, and the tables of those that replay."""
        known, tables = {}, {}
        for number, sequence, _ in await self._store.awaited(player, until):
            known[number] = sequence
            table = await self._tables.find(number)
            if isinstance(table, Table):
                known[number], tables[number] = table.state.sequence, table
        return known, tables

    # ---- what is sent

    async def send(self, deadline: Deadline, deliver: Deliver) -> None:
        """Meet the deadline of a player's messages: send those that are open, each once.

        What has failed leaves the deadline standing. What is about a turn that is over or a clock that stands still, or
        would come in quiet hours that have begun meanwhile, is withdrawn to be planned anew.
        """
        for notice in await self._store.open_notices(deadline.player):
            await self._send(notice, deliver)
        await self._store.settle(deadline)

    async def _send(self, notice: OpenNotice, deliver: Deliver) -> None:
        now = self._now()
        quiet = (await self.habits(notice.player)).quiet_around(now)
        tables = {} if quiet else await self._awaiting(notice, now)
        if lost := notice.games - tables.keys():
            await self._store.withdraw(notice, lost, now)
        if not tables:
            return
        noted = await self._store.trying(notice, notice.tried or now)
        if noted is None:
            return
        urgent = tuple(sorted(tables.values(), key=_deadline))
        delivery = await deliver(Message(notice.number, notice.player, notice.place, urgent, notice.tried))
        if delivery is Delivery.TOLD:
            await self._store.close(notice.number, now)
        elif delivery is Delivery.REFUSED:
            log.info("place %d refuses reminder %d", notice.place, notice.number)
            await self._store.refused(notice, now)
        elif delivery is Delivery.FAILED:
            await self._store.trying(noted, notice.tried)

    async def _awaiting(self, notice: OpenNotice, now: int) -> dict[int, Table]:
        """The tables of which a message reminds that are still at the turn it is about, their clocks running."""
        found: dict[int, Table] = {}
        for sent in notice.sent:
            table = await self._tables.find(sent.game)
            if isinstance(table, Table) and _still(table, notice.player, sent, now):
                found[sent.game] = table
        return found

    # ---- what players choose

    async def habits(self, player: int) -> ReminderPreferences:
        """How a player wants to be reminded; what is kept of that and cannot be read is set aside."""
        kept = await self._ledger.preferences.of(player)
        habits = ReminderPreferences.of(kept)
        for name, text in habits.kept.items():
            if kept.get(name, text) != text:
                self._ledger.aside.note(f"{name} of player {player}", f"{kept[name]!r} is none")
        return habits

    async def standing(self, player: Player) -> ReminderOverview:
        """How a player's reminders stand."""
        now = self._now()
        awaited = await self._store.awaited(player.id, now + 400 * DAY)
        coming = tuple((game, due) for game, _, due in awaited if due > now)
        return ReminderOverview(await self.habits(player.id), coming, tuple(await self._store.refusing(player.id)))

    async def choose(self, player: Player, wanted: PreferenceChange) -> ReminderOverview | Refusal:
        """Change how a player is reminded; nothing is changed by a refusal."""
        now = self._now()
        before = await self.habits(player.id)
        habits = changed(before, wanted, now)
        if isinstance(habits, Refusal):
            return habits
        new = {name: text for name, text in habits.kept.items() if text != before.kept[name]}
        await self._store.prefer(player.id, new, now)
        return await self.standing(player)

    async def reopened(self, place: Location) -> None:
        """Somebody acts in a channel: reminders may go there again."""
        spot = Spot(place.guild, place.channel)
        await self._store.reopened(place.guild, place.channel, (WHERE, spot.text), self._now())


def _verdict(
    standing: ReminderStanding, tables: Mapping[int, Table], frozen: Mapping[int, int], now: int
) -> ReminderPlan:
    """What is to become of the games that await a player; those that do not replay are `frozen` until a time."""
    turns, began = [], {}
    for number, table in tables.items():
        clock = table.state.clock
        if clock is not None and table.state.awaits is Await.MOVE:
            began[number] = clock.began
            sent = {read_part(s.fraction) for s in standing.sent if (s.game, s.turn) == (number, clock.began)}
            turns.append(TimedTurn(number, table.game.guild, table.game.channel, clock, sent))
    look = outlook(turns, ReminderPreferences.of(standing.preferences), standing.closed, now)
    notices = [
        (place, [Sent(game, began[game], part_text(part)) for game, parts in games.items() for part in parts])
        for place, games in look.notices
    ]
    return ReminderPlan(notices, {**dict.fromkeys(tables), **frozen, **look.next})


def _still(table: Table, player: int, sent: Sent, now: int) -> bool:
    """Whether the turn that a reminder is about still goes on, with its clock running and its channel there."""
    clock, held = table.state.clock, table.game.player_to_move()
    if clock is None or held is None or held.id != player or clock.deadline is None or table.game.lost is not None:
        return False
    return clock.began == sent.turn and not clock.out(now)


def _deadline(table: Table) -> int:
    clock = table.state.clock
    return clock.deadline or 0 if clock else 0
