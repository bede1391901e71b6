"""Tables: where games are played, and games with their states, cached in memory and checked against the store."""

import asyncio
import time
from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import ClassVar
from weakref import WeakValueDictionary

from bot.games.bus import Bus, RefereeToMove
from bot.games.refusals import BadChoice, Numbered, UnknownGame, granted
from bot.journal import without_message
from bot.store import Deadline, Ledger, Player, StoredGame, Unreadable
from bot.store.deadlines import REMIND
from engine.clocks.control import BadControl, read_control
from engine.dice.terms import LINKED, read_terms
from engine.model.refusal import Refused
from engine.notation.position_code import BadCode, position_of
from engine.play.events import BrokenRecord, Event, StoredEvent
from engine.play.game import new_game, restored
from engine.play.referee import credit
from engine.play.state import State
from engine.variants import UnknownVariant, variant_of
from engine.variants.variant import Variant


def given_back(lost: int, state: State, now: int) -> Event | None:
    """The event that gives a running clock back what it has lost since the channel was gone (UTC ms), if anything."""
    return credit(state, lost, now, "the channel was gone")


FLAG = "flag"


def deadlines_of(number: int, state: State, seats: Mapping[int, Player]) -> tuple[Deadline, ...]:
    """The deadlines of a game in a state; reminders are checked immediately, since they also depend on the player."""
    clock = state.clock
    if clock is None or clock.deadline is None or state.result is not None or clock.flagged:
        return ()
    waiting = dict.fromkeys(seats[seat] for seat in (state.due, *asked_seats(state)))
    reminders = (Deadline(REMIND, number, player.id, clock.since) for player in waiting if player.reachable)
    return Deadline(FLAG, number, 0, clock.deadline), *reminders


def asked_seats(state: State) -> tuple[int, ...]:
    """Return the seats whose answer the player with the running clock waits for."""
    running = state.clock.running if state.clock is not None else 0
    offers = [offer for offer in state.proposals if offer.by == running]
    return tuple(seat for seat in state.remaining if any(seat not in offer.agreed for offer in offers))


class FrozenGame(Numbered):
    why: str

    words = "Game #{number} is frozen: {why}. Its record is safe."


def utc_now() -> int:
    """Return the time: UTC, ms since 1970."""
    return time.time_ns() // 1_000_000


@dataclass(frozen=True)
class Location:
    """The place of a game: the ids of a guild and of a channel or thread in it, and of a thread's `parent`.

    The guild is 0 in direct messages, and where the bot is no member.
    """

    guild: int
    channel: int
    parent: int | None = None

    @property
    def server(self) -> int | None:
        """The guild; None for a place outside of the bot's servers, from where all of them are seen."""
        return self.guild or None


@dataclass
class ClosedPlaces:
    """The places that have refused a message, which are not tried again for PAUSE ms; `now()` gives UTC ms.

    They are channels by their ids, and the direct messages of players by their ids as negative numbers. Discord bans an
    address that makes 10,000 refused requests in ten minutes.
    """

    PAUSE: ClassVar = 600_000

    now: Callable[[], int]
    _since: dict[int, int] = field(default_factory=dict)

    def __contains__(self, place: int) -> bool:
        return self.since(place) is not None

    def since(self, place: int) -> int | None:
        """When a place refused (UTC ms), None if it may be tried."""
        since = self._since.get(place)
        return since if since is not None and self.now() < since + self.PAUSE else None

    def close(self, place: int) -> None:
        self._since[place] = self.now()

    def open(self, place: int) -> None:
        self._since.pop(place, None)

    def all(self) -> list[int]:
        return [place for place in self._since if place in self]


MAX_CACHED_STATES, MAX_CACHED_EVENTS = 512, 50_000
"""Limits of the cache: states, and their events in all (some 0.8 kB each, 40 MB together)."""


@dataclass(frozen=True)
class Table:
    game: StoredGame
    state: State

    @property
    def against_bot(self) -> bool:
        """True if one person plays against the bot alone."""
        players = set(self.game.seats.values())
        return len({held.id for held in players if not held.is_bot}) == 1 < len(players)


