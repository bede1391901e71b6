"""Reminders before time runs out, as each player likes them, and nudges, for which others ask once a day in a game."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from fractions import Fraction
from typing import NamedTuple

from bot.games.directory import seated
from bot.games.refusals import Numbered, Pointing, WithoutChannel, granted, if_granted, refuse, refuse_if
from bot.games.settings import NUDGES, OFF, ON
from bot.games.tables import ClosedPlaces, Table, Tables, asked_seats
from bot.store import Deadline, Ledger, Player
from bot.store.deadlines import DIRECT, REMIND, Sent
from bot.store.ledger import LAPSE
from bot.store.outbox import Letter
from engine.clocks.control import DAY, MINUTE, TimeControl, in_short, read_span
from engine.clocks.zones import read_zone, time_after, zone_of
from engine.model.refusal import Refusal, Refused
from engine.play.clock import Clock
from engine.play.refusals import GamePaused

# ---- what players choose

DAY_MINUTES, LONGEST_QUIET = 24 * 60, 20 * 60
_TIME_OF_DAY = re.compile(r"(\d{1,2})(?::(\d{2}))?\s*(am|pm)?", re.ASCII)
_PART = re.compile(r"\d{1,4}/0*[1-9]\d{0,3}|\d{1,2}(\.\d)?%|0?\.\d{1,3}", re.ASCII)
MOST_PARTS = 5
Part = Fraction | int
"""The time left at a reminder: a part of the player's time, or ms."""


class BadParts(Refusal):
    words = f"Say how much of your time is left when I remind you: 1/2, 1/10, 50% or 12h (up to {MOST_PARTS}), or off."


class BadQuiet(Refusal):
    words = "Write quiet hours like 22:00-08:00 (up to 20 hours), or off."


class BadWhere(Refusal):
    words = "Choose game (the game's own channel), here (this channel or thread) or dm (direct messages)."


