"""Reminders before time runs out, as each player likes them, and nudges, for which others ask once a day in a game."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from enum import Enum
from fractions import Fraction
from typing import Any, NamedTuple

from bot.games.refusals import Numbered, Pointing, WithoutChannel, granted, if_granted, refuse
from bot.games.settings import NUDGES, OFF, ON, Settings
from bot.games.tables import ClosedPlaces, Table, Tables, asked_seats
from bot.store import Deadline, Ledger, Player
from bot.store.deadlines import DIRECT, REMIND, Sent
from bot.store.ledger import LAPSE
from bot.store.outbox import Letter
from engine.clocks.control import DAY, MINUTE, TimeControl, in_short, read_span
from engine.clocks.zones import reached, read_zone, zone_of
from engine.model.refusal import Refusal, Refused
from engine.play.clock import Clock
from engine.play.refusals import GamePaused

# ---- what players choose

DAY_MINUTES, LONGEST_QUIET = 24 * 60, 20 * 60
_QUIET = re.compile(
    r"(\d{1,2})(?::(\d{2}))?\s*(am|pm)?\s*(?:-|–|to|until)\s*(\d{1,2})(?::(\d{2}))?\s*(am|pm)?", re.ASCII
)
_PLACE = re.compile(r"(\d{1,19})/(\d{1,19})", re.ASCII)
_PART = re.compile(r"(\d{1,4})/(\d{1,4})|(\d{1,2}(?:\.\d)?)\s*%|(0?\.\d{1,3})", re.ASCII)
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
MOST_PARTS = 5
Part = Fraction | int
"""How much time is left at a reminder: a part of what the player had, or ms."""


class BadParts(Refusal):
    words = (
        "Write how much of your time is left when I remind you, such as 1/2, 1/10, 50% or 12h "
        f"(up to {MOST_PARTS}), or off."
    )


class BadQuiet(Refusal):
    words = "Write quiet hours such as 22:00-08:00 (20 hours at most), or off."


class BadWhere(Refusal):
    words = "Choose game (the game's own channel), here (this channel or thread) or dm (direct messages)."


class Span(NamedTuple):
    """A span of time, the end not included."""

    begin: int
    end: int


class QuietHours(NamedTuple):
    """The quiet part of each day, by minutes since midnight; one that ends no later than it begins lasts overnight."""

    begin: int
    end: int

    @property
    def text(self) -> str:
        return "-".join(f"{minute // 60:02}:{minute % 60:02}" for minute in self)

    def around(self, at: int, zone: str) -> Span | None:
        """The quiet span that a time falls into by the clocks of a zone, None where it is not quiet."""
        today = datetime.fromtimestamp(at // 1000, zone_of(zone)).date()
        for first in (today + timedelta(days=days) for days in (-1, 0, 1)):
            last = first if self.begin < self.end else first + timedelta(days=1)
            span = Span(min(_moments(first, self.begin, zone)), max(_moments(last, self.end, zone)))
            if span.begin <= at < span.end:
                return span
        return None


def _moments(day: date, minute: int, zone: str) -> list[int]:
    """Return when clocks show a minute of a day (UTC ms): twice the same, except where daylight saving changes."""
    shown = datetime.combine(day, time(minute // 60, minute % 60), zone_of(zone))
    return [(shown.replace(fold=fold) - _EPOCH) // timedelta(milliseconds=1) for fold in (0, 1)]


class Spot(NamedTuple):
    """Where reminders go: to the channel of each game, or to one channel or thread of a guild, or by direct message."""

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
    def read(cls, text: str) -> Spot:
        """The spot of a canonical text, that of each game where it is none."""
        place = _PLACE.fullmatch(text)
        return cls(int(place[1]), int(place[2])) if place else cls(direct=text == "dm")


def _off(text: str) -> bool:
    return text.strip().casefold() in {OFF, "none", "never", "no"}


def read_quiet(text: str) -> QuietHours | None:
    """The quiet hours that a text names, such as `22:00-08:00`, `22-8` or `10 pm to 8 am`; None for `off`."""
    if _off(text):
        return None
    found = _QUIET.fullmatch(text.strip().casefold())
    minutes = [_minute(*found.group(*groups)) for groups in ((1, 2, 3), (4, 5, 6))] if found else [0, 0]
    if not 0 < (minutes[1] - minutes[0]) % DAY_MINUTES <= LONGEST_QUIET:
        raise Refused(BadQuiet())
    return QuietHours(*minutes)


def _minute(hour: str, minute: str | None, half: str | None) -> int:
    """The minute of the day; refuses one that no day has."""
    minutes = (int(hour) % 12 + 12 * (half == "pm") if half else int(hour)) * 60 + int(minute or 0)
    if int(minute or 0) >= 60 or minutes > DAY_MINUTES or (half and not 1 <= int(hour) <= 12):
        raise Refused(BadQuiet())
    return minutes % DAY_MINUTES


def read_parts(text: str) -> tuple[Part, ...]:
    """Read how much time is left at reminders, such as `1/2, 10%`, `1 day`, `off`: parts first, the largest first."""
    if _off(text):
        return ()
    listed = re.sub(r"\band\b|[,;]", " ", text.casefold())
    words = re.sub(r"(?<=\d)\s+(?=%|[a-z])", "", listed, flags=re.ASCII).split()
    parts = {read_part(word) for word in words[: MOST_PARTS + 1]}
    good = sorted((part for part in parts if part), key=lambda part: (part < 1, part), reverse=True)
    if not 0 < len(words) <= MOST_PARTS or len(good) < len(parts):
        raise Refused(BadParts())
    return tuple(good)


def read_part(word: str) -> Part | None:
    """Read one part between nothing and all of the time, or one span; None for neither."""
    part = _PART.fullmatch(word)
    if not part:
        return read_span(word)
    if part[2] and not int(part[2]):
        return None
    fraction = Fraction(part[3]) / 100 if part[3] else Fraction(part[0])
    return fraction if 0 < fraction < 1 else None


def part_text(part: Part) -> str:
    """Write one part or span without spaces: `1/2`, `1d12h`."""
    return in_short(part, 4).replace(" ", "") if isinstance(part, int) else str(part)


AT, WHERE, QUIET, ZONE, LIVE, SINCE = "remind-at", "remind-where", "quiet", "zone", "remind-live", "remind-since"
_CHOICES: Mapping[str, tuple[str, Callable[[str], Any]]] = {
    AT: ("1/2 1/10", read_parts),
    WHERE: ("game", Spot.read),
    QUIET: (OFF, read_quiet),
    ZONE: ("UTC", lambda text: granted(read_zone(text))),
    LIVE: (OFF, ON.__eq__),
    SINCE: ("0", int),
}
"""What players choose, by the names in the store: the default, and how it is read; in the order of the fields below."""


class ReminderPreferences(NamedTuple):
    """How much time is left at a player's reminders (`at`; none for no reminders), where and when they may come.

    `live` is whether live games are reminded of, too; what was to come before `since` (UTC ms) does not come any more.
    """

    at: tuple[Part, ...] = (Fraction(1, 2), Fraction(1, 10))
    spot: Spot = Spot()
    quiet: QuietHours | None = None
    zone: str = "UTC"
    live: bool = False
    since: int = 0

    @classmethod
    def read(cls, texts: Mapping[str, str]) -> ReminderPreferences:
        """Read texts by name, the default where there is none; the first that cannot be read is refused."""
        return cls(*(read(texts.get(name, usual)) for name, (usual, read) in _CHOICES.items()))

    @classmethod
    def of(cls, kept: Mapping[str, str]) -> ReminderPreferences:
        """Read what the store keeps; the default where that cannot be read."""
        try:
            return cls.read(kept)
        except (Refused, ValueError):
            return cls()

    @property
    def kept(self) -> dict[str, str]:
        """The texts by name that the store keeps; `of` reads them back."""
        at, quiet = " ".join(map(part_text, self.at)) or OFF, self.quiet.text if self.quiet else OFF
        texts = at, self.spot.text, quiet, self.zone, ON if self.live else OFF, str(self.since)
        return dict(zip(_CHOICES, texts, strict=True))

    def changed(self, wanted: Mapping[str, str], now: int) -> ReminderPreferences:
        """Return preferences changed by texts, by name; the first that cannot be read is refused."""
        since = {SINCE: str(now)} if {AT, LIVE} & wanted.keys() else {}
        return self.read({**self.kept, **wanted, **since})

    def quiet_around(self, at: int) -> Span | None:
        return self.quiet.around(at, self.zone) if self.quiet else None

    def places(self, guild: int, channel: int) -> tuple[int, int]:
        """Return where to tell the player of a game: where they like, or else in the game's channel."""
        spot = self.spot
        return DIRECT if spot.direct else spot.channel if spot.guild == guild else channel, channel


