"""Reminders: which players are reminded of which turn when, and what they are told."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from typing import NamedTuple

from bot.games.deadlines import asked_seats
from bot.games.lobby.seats import waited_for
from bot.games.refusals import if_granted
from bot.games.reminders.preferences import (
    Part,
    PreferenceChange,
    ReminderPreferences,
    changed,
    left_at,
    part_text,
    read_part,
)
from bot.games.tables import ClosedPlaces, Table, Tables
from bot.store import Deadline, Ledger, Player, StoredGame, known
from bot.store.ledger import LAPSE
from bot.store.reminders import DIRECT, Sent
from engine.clocks.control import DAY, MINUTE, TimeControl
from engine.clocks.zones import reached
from engine.play.clock import Clock

EARLY = 15 * MINUTE
"""How much earlier a reminder may come together with others (ms)."""
EARLY_PART = 20
"""The largest part of the player's time that this may be: a twentieth."""
BEFORE_QUIET = 15 * MINUTE
"""How long before quiet hours a reminder comes that cannot wait for their end (ms)."""


class Reminder(NamedTuple):
    """A reminder to come: how much time is left, when it is due, and when it may come at the earliest."""

    part: Part
    due: int
    earliest: int


@dataclass(frozen=True)
class TimedTurn:
    """A game that waits for a player while a clock runs: its number, guild and channel, and what was told so far.

    What was to come before `since` (UTC ms), when it began to wait, does not come.
    """

    game: int
    guild: int
    channel: int
    clock: Clock
    sent: Collection[Part | None] = ()
    since: int = 0


class Notice(NamedTuple):
    """A message to be sent to a place (a channel's id, 0 for direct messages), and what it reminds of by games."""

    place: int
    games: Mapping[int, tuple[Part, ...]]


@dataclass(frozen=True)
class Outlook:
    """What is to be done now for a player, and when to look at each game again, None for not before it changes."""

    notices: tuple[Notice, ...]
    next: Mapping[int, int | None]


