"""Reminders before time runs out, and nudges, for which another player asks once a day in each game."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from typing import NamedTuple

from bot.games.deadlines import asked_seats
from bot.games.lobby.challenge import waited_for
from bot.games.refusals import Numbered, Pointing, WithoutChannel, if_granted, refuse
from bot.games.reminders.preferences import (
    Part,
    ReminderPreferences,
    changed,
    left_at,
    part_text,
    read_part,
)
from bot.games.settings import NUDGES, ON, Settings
from bot.games.tables import ClosedPlaces, Table, Tables
from bot.store import Deadline, Ledger, Player
from bot.store.ledger import LAPSE
from bot.store.outbox import Letter
from bot.store.reminders import DIRECT, Sent
from engine.clocks.control import DAY, MINUTE, TimeControl
from engine.clocks.zones import reached
from engine.model.refusal import Refusal, Refused
from engine.play.clock import Clock
from engine.play.refusals import GamePaused

EARLY = 15 * MINUTE
"""How much earlier a reminder may come together with others (ms)."""
EARLY_PART = 20
"""The largest part of the player's time that this may be: a twentieth."""
BEFORE_QUIET = 15 * MINUTE
"""How long before quiet hours a reminder comes that cannot wait for their end (ms)."""
FROZEN = DAY
"""When to look again at a game that no longer replays."""
NUDGE = "nudge"
"""The kind of letter: its key is the game, its player the one to move, its payload the event that began the turn."""


class OwnMove(Numbered):
    words = "Game #{number} waits for you, so there is nobody to nudge."


class ThinkingNow(Numbered):
    words = "Game #{number} waits for me, and I am thinking. I move as soon as I have found something."


class AwayNow(Numbered):
    words = "The player to move in game #{number} is on vacation, and their clock stands still. Nobody has been nudged."


class NudgedLeft(Refusal):
    name: str

    words = (
        "{name} has left this server, so I can't nudge them. You can wait, or find a replacement with /game replace."
    )


class NudgedToday(Pointing, Numbered):
    """A second nudge in a game within a day; `again` is when the next is possible (UTC s)."""

    again: int

    words = "Game #{number} has had its nudge for today. You can nudge again <t:{again}:R>."


# ---- what is due


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


class Outlook(NamedTuple):
    """The messages to send a player now, and when to look at each game again, None for not before it changes.

    They are by place (a channel's id, 0 for direct messages), what each reminds of by game.
    """

    notices: Mapping[int, Mapping[int, tuple[Part, ...]]]
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
    """Move a reminder's moment out of quiet hours, not before `begin`; None for never.

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
    """Plan what to send a player in whose games these clocks run; `closed` are the places that refuse.

    A place gets one message about all that is due there or may come early; where no place is left, one is looked for
    again after a while.
    """
    planned: list[tuple[int, int | None, Sequence[Reminder]]] = []
    for turn in turns:
        place = next((each for each in places_of(turn.guild, turn.channel, habits) if each not in closed), None)
        own = replace(habits, since=max(habits.since, turn.since))
        planned.append((turn.game, place, () if place is None else plan(turn.clock, own, turn.sent, now)))
    writing = {place for _, place, reminders in planned if any(reminder.due <= now for reminder in reminders)}
    gathered: dict[int, dict[int, tuple[Part, ...]]] = {}
    following: dict[int, int | None] = {}
    for game, place, reminders in planned:
        near = [reminder for reminder in reminders if reminder.earliest <= now and place in writing]
        if place is not None and near:
            gathered.setdefault(place, {})[game] = tuple(reminder.part for reminder in near)
        later = now + ClosedPlaces.PAUSE if place is None else None
        following[game] = next((reminder.due for reminder in reminders if reminder not in near), later)
    return Outlook(gathered, following)


def places_of(guild: int, channel: int, habits: ReminderPreferences) -> tuple[int, int]:
    """Return where to tell a player of a game: where they like, or else in the game's channel."""
    spot = habits.spot
    return DIRECT if spot.direct else spot.channel if spot.guild == guild else channel, channel


# ---- what is sent


class Delivery(Enum):
    """The outcome of an attempt to send a message."""

    TOLD = "sent"
    REFUSED = "refused by the place"
    FAILED = "perhaps not sent"


