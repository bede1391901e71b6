"""The reminder service: claims reminders when they are due, sends each once, and keeps players' preferences."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from enum import Enum
from functools import partial
from typing import NamedTuple

from bot.games.deadlines import asked_seats
from bot.games.lobby.seats import waited_for
from bot.games.refusals import if_granted
from bot.games.reminders.plan import EARLY, TimedTurn, outlook
from bot.games.reminders.preferences import (
    WHERE,
    Part,
    PreferenceChange,
    ReminderPreferences,
    Spot,
    changed,
    part_text,
    read_part,
)
from bot.games.tables import Location, Table, Tables
from bot.store import Deadline, Ledger, Player, StoredGame, known
from bot.store.ledger import LAPSE
from bot.store.reminders import OpenNotice, Refusing, ReminderPlan, ReminderStanding, Sent
from engine.clocks.control import DAY, TimeControl
from engine.play.clock import Clock

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


class Wait(NamedTuple):
    """A clock that runs while a game waits for a player, `since` when (UTC ms) where that is after the turn began.

    `whose` ends the text of what they are reminded of; it is "" for the player to move.
    """

    clock: Clock
    whose: str = ""
    since: int = 0

    def sent(self, game: int, part: Part) -> Sent:
        """Return what is claimed when the player is reminded."""
        return Sent(game, self.clock.began, f"{part_text(part)}{self.whose}")

    def part(self, sent: Sent) -> Part | None:
        """Return at how much time the player was reminded, None if somebody else was."""
        part, *whose = sent.fraction.split(" ")
        return read_part(part) if whose == self.whose.split() else None

    def still(self, sent: Sent, now: int) -> bool:
        """Tell whether the turn that a reminder is about still goes on, with its clock running."""
        return self.clock.began == sent.turn and self.clock.deadline is not None and not self.clock.out(now)


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
            game = await if_granted(self._tables.game(deadline.game))
            player = None if game is None or game.lost is not None else _about(game, deadline.player)
            if player is None or not player.reachable:
                await self._ledger.deadlines.settle(deadline)
                return
            now = self._now()
            known, tables = await self._awaited(player.id, now + EARLY)
            frozen = {number: now + FROZEN for number in known if number not in tables}
            waits = {number: await self._wait(table, player.id) for number, table in tables.items()}
            judge = partial(_verdict, tables=tables, waits=waits, frozen=frozen, now=now)
            if await self._store.rule(player.id, now + EARLY, known, judge, now):
                return

    async def _awaited(self, player: int, until: int) -> tuple[Mapping[int, tuple[int, int]], Mapping[int, Table]]:
        """The games to look at by a time as `rule` knows them, and the tables of those that replay."""
        known, tables = {}, {}
        for number, sequence, _, about in await self._store.awaited(player, until):
            known[number] = sequence, about
            table = await if_granted(self._tables.find(number))
            if table is not None:
                tables[number] = table
                known[number] = (table.game.revised if about > 0 else table.state.sequence), about
        return known, tables

    async def _wait(self, table: Table, player: int) -> Wait | None:
        """How a game waits for a player: for a move, a roll or an answer; None if it does not, or without end."""
        game, state = table.game, table.state
        if game.stage == "open":
            lapses = (await self._ledger.deadlines.by_game(LAPSE, [game.number])).get(game.number)
            invited = player in {each.id for each in waited_for(game, state.variant)}
            return Wait(_challenge_clock(game.created, lapses), f" {player}") if invited and lapses else None
        held = game.player_to_move()
        if state.clock is None or held is None:
            return None
        if held.id == player:
            return Wait(state.clock)
        asked = {*game.seats_of(player)} & {*asked_seats(state)}
        offered = min((offer.sequence for offer in state.proposals if offer.by == state.clock.running), default=0)
        since = next((event.at for event in reversed(state.events) if event.sequence == offered), 0)
        return Wait(state.clock, f" {player}", since) if asked else None

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
            table = await if_granted(self._tables.find(sent.game))
            wait = await self._wait(table, notice.player) if table is not None else None
            if table is not None and wait is not None and table.game.lost is None and wait.still(sent, now):
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
        coming = tuple((each.game, each.due) for each in awaited if each.due > now)
        return ReminderOverview(await self.habits(player.id), coming, tuple(await self._store.refusing(player.id)))

    async def choose(self, player: Player, wanted: PreferenceChange) -> ReminderOverview:
        """Change how a player is reminded; nothing is changed by a refusal."""
        now = self._now()
        before = await self.habits(player.id)
        habits = changed(before, wanted, now)
        new = {name: text for name, text in habits.kept.items() if text != before.kept[name]}
        await self._store.prefer(player.id, new, now)
        return await self.standing(player)

    async def reopened(self, place: Location) -> None:
        """Somebody acts in a channel: reminders may go there again."""
        spot = Spot(place.guild, place.channel)
        await self._store.reopened(place.guild, place.channel, (WHERE, spot.text), self._now())


def _about(game: StoredGame, who: int) -> Player | None:
    """The player whom a deadline of reminders is about, if the game may wait for them."""
    if game.stage == "open":
        return known(who) if who > 0 else None
    return game.player_to_move() if who == 0 else game.seats.get(-who)


def _challenge_clock(made: int, lapses: int) -> Clock:
    """The time that a challenge gives to those it waits for, as a clock."""
    control = TimeControl(lapses - made)
    return Clock(control, (0, control.start), True, 1, made, had=control.start, began=made)


def _verdict(
    standing: ReminderStanding,
    tables: Mapping[int, Table],
    waits: Mapping[int, Wait | None],
    frozen: Mapping[int, int],
    now: int,
) -> ReminderPlan:
    """What is to become of the games that await a player; those that do not replay are `frozen` until a time."""
    turns, found = [], {number: wait for number, wait in waits.items() if wait is not None}
    for number, wait in found.items():
        game, clock = tables[number].game, wait.clock
        sent = {wait.part(each) for each in standing.sent if (each.game, each.turn) == (number, clock.began)}
        turns.append(TimedTurn(number, game.guild, game.channel, clock, sent, wait.since))
    look = outlook(turns, ReminderPreferences.of(standing.preferences), standing.closed, now)
    notices = [
        (place, [found[game].sent(game, part) for game, parts in games.items() for part in parts])
        for place, games in look.notices
    ]
    return ReminderPlan(notices, {**dict.fromkeys(tables), **frozen, **look.next})


def _deadline(table: Table) -> int:
    clock = table.state.clock
    return clock.deadline or 0 if clock else 0