def plan(clock: Clock, habits: ReminderPreferences, sent: Collection[Part | None], now: int) -> tuple[Reminder, ...]:
    """The reminders still to come for the running clock, in order; those that have come due lie no later than now."""
    deadline = clock.deadline
    if deadline is None or now >= deadline or (clock.control.live and not habits.live):
        return ()
    early = min(EARLY, clock.had // EARLY_PART)
    found = []
    for part in habits.at:
        left = left_at(part, clock.had)
        moment = reached(clock.control.weekends, clock.since, clock.left[clock.running] - left)
        due = _fit(habits, moment, clock.since, deadline)
        if part in sent or left >= clock.had or moment < habits.since or due is None:
            continue
        if due < now:
            span = habits.quiet_around(now)
            due = span.end if span else due
        if due < deadline:
            found.append(Reminder(part, due, max(due - early, clock.since)))
    return tuple(sorted(found, key=lambda reminder: (reminder.due, -left_at(reminder.part, clock.had))))


def _fit(habits: ReminderPreferences, moment: int, begin: int, deadline: int) -> int | None:
    """When a reminder comes whose moment this is, not before `begin`; None for never.

    What cannot wait until quiet hours are over comes well before them, so that a short delay does no harm.
    """
    span = habits.quiet_around(moment) or habits.quiet_around(moment + BEFORE_QUIET)
    if span is None or (moment < span.begin and span.end < deadline):
        return moment
    if span.end < deadline:
        return span.end
    before = span.begin - BEFORE_QUIET
    if before >= begin:
        return before
    return moment if moment < span.begin else None


def outlook(turns: Sequence[TimedTurn], habits: ReminderPreferences, closed: Collection[int], now: int) -> Outlook:
    """What is to be done now for a player in whose games these clocks run; `closed` are the places that refuse.

    A place gets one message about all that is due there or may come early; where no place is left, one is looked for
    again after a while.
    """
    following: dict[int, int | None] = {}
    rest: dict[int, int | None] = {}
    gathered: dict[int, dict[int, list[Reminder]]] = {}
    for turn in turns:
        place = place_of(turn, habits, closed)
        own = replace(habits, since=max(habits.since, turn.since))
        reminders = () if place is None else plan(turn.clock, own, turn.sent, now)
        near = [reminder for reminder in reminders if reminder.earliest <= now]
        later = [reminder for reminder in reminders if reminder.earliest > now]
        following[turn.game] = reminders[0].due if reminders else now + ClosedPlaces.PAUSE if place is None else None
        rest[turn.game] = later[0].due if later else None
        if place is not None and near:
            gathered.setdefault(place, {})[turn.game] = near
    notices = tuple(
        Notice(place, {game: tuple(reminder.part for reminder in near) for game, near in games.items()})
        for place, games in gathered.items()
        if any(reminder.due <= now for near in games.values() for reminder in near)
    )
    return Outlook(notices, following | {game: rest[game] for notice in notices for game in notice.games})


def place_of(turn: TimedTurn, habits: ReminderPreferences, closed: Collection[int]) -> int | None:
    """Where a player is reminded of a game: where they like, else in the game's channel; None where all refuse."""
    spot = habits.spot
    liked = 0 if spot.direct else spot.channel if spot.guild == turn.guild else turn.channel
    return next((place for place in (liked, turn.channel) if place not in closed), None)


log = logging.getLogger(__name__)

FROZEN = DAY
"""When to look again at a game that no longer replays."""


class Delivery(Enum):
    """What became of an attempt to send a message."""

    TOLD = "sent"
    REFUSED = "refused by the place"
    FAILED = "perhaps not sent"


@dataclass(frozen=True)
class Message:
    """A message to a player: where (a channel's id, 0: directly), the games that await, whether it is a nudge.

    `about` is the same for a message that is sent again.
    """

    player: int
    place: int
    tables: tuple[Table, ...]
    about: str
    nudge: bool = False


@dataclass(frozen=True)
class ReminderOverview:
    """How a player's reminders are set: habits, the next ones as (game, UTC ms), and since when which places refuse."""

    habits: ReminderPreferences
    coming: tuple[tuple[int, int], ...]
    refusing: tuple[tuple[int, int], ...]


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


Deliver = Callable[[Message], Awaitable[Delivery]]


class Reminders:
    """The reminders of all players; `now()` gives UTC ms."""

    def __init__(self, ledger: Ledger, tables: Tables, closed: ClosedPlaces, now: Callable[[], int]) -> None:
        self._ledger = ledger
        self._store = ledger.reminders
        self._tables = tables
        self.closed = closed
        self._now = now

    # ---- what is due

    async def due(self, deadline: Deadline, deliver: Deliver) -> None:
        """Meet a deadline to look at a game: remind its player of all that awaits them now, and plan the rest.

        A message that fails leaves the deadline for another try; one that a place refuses goes to the next place.
        """
        outcome = Delivery.REFUSED
        while outcome is Delivery.REFUSED:
            game = await if_granted(self._tables.game(deadline.game))
            player = None if game is None or game.lost is not None else _about(game, deadline.player)
            if player is None or not player.reachable:
                break
            outcome = await self._remind(player.id, deliver)
        if outcome is not Delivery.FAILED:
            await self._ledger.deadlines.settle(deadline)

    async def _remind(self, player: int, deliver: Deliver) -> Delivery:
        """Remind a player of what is due and plan what is not; what has become of the last message."""
        now = self._now()
        awaited = {each.game: each for each in await self._store.awaited(player, now + EARLY)}
        found = {number: await if_granted(self._tables.find(number)) for number in awaited}
        tables = {number: table for number, table in found.items() if table is not None}
        waits = {number: await self._wait(table, player) for number, table in tables.items()}
        waiting = {number: wait for number, wait in waits.items() if wait is not None}
        look = await self._look(player, tables, waiting, now)
        later = {**dict.fromkeys(tables), **look.next}
        rest = {each: later.get(number, now + FROZEN) for number, each in awaited.items()}
        for place, games in look.notices:
            urgent = tuple(sorted((tables[game] for game in games), key=_deadline))
            sent = [waiting[game].sent(game, part) for game, parts in games.items() for part in parts]
            delivery = await deliver(Message(player, place, urgent, str(sent)))
            if delivery is Delivery.REFUSED:
                self.closed.close(place or -player)
            if delivery is not Delivery.TOLD:
                return delivery
            await self._store.reminded(player, sent, {awaited[game]: rest.pop(awaited[game]) for game in games})
        await self._store.reminded(player, (), rest)
        return Delivery.TOLD

    async def _look(self, player: int, tables: dict[int, Table], waiting: dict[int, Wait], now: int) -> Outlook:
        """What is to be done now about games that wait for a player."""
        reminded, turns = await self._store.sent(list(waiting)), []
        for number, wait in waiting.items():
            game, clock = tables[number].game, wait.clock
            sent = {wait.part(each) for each in reminded if (each.game, each.turn) == (number, clock.began)}
            turns.append(TimedTurn(number, game.guild, game.channel, clock, sent, wait.since))
        closed = {DIRECT if place == -player else place for place in self.closed.all()}
        return outlook(turns, await self.habits(player), closed, now)

    async def _wait(self, table: Table, player: int) -> Wait | None:
        """How a game waits for a player: for a move, a roll or an answer; None if it does not, or without end."""
        game, state = table.game, table.state
        if game.stage == "open":
            lapses = (await self._ledger.deadlines.by_game(LAPSE, [game.number])).get(game.number)
            invited = player in {each.id for each in waited_for(game)}
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
        """How a player's reminders are set."""
        now, habits = self._now(), await self.habits(player.id)
        awaited = await self._store.awaited(player.id, now + 400 * DAY)
        coming = tuple((each.game, each.due) for each in awaited if each.due > now)
        games = [await if_granted(self._tables.game(each.game)) for each in awaited]
        places = [habits.spot.channel, *(game.channel for game in games if game is not None)]
        return ReminderOverview(habits, coming, tuple(self._refusing(player.id, places)))

    def _refusing(self, player: int, places: Sequence[int]) -> Iterator[tuple[int, int]]:
        """Since when direct messages to a player, as DIRECT, or some of the places where they are reminded refuse."""
        for place in dict.fromkeys([-player, *places]):
            since = self.closed.since(place)
            if since is not None:
                yield (DIRECT if place == -player else place), since

    async def choose(self, player: Player, wanted: PreferenceChange) -> ReminderOverview:
        """Change how a player is reminded; nothing is changed by a refusal."""
        now = self._now()
        before = await self.habits(player.id)
        habits = changed(before, wanted, now)
        new = {name: text for name, text in habits.kept.items() if text != before.kept[name]}
        self.closed.open(-player.id)
        await self._store.prefer(player.id, new, now)
        return await self.standing(player)


def _about(game: StoredGame, who: int) -> Player | None:
    """The player whom a deadline of reminders is about, if the game may wait for them."""
    if game.stage == "open":
        return known(who) if who > 0 else None
    return game.player_to_move() if who == 0 else game.seats.get(-who)


def _challenge_clock(made: int, lapses: int) -> Clock:
    """The time that a challenge gives to those it waits for, as a clock."""
    control = TimeControl(lapses - made)
    return Clock(control, (0, control.start), True, 1, made, had=control.start, began=made)


def _deadline(table: Table) -> int:
    clock = table.state.clock
    return clock.deadline or 0 if clock else 0