class Message(NamedTuple):
    """A message to a player: where (a channel's id, 0: directly), the games that await, whether it is a nudge.

    `about` is the same for a message that is sent again.
    """

    player: int
    place: int
    tables: tuple[Table, ...]
    about: str
    nudge: bool = False


class ReminderOverview(NamedTuple):
    """A player's preferences, the next reminders as (game, UTC ms), and the places that refuse, each since when."""

    habits: ReminderPreferences
    coming: tuple[tuple[int, int], ...]
    refusing: tuple[tuple[int, int], ...]


Deliver = Callable[[Message], Awaitable[Delivery]]
Seated = Callable[[int, Player], Awaitable[Table]]
"""Returns the table of a running game in which a player sits; refuses if there is none."""


class Reminders:
    """The reminders of all players; `now()` gives UTC ms.

    Whether a player keeps nudges away, or has quiet hours, is known to that player alone: whoever nudges is told the
    same in each case, and has nudged for the day.
    """

    def __init__(
        self,
        ledger: Ledger,
        tables: Tables,
        closed: ClosedPlaces,
        seated: Seated,
        settings: Settings,
        present: Callable[[int, int], Awaitable[bool | None]],
        now: Callable[[], int],
    ) -> None:
        self._ledger = ledger
        self._store = ledger.reminders
        self._tables = tables
        self._closed = closed
        self._seated = seated
        self._settings = settings
        self._present = present
        self._now = now

    async def due(self, deadline: Deadline, deliver: Deliver) -> None:
        """Meet a deadline to look at a game: remind its player of all that awaits them now, and plan the rest.

        A message that fails leaves the deadline for another try; one that a place refuses goes to the next place.
        """
        while await self._remind(deadline.player, deliver) is Delivery.REFUSED:
            pass

    async def _remind(self, player: int, deliver: Deliver) -> Delivery:
        """Remind a player of what is due and plan what is not; return the outcome of the last message."""
        now = self._now()
        awaited = {each.game: each for each in await self._store.awaited(player, now + EARLY)}
        found = [await if_granted(self._tables.find(number)) for number in awaited]
        tables = {table.game.number: table for table in found if table is not None}
        sent = await self._store.sent(player, list(tables))
        seen = [await self._turn(table, player, sent) for table in tables.values()]
        turns = {turn.game: turn for turn in seen if turn is not None}
        closed = {DIRECT if place == -player else place for place in self._closed.all()}
        look = outlook(list(turns.values()), await self.habits(player), closed, now)
        rest = {each: look.next.get(number) if number in tables else now + FROZEN for number, each in awaited.items()}
        for place, games in look.notices.items():
            urgent = tuple(tables[game] for game in sorted(games, key=lambda game: turns[game].clock.deadline or 0))
            told = [
                Sent(game, turns[game].clock.began, part_text(part)) for game, parts in games.items() for part in parts
            ]
            delivery = await deliver(Message(player, place, urgent, str(told)))
            if delivery is Delivery.REFUSED:
                self._closed.close(place or -player)
            if delivery is not Delivery.TOLD:
                return delivery
            await self._store.reminded(player, told, {awaited[game]: rest.pop(awaited[game]) for game in games})
        await self._store.reminded(player, (), rest)
        return Delivery.TOLD

    async def _turn(self, table: Table, player: int, sent: Sequence[Sent]) -> TimedTurn | None:
        """Return a player's turn to move, roll or answer; None if a game does not wait for them, or has no clock."""
        game, state = table.game, table.state
        clock, since = state.clock, 0
        if game.stage == "open":
            lapses = (await self._ledger.deadlines.by_game(LAPSE, [game.number])).get(game.number)
            if lapses is None or player not in {each.id for each in waited_for(game)}:
                return None
            control = TimeControl(lapses - game.created)
            clock = Clock(control, (0, control.start), True, 1, game.created, had=control.start, began=game.created)
        held = game.player_to_move()
        if clock is None or game.lost is not None or (held is None and game.stage != "open"):
            return None
        if held is not None and held.id != player:
            if not {*game.seats_of(player)} & {*asked_seats(state)}:
                return None
            offered = min(offer.sequence for offer in state.proposals if offer.by == clock.running)
            since = next((event.at for event in reversed(state.events) if event.sequence == offered), 0)
        told = {read_part(each.fraction) for each in sent if (each.game, each.turn) == (game.number, clock.began)}
        return TimedTurn(game.number, game.guild, game.channel, clock, told, since)

    # ---- nudges

    async def nudge(self, number: int, player: Player) -> Player:
        """Nudge the player to move, for another who plays in the game; return who that is."""
        table = await self._seated(number, player)
        moving = table.game.seats[table.state.due]
        if moving.id == player.id:
            raise Refused(OwnMove(number))
        refuse(_idle(table))
        if moving.level:
            raise Refused(ThinkingNow(number))
        if await self._present(table.game.guild, moving.id) is False:
            raise Refused(NudgedLeft(moving.name))
        now = self._now()
        last = await self._ledger.outbox.find(NUDGE, str(number))
        if last is not None and last.made > now - DAY:
            raise Refused(NudgedToday(number, -(-(last.made + DAY) // 1000)))
        quiet = (await self.habits(moving.id)).quiet_around(now)
        turn, due = str(table.state.changed), quiet.end if quiet else now
        await self._ledger.outbox.post(
            Letter(NUDGE, str(number), now, due, game=number, player=moving.id, payload=turn)
        )
        return moving

    async def send_nudge(self, letter: Letter, deliver: Deliver) -> int | None:
        """Send a nudge where its player likes, or else to the game's channel; return when to try again, None for never.

        What is about a turn that is over, or is unwanted, is dropped.
        """
        habits, now = await self.habits(letter.player), self._now()
        quiet = habits.quiet_around(now)
        if quiet:
            return quiet.end
        wanted = await self._settings.value(Player(letter.player, ""), NUDGES) == ON
        table = await if_granted(self._tables.find(letter.game))
        held = table.game.player_to_move() if table else None
        if not wanted or table is None or held is None or held.id != letter.player:
            return None
        if str(table.state.changed) != letter.payload or _idle(table) is not None:
            return None
        for place in dict.fromkeys(places_of(table.game.guild, table.game.channel, habits)):
            if (place or -letter.player) not in self._closed:
                about = f"{letter.key} {letter.made}"
                delivery = await deliver(Message(letter.player, place, (table,), about, nudge=True))
                if delivery is not Delivery.REFUSED:
                    return letter.again(now) if delivery is Delivery.FAILED else None
                self._closed.close(place or -letter.player)
        return None

    # ---- what players choose

    async def habits(self, player: int) -> ReminderPreferences:
        return ReminderPreferences.of(await self._ledger.preferences.of(player))

    async def standing(self, player: Player) -> ReminderOverview:
        now, habits = self._now(), await self.habits(player.id)
        awaited = await self._store.awaited(player.id, now + 400 * DAY)
        coming = tuple((each.game, each.due) for each in awaited if each.due > now)
        games = [await if_granted(self._tables.game(each.game)) for each in awaited]
        places = dict.fromkeys([-player.id, habits.spot.channel, *(game.channel for game in games if game is not None)])
        refusing = ((max(place, DIRECT), self._closed.since(place)) for place in places)
        return ReminderOverview(habits, coming, tuple((place, since) for place, since in refusing if since is not None))

    async def choose(self, player: Player, wanted: Mapping[str, str]) -> ReminderOverview:
        """Change a player's preferences; a refusal changes nothing."""
        now = self._now()
        before = await self.habits(player.id)
        habits = changed(before, wanted, now)
        new = {name: text for name, text in habits.kept.items() if text != before.kept[name]}
        self._closed.open(-player.id)
        await self._store.prefer(player.id, new, now)
        return await self.standing(player)


def _idle(table: Table) -> Refusal | None:
    """Return why no move is due: the channel is gone, the game is paused, or the player to move is on vacation."""
    clock = table.state.clock
    if table.game.lost is not None:
        return WithoutChannel(table.game.number)
    if clock is not None and clock.paused:
        return GamePaused()
    return AwayNow(table.game.number) if clock is not None and table.state.due in clock.away else None