class QuietHours(NamedTuple):
    """The quiet part of each day, by minutes since midnight; one that ends no later than it begins lasts overnight."""

    begin: int
    end: int

    @property
    def text(self) -> str:
        return "-".join(f"{minute // 60:02}:{minute % 60:02}" for minute in self)

    def around(self, at: int, zone: str) -> range | None:
        """The quiet span (UTC ms) that a time falls into by the clocks of a zone, None where it is not quiet."""
        today = datetime.fromtimestamp(at // 1000, zone_of(zone)).date()
        for first in (today + timedelta(days=days) for days in (-1, 0, 1)):
            last = first if self.begin < self.end else first + timedelta(days=1)
            span = range(min(_moments(first, self.begin, zone)), max(_moments(last, self.end, zone)))
            if at in span:
                return span
        return None


def _moments(day: date, minute: int, zone: str) -> list[int]:
    """Return when clocks show a minute of a day (UTC ms): twice the same, except where daylight saving changes."""
    shown = datetime.combine(day, time(minute // 60, minute % 60), zone_of(zone))
    return [round(shown.replace(fold=fold).timestamp()) * 1000 for fold in (0, 1)]


class ReminderPlace(NamedTuple):
    """The place of reminders: each game's channel, one channel or thread of a guild, or direct messages."""

    guild: int = 0
    channel: int = 0
    direct: bool = False

    @property
    def text(self) -> str:
        """The canonical text: `game`, `dm` or `GUILD/CHANNEL`."""
        if self.direct:
            return "dm"
        return f"{self.guild}/{self.channel}" if self.channel else "game"

    @classmethod
    def read(cls, text: str) -> ReminderPlace:
        """The spot of a canonical text, that of each game where it is none."""
        guild, _, channel = text.partition("/")
        return cls(int(guild), int(channel)) if channel else cls(direct=text == "dm")


def _off(text: str) -> bool:
    return text.strip().casefold() in {OFF, "none", "never", "no"}


def read_quiet(text: str) -> QuietHours | None:
    """The quiet hours that a text names, such as `22:00-08:00`, `22-8` or `10 pm to 8 am`; None for `off`."""
    if _off(text):
        return None
    minutes = [_minute(each) for each in re.split(r"\s*(?:-|–|to|until)\s*", text.strip().casefold())]
    refuse_if(len(minutes) != 2 or not 0 < (minutes[1] - minutes[0]) % DAY_MINUTES <= LONGEST_QUIET, BadQuiet())
    return QuietHours(*minutes)


def _minute(text: str) -> int:
    """The minute of the day; refuses one that no day has."""
    found = _TIME_OF_DAY.fullmatch(text)
    if found:
        hour, minute, half = int(found[1]), int(found[2] or 0), found[3]
        minutes = (hour % 12 + 12 * (half == "pm") if half else hour) * 60 + minute
        if minute < 60 and minutes <= DAY_MINUTES and (not half or 1 <= hour <= 12):
            return minutes % DAY_MINUTES
    raise Refused(BadQuiet())


def read_parts(text: str) -> tuple[Part, ...]:
    """Read how much time is left at reminders, such as `1/2, 10%`, `1 day`, `off`: parts first, the largest first."""
    if _off(text):
        return ()
    listed = re.sub(r"\band\b|[,;]", " ", text.casefold())
    words = re.sub(r"(?<=\d)\s+(?=%|[a-z])", "", listed, flags=re.ASCII).split()
    parts = {read_part(word) for word in words[: MOST_PARTS + 1]}
    good = sorted((part for part in parts if part), key=lambda part: (part < 1, part), reverse=True)
    refuse_if(not 0 < len(words) <= MOST_PARTS or len(good) < len(parts), BadParts())
    return tuple(good)


def read_part(word: str) -> Part | None:
    """Read one part between nothing and all of the time, or one span; None for neither."""
    if not _PART.fullmatch(word):
        return read_span(word)
    part = Fraction(word.removesuffix("%")) / (100 if word.endswith("%") else 1)
    return part if 0 < part < 1 else None


def part_text(part: Part) -> str:
    """Write one part or span without spaces: `1/2`, `1d12h`."""
    return in_short(part, 4).replace(" ", "") if isinstance(part, int) else str(part)


AT, WHERE, QUIET, ZONE, LIVE, SINCE = "remind-at", "remind-where", "quiet", "zone", "remind-live", "remind-since"
"""The players' choices, by their names in the store."""


class ReminderPreferences(NamedTuple):
    """A player's reminders: the time left at each (`at`; empty for none), the place, and quiet hours.

    `live` includes live games; reminders due before `since` (UTC ms) are dropped.
    """

    at: tuple[Part, ...] = (Fraction(1, 2), Fraction(1, 10))
    spot: ReminderPlace = ReminderPlace()
    quiet: QuietHours | None = None
    zone: str = "UTC"
    live: bool = False
    since: int = 0

    @classmethod
    def read(cls, texts: Mapping[str, str]) -> ReminderPreferences:
        """Read texts by name, the default where there is none; the first that cannot be read is refused."""
        return cls(
            read_parts(texts.get(AT, "1/2 1/10")),
            ReminderPlace.read(texts.get(WHERE, "game")),
            read_quiet(texts.get(QUIET, OFF)),
            granted(read_zone(texts.get(ZONE, "UTC"))),
            texts.get(LIVE) == ON,
            int(texts.get(SINCE, 0)),
        )

    def quiet_around(self, at: int) -> range | None:
        return self.quiet.around(at, self.zone) if self.quiet else None

    def places(self, guild: int, channel: int) -> tuple[int, int]:
        """Return where to tell the player of a game: where they like, or else in the game's channel."""
        spot = self.spot
        return DIRECT if spot.direct else spot.channel if guild and spot.guild == guild else channel, channel


# ---- what is due

BEFORE_QUIET = 15 * MINUTE
"""Lead of a reminder before quiet hours if it can't wait for their end (ms)."""


def plan(clock: Clock, habits: ReminderPreferences, now: int) -> list[tuple[int, Part]]:
    """The reminders to come, in order, when each is due: after quiet hours, or else before them, or not at all."""
    deadline = clock.deadline
    if deadline is None or now >= deadline or (clock.control.live and not habits.live):
        return []
    found = []
    for part in habits.at:
        left = part if isinstance(part, int) else int(part * clock.had)
        due = moment = time_after(clock.control.weekends, clock.since, clock.left[clock.running] - left)
        if left >= clock.had or moment < habits.since:
            continue
        span = habits.quiet_around(moment) or habits.quiet_around(moment + BEFORE_QUIET)
        if span and span.stop < deadline:
            due = span.stop if moment >= span.start else moment
        elif span and span.start - BEFORE_QUIET >= clock.since:
            due = span.start - BEFORE_QUIET
        elif span and moment >= span.start:
            continue
        if due < now and (span := habits.quiet_around(now)):
            due = span.stop
        if due < deadline:
            found.append((due, part))
    return sorted(found, key=lambda each: each[0])


# ---- what is sent

FROZEN = DAY
"""Pause before looking again at a game that can't be replayed."""
NUDGE = "nudge"
"""The kind of letter: its key is the game, its player the one to move, its payload the event that began the turn."""


class AwayNow(Numbered):
    words = "The player to move in game #{number} is on vacation, so I didn't nudge them."


class NudgedLeft(Refusal):
    name: str

    words = (
        "{name} has left this server, so I can't nudge them. You can wait, or find a replacement with /game replace."
    )


class NudgedToday(Pointing, Numbered):
    """A second nudge in a game within a day; `again` is when the next is possible (UTC s)."""

    again: int

    words = "Game #{number} has already had a nudge today. You can nudge again <t:{again}:R>."


class ReminderOverview(NamedTuple):
    """A player's preferences, the next reminders as (game, UTC ms), and the places that refuse, each since when."""

    habits: ReminderPreferences
    coming: Sequence[tuple[int, int]]
    refusing: Sequence[tuple[int, int]]


Deliver = Callable[[str, int, int, Sequence[Table], str], Awaitable[bool]]
"""Sends a message of a kind to a player at a place (0: directly) about games, known by a text if it is sent again.

False where the place refuses, which then is closed for a while.
"""


@dataclass(frozen=True)
class Reminders:
    """The reminders of all players; `now()` gives UTC ms.

    Whether a player keeps nudges away, or has quiet hours, is known to that player alone: the sender is told the
    same in each case, and has used the day's nudge.
    """

    ledger: Ledger
    tables: Tables
    closed: ClosedPlaces
    present: Callable[[int, int], Awaitable[bool | None]]
    now: Callable[[], int]

    async def due(self, deadline: Deadline, deliver: Deliver) -> None:
        """Remind a player of what is due, in a message a place, and plan the rest; a failure leaves the deadlines."""
        player, store, now = deadline.player, self.ledger.reminders, self.now()
        habits, awaited = await self.habits(player), await store.awaited(player, now)
        sent = await store.sent(player, [each.game for each in awaited])
        following: dict[Deadline, int | None] = {}
        messages: dict[int, list[tuple[int, Deadline, Table, list[Sent]]]] = {}
        for each in awaited:
            table = await if_granted(self.tables.find(each.game))
            turn = await self._turn(table, player) if table is not None else None
            if table is None or turn is None:
                following[each] = now + FROZEN if table is None else None
                continue
            clock, since = turn
            told = {one.fraction for one in sent if (one.game, one.turn) == (each.game, clock.began)}
            at = tuple(part for part in habits.at if part_text(part) not in told)
            coming = plan(clock, habits._replace(at=at, since=max(habits.since, since)), now)
            following[each] = next((moment for moment, _ in coming if moment > now), None)
            places = habits.places(table.game.guild, table.game.channel)
            place = next((place for place in places if (place or -player) not in self.closed), None)
            parts = [Sent(each.game, clock.began, part_text(part)) for moment, part in coming if moment <= now]
            if place is not None and parts:
                messages.setdefault(place, []).append((clock.deadline or 0, each, table, parts))
            elif parts:
                following[each] = now + ClosedPlaces.PAUSE
        for place, message in messages.items():
            message.sort(key=lambda one: one[0])
            reminders = [one for *_, parts in message for one in parts]
            if not await deliver(REMIND, player, place, [table for _, _, table, _ in message], str(reminders)):
                await self.due(deadline, deliver)
                return
            await store.reminded(player, reminders, {each: following.pop(each) for _, each, *_ in message})
        await store.reminded(player, (), following)

    async def _turn(self, table: Table, player: int) -> tuple[Clock, int] | None:
        """Return the clock of a player's turn to move, roll or answer, and since when it waits for them (UTC ms).

        None if a game does not wait for them, or has no clock.
        """
        game, state = table.game, table.state
        clock, held = state.clock, game.player_to_move()
        if game.stage == "open":
            lapses = (await self.ledger.deadlines.by_game(LAPSE, [game.number])).get(game.number)
            waited_for = {game.challenger} if game.is_full else {guest.player.id for guest in game.awaited}
            if lapses is None or player not in waited_for or game.lost is not None:
                return None
            control = TimeControl(lapses - game.created)
            had, since = control.start, game.created
            return Clock(control, (0, had), True, 1, since, had=had, began=since), 0
        if clock is None or held is None or game.lost is not None:
            return None
        if held.id == player:
            return clock, 0
        if not {*game.seats_of(player)} & {*asked_seats(state)}:
            return None
        offered = min(offer.sequence for offer in state.proposals if offer.by == clock.running)
        return clock, next((event.at for event in reversed(state.events) if event.sequence == offered), 0)

    # ---- nudges

    async def nudge(self, table: Table, player: Player) -> Player:
        """Nudge the player to move, for another who plays in the game; return who that is."""
        number = table.game.number
        seated(table, player)
        moving = table.game.seats[table.state.due]
        refuse_if(moving.id == player.id, f"It's your own move in game #{number}.")
        refuse(_idle(table))
        refuse_if(moving.is_bot, f"It's my move in game #{number}, and I'm thinking. Just a moment.")
        refuse_if(await self.present(table.game.guild, moving.id) is False, NudgedLeft(moving.name))
        now = self.now()
        last = await self.ledger.outbox.find(NUDGE, str(number))
        if last is not None and last.made > now - DAY:
            raise Refused(NudgedToday(number, -(-(last.made + DAY) // 1000)))
        turn = str(table.state.changed)
        await self.ledger.outbox.post(Letter(NUDGE, str(number), now, now, game=number, player=moving.id, payload=turn))
        return moving

    async def send_nudge(self, letter: Letter, deliver: Deliver) -> int | None:
        """Send a nudge, unless unwanted or late, where its player likes; return when to try again, None for never."""
        habits, now = await self.habits(letter.player), self.now()
        if quiet := habits.quiet_around(now):
            return quiet.stop
        unwanted = await self.ledger.preferences.value(letter.player, NUDGES.name) == OFF
        table = await if_granted(self.tables.find(letter.game))
        held = table.game.player_to_move() if table else None
        if unwanted or table is None or held is None or held.id != letter.player:
            return None
        if str(table.state.changed) != letter.payload or _idle(table) is not None:
            return None
        for place in habits.places(table.game.guild, table.game.channel):
            if await deliver(NUDGE, letter.player, place, [table], f"{letter.key} {letter.made}"):
                break
        return None

    # ---- what players choose

    async def habits(self, player: int) -> ReminderPreferences:
        """Return what a player has chosen; the default where that cannot be read any more."""
        try:
            return ReminderPreferences.read(await self.ledger.preferences.of(player))
        except (Refused, ValueError):
            return ReminderPreferences()

    async def standing(self, player: Player) -> ReminderOverview:
        now, habits = self.now(), await self.habits(player.id)
        awaited = await self.ledger.reminders.awaited(player.id, now + 400 * DAY)
        coming = [(each.game, each.due) for each in awaited if each.due > now]
        games = [await if_granted(self.tables.game(each.game)) for each in awaited]
        places = dict.fromkeys([-player.id, habits.spot.channel, *(game.channel for game in games if game is not None)])
        refusing = [(max(place, DIRECT), since) for place in places if (since := self.closed.since(place)) is not None]
        return ReminderOverview(habits, coming, refusing)

    async def choose(self, player: Player, wanted: Mapping[str, str]) -> ReminderOverview:
        """Change preferences by texts, by name; the first that cannot be read is refused, and nothing is changed."""
        now, new = self.now(), ReminderPreferences.read(wanted)
        zone = {ZONE: new.zone} if ZONE in wanted else {}
        since = {SINCE: str(now)} if {AT, LIVE} & wanted.keys() else {}
        self.closed.open(-player.id)
        await self.ledger.reminders.prefer(player.id, {**wanted, **zone, **since}, now)
        return await self.standing(player)


def _idle(table: Table) -> Refusal | None:
    """Return why no move is due: the channel is gone, the game is paused, or the player to move is on vacation."""
    clock = table.state.clock
    if table.game.lost is not None:
        return WithoutChannel(table.game.number)
    if clock is not None and clock.paused:
        return GamePaused()
    return AwayNow(table.game.number) if clock is not None and table.state.due in clock.away else None