@dataclass
class Tables:
    """The tables by game number; the states used last stay in memory, KEPT of them with MAX_CACHED_EVENTS at most."""

    ledger: Ledger
    bus: Bus
    returning: asyncio.Lock = field(default_factory=asyncio.Lock)  # held until a server that is back has its time back
    _states: OrderedDict[int, State] = field(default_factory=OrderedDict)
    _locks: WeakValueDictionary[int, asyncio.Lock] = field(default_factory=WeakValueDictionary)

    def lock(self, number: int) -> asyncio.Lock:
        """The lock of a game; a person's, for what is counted about them, by their id as a negative number."""
        return self._locks.setdefault(number, asyncio.Lock())

    async def find(self, number: int) -> Table:
        return await self.at(await self.game(number))

    async def at(self, game: StoredGame) -> Table:
        return Table(game, await self.state(game))

    async def newest(self, table: Table) -> Table:
        """A table as it is now, read again only if the game has gone on or is no longer in memory."""
        return table if self.holds(table.game) else await self.find(table.game.number)

    def holds(self, game: StoredGame) -> bool:
        """True if the state of a game is in memory and up to date with the row."""
        known = self._states.get(game.number)
        return known is not None and known.sequence == game.sequence

    async def game(self, number: int) -> StoredGame:
        try:
            game = await self.ledger.game(number)
        except Unreadable as problem:
            raise Refused(self._frozen(number, problem)) from problem
        return granted(game or UnknownGame(number))

    async def state(self, game: StoredGame) -> State:
        """The state of a game the store has just given; one that is not in memory is replayed in a thread."""
        if self.holds(game):
            self._states.move_to_end(game.number)
            return self._states[game.number]
        try:
            state = await asyncio.to_thread(replayed, game, variant_for(game), await self._events(game))
        except (BrokenRecord, BadCode, UnknownVariant, Unreadable) as problem:
            raise Refused(self._frozen(game.number, problem)) from problem
        self.keep(game.number, state)
        return state

    async def _events(self, game: StoredGame) -> Sequence[StoredEvent]:
        """The events of a game; BrokenRecord where its row, which is written with every event, counts others.

        There may be later ones than the row had counted when it was read; it counts them by now.
        """
        events = await self.ledger.events(game.number)
        counted, last = game.sequence, events[-1].sequence if events else 0
        if counted < last:
            again = await self.ledger.game(game.number)
            counted = min(again.sequence, last) if again else counted
        if counted != last:
            raise BrokenRecord(f"its row counts {counted} events, but the last is {last}")
        return events

    def variant(self, game: StoredGame) -> Variant:
        try:
            return variant_for(game)
        except (BrokenRecord, UnknownVariant) as problem:
            raise Refused(self._frozen(game.number, problem)) from problem

    def _frozen(self, number: int, why: object) -> FrozenGame:
        self.ledger.skipped.note(f"game {number}", why)
        return FrozenGame(number, str(why))

    def keep(self, number: int, state: State) -> None:
        self._states[number] = state
        self._states.move_to_end(number)
        while len(self._states) > 1 and (
            len(self._states) > MAX_CACHED_STATES
            or sum(each.sequence for each in self._states.values()) > MAX_CACHED_EVENTS
        ):
            self._states.popitem(last=False)

    async def turned(self, game: StoredGame) -> None:
        """Tell of a game that has begun or gone on, where it is the referee's turn in it."""
        player = game.player_to_move()
        if player is not None and player.is_bot:
            await self.bus.tell(RefereeToMove(game))

    @contextmanager
    def passing(self, number: int) -> Iterator[None]:
        """Do something in a game that keeps no others out of memory: it is forgotten again if it was not there."""
        known = number in self._states
        try:
            yield
        finally:
            if not known:
                self.forget(number)

    def forget(self, number: int) -> None:
        self._states.pop(number, None)


def game_named(key: str, options: Mapping[str, str]) -> Variant:
    try:
        return variant_of(key, options)
    except UnknownVariant as problem:
        raise Refused(BadChoice(str(problem))) from problem


def variant_for(game: StoredGame) -> Variant:
    """The rules of a game; UnknownVariant where there are none, BrokenRecord where its row does not go with them."""
    variant = variant_of(game.variant, game.options)
    seats = {seat.number for seat in variant.seats}
    if set(game.seats) != (seats if game.stage in {"playing", "over"} else {0}):
        raise BrokenRecord(f"its players don't match the seats of {variant.name}")
    if not {guest.wish for guest in game.guests} <= {0, *seats}:
        raise BrokenRecord(f"a player has chosen a side that {variant.name} doesn't have")
    return variant


def replayed(game: StoredGame, variant: Variant, entries: Iterable[StoredEvent]) -> State:
    """The state that a game's events lead to; raises BrokenRecord or BadCode where they cannot be replayed."""
    if variant.edition != game.edition:
        now = f"which are now at edition {variant.edition}"
        raise BrokenRecord(f"it started under edition {game.edition} of the rules, {now}")
    start = position_of(variant, game.start) if game.start else None
    control = read_control(game.time)
    if isinstance(control, BadControl):
        raise BrokenRecord(control.problem)
    try:
        terms = read_terms(game.dice) if game.dice else LINKED
    except ValueError as problem:
        raise BrokenRecord(str(problem)) from problem
    try:
        return restored(new_game(variant, start, control, terms), entries)
    except BrokenRecord:
        raise
    except Exception as problem:
        raise BrokenRecord(f"its events don't replay ({without_message(problem)})") from problem