# ---- what is due

EARLY, EARLY_PART = 15 * MINUTE, 20
"""How much earlier a reminder may come together with others (ms), at most a twentieth of the player's time."""
BEFORE_QUIET = 15 * MINUTE
"""How long before quiet hours a reminder comes that cannot wait for their end (ms), so that a delay does no harm."""


class Reminder(NamedTuple):
    """A reminder to come: how much time is left, when it is due, and when it may come at the earliest."""

    part: Part
    due: int
    earliest: int


class TimedTurn(NamedTuple):
    """A game that waits for a player, `since` then (UTC ms), while a clock runs, and what was told so far."""

    guild: int
    channel: int
    clock: Clock
    sent: Collection[Part | None] = ()
    since: int = 0


Notices = dict[int, dict[int, list[Part]]]
"""The messages to send a player now: by place (a channel's id, 0 for direct messages) what each reminds of by game."""


def plan(clock: Clock, habits: ReminderPreferences, sent: Collection[Part | None], now: int) -> list[Reminder]:
    """The reminders still to come for the running clock, in order: after quiet hours, or else before, or not at all."""
    deadline = clock.deadline
    if deadline is None or now >= deadline or (clock.control.live and not habits.live):
        return []
    early = min(EARLY, clock.had // EARLY_PART)
    found = []
    for part in habits.at:
        left = part if isinstance(part, int) else int(part * clock.had)
        due = moment = reached(clock.control.weekends, clock.since, clock.left[clock.running] - left)
        if part in sent or left >= clock.had or moment < habits.since:
            continue
        span = habits.quiet_around(moment) or habits.quiet_around(moment + BEFORE_QUIET)
        if span and span.end < deadline:
            due = span.end if moment >= span.begin else moment
        elif span and span.begin - BEFORE_QUIET >= clock.since:
            due = span.begin - BEFORE_QUIET
        elif span and moment >= span.begin:
            continue
        if due < now and (span := habits.quiet_around(now)):
            due = span.end
        if due < deadline:
            found.append((due, -left, Reminder(part, due, max(due - early, clock.since))))
    return [reminder for *_, reminder in sorted(found)]


def outlook(
    turns: Mapping[int, TimedTurn], habits: ReminderPreferences, closed: Collection[int], now: int
) -> tuple[Notices, dict[int, int | None]]:
    """Plan one message a place that is not `closed`, and when to look at each game again, None for never."""
    planned = {}
    for game, turn in turns.items():
        place = next((each for each in habits.places(turn.guild, turn.channel) if each not in closed), None)
        own = habits._replace(since=max(habits.since, turn.since))
        planned[game] = place, [] if place is None else plan(turn.clock, own, turn.sent, now)
    writing = {place for place, reminders in planned.values() if any(each.due <= now for each in reminders)}
    notices: Notices = {}
    following: dict[int, int | None] = {}
    for game, (place, reminders) in planned.items():
        near = [reminder for reminder in reminders if reminder.earliest <= now and place in writing]
        if place is not None and near:
            notices.setdefault(place, {})[game] = [reminder.part for reminder in near]
        later = now + ClosedPlaces.PAUSE if place is None else None
        following[game] = next((reminder.due for reminder in reminders if reminder not in near), later)
    return notices, following


# ---- what is sent

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


class Delivery(Enum):
    TOLD = "sent"
    REFUSED = "refused by the place"
    FAILED = "perhaps not sent"


class ReminderOverview(NamedTuple):
    """A player's preferences, the next reminders as (game, UTC ms), and the places that refuse, each since when."""

    habits: ReminderPreferences
    coming: Sequence[tuple[int, int]]
    refusing: Sequence[tuple[int, int]]


Deliver = Callable[[str, int, int, Sequence[Table], str], Awaitable[Delivery]]
"""Sends a message of a kind to a player at a place (0: directly) about games, known by a text if it is sent again."""


@dataclass(frozen=True)
class Reminders:
    """The reminders of all players; `now()` gives UTC ms.

    Whether a player keeps nudges away, or has quiet hours, is known to that player alone: whoever nudges is told the
    same in each case, and has nudged for the day.
    """

    ledger: Ledger
    tables: Tables
    closed: ClosedPlaces
    seated: Callable[[int, Player], Awaitable[Table]]
    settings: Settings
    present: Callable[[int, int], Awaitable[bool | None]]
    now: Callable[[], int]

    async def due(self, deadline: Deadline, deliver: Deliver) -> None:
        """Remind a player of all that awaits them now, and plan the rest; a message that fails leaves the deadline."""
        player, store, delivery = deadline.player, self.ledger.reminders, Delivery.REFUSED
        while delivery is Delivery.REFUSED:
            now, delivery = self.now(), Delivery.TOLD
            awaited = {each.game: each for each in await store.awaited(player, now + EARLY)}
            found = {number: await if_granted(self.tables.find(number)) for number in awaited}
            tables = {number: table for number, table in found.items() if table is not None}
            sent = await store.sent(player, tables)
            seen = {number: await self._turn(table, player, sent) for number, table in tables.items()}
            turns = {number: turn for number, turn in seen.items() if turn is not None}
            closed = {DIRECT if place == -player else place for place in self.closed.all()}
            notices, following = outlook(turns, await self.habits(player), closed, now)
            rest = {each: following.get(game) if game in tables else now + FROZEN for game, each in awaited.items()}
            for place, games in notices.items():
                urgent = [tables[game] for game in sorted(games, key=lambda game: turns[game].clock.deadline or 0)]
                told = [Sent(game, turns[game].clock.began, part_text(part)) for game in games for part in games[game]]
                delivery = await deliver(REMIND, player, place, urgent, str(told))
                if delivery is not Delivery.TOLD:
                    break
                await store.reminded(player, told, {awaited[game]: rest.pop(awaited[game]) for game in games})
            else:
                await store.reminded(player, (), rest)
            if delivery is Delivery.REFUSED:
                self.closed.close(place or -player)

    async def _turn(self, table: Table, player: int, sent: Sequence[Sent]) -> TimedTurn | None:
        """Return a player's turn to move, roll or answer; None if a game does not wait for them, or has no clock."""
        game, state = table.game, table.state
        clock, since = state.clock, 0
        if game.stage == "open":
            lapses = (await self.ledger.deadlines.by_game(LAPSE, [game.number])).get(game.number)
            waited_for = {game.challenger} if game.is_full else {guest.player.id for guest in game.awaited}
            if lapses is None or player not in waited_for:
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
        return TimedTurn(game.guild, game.channel, clock, told, since)

    # ---- nudges

    async def nudge(self, number: int, player: Player) -> Player:
        """Nudge the player to move, for another who plays in the game; return who that is."""
        table = await self.seated(number, player)
        moving = table.game.seats[table.state.due]
        if moving.id == player.id:
            raise Refused(OwnMove(number))
        refuse(_idle(table))
        if moving.level:
            raise Refused(ThinkingNow(number))
        if await self.present(table.game.guild, moving.id) is False:
            raise Refused(NudgedLeft(moving.name))
        now = self.now()
        last = await self.ledger.outbox.find(NUDGE, str(number))
        if last is not None and last.made > now - DAY:
            raise Refused(NudgedToday(number, -(-(last.made + DAY) // 1000)))
        quiet = (await self.habits(moving.id)).quiet_around(now)
        turn, due = str(table.state.changed), quiet.end if quiet else now
        await self.ledger.outbox.post(Letter(NUDGE, str(number), now, due, game=number, player=moving.id, payload=turn))
        return moving

    async def send_nudge(self, letter: Letter, deliver: Deliver) -> int | None:
        """Send a nudge, unless unwanted or late, where its player likes; return when to try again, None for never."""
        habits, now = await self.habits(letter.player), self.now()
        if quiet := habits.quiet_around(now):
            return quiet.end
        wanted = await self.settings.value(Player(letter.player, ""), NUDGES) == ON
        table = await if_granted(self.tables.find(letter.game))
        held = table.game.player_to_move() if table else None
        if not wanted or table is None or held is None or held.id != letter.player:
            return None
        if str(table.state.changed) != letter.payload or _idle(table) is not None:
            return None
        for place in dict.fromkeys(habits.places(table.game.guild, table.game.channel)):
            if (place or -letter.player) not in self.closed:
                about = f"{letter.key} {letter.made}"
                delivery = await deliver(NUDGE, letter.player, place, [table], about)
                if delivery is not Delivery.REFUSED:
                    return letter.again(now) if delivery is Delivery.FAILED else None
                self.closed.close(place or -letter.player)
        return None

    # ---- what players choose

    async def habits(self, player: int) -> ReminderPreferences:
        return ReminderPreferences.of(await self.ledger.preferences.of(player))

    async def standing(self, player: Player) -> ReminderOverview:
        now, habits = self.now(), await self.habits(player.id)
        awaited = await self.ledger.reminders.awaited(player.id, now + 400 * DAY)
        coming = [(each.game, each.due) for each in awaited if each.due > now]
        games = [await if_granted(self.tables.game(each.game)) for each in awaited]
        places = dict.fromkeys([-player.id, habits.spot.channel, *(game.channel for game in games if game is not None)])
        refusing = [(max(place, DIRECT), since) for place in places if (since := self.closed.since(place)) is not None]
        return ReminderOverview(habits, coming, refusing)

    async def choose(self, player: Player, wanted: Mapping[str, str]) -> ReminderOverview:
        now, before = self.now(), await self.habits(player.id)
        new = before.changed(wanted, now).kept.items() - before.kept.items()
        self.closed.open(-player.id)
        await self.ledger.reminders.prefer(player.id, dict(new), now)
        return await self.standing(player)


def _idle(table: Table) -> Refusal | None:
    """Return why no move is due: the channel is gone, the game is paused, or the player to move is on vacation."""
    clock = table.state.clock
    if table.game.lost is not None:
        return WithoutChannel(table.game.number)
    if clock is not None and clock.paused:
        return GamePaused()
    return AwayNow(table.game.number) if clock is not None and table.state.due in clock.away else None
