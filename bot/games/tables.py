"""Tables: games with their states, cached in memory and always checked against the store."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from functools import partial
from typing import NamedTuple
from weakref import WeakSet, WeakValueDictionary

from bot.games.readers import apart
from bot.games.refusals import FrozenGame, UnknownGame, UnreadGame
from bot.journal import wordless
from bot.store import UNWRITTEN, Chronicle, Ledger, Snapshot, StoredGame, Unreadable, snapshot_of
from bot.store.damage import passing
from engine.clocks.control import BadControl, read_control
from engine.dice.terms import LINKED, DiceTerms, read_terms
from engine.model.refusal import Refusal
from engine.notation.position_code import BadCode, position_of
from engine.play.events import BrokenRecord, Event
from engine.play.game import followed, replay
from engine.play.snapshots import restored
from engine.play.state import State
from engine.variants import UnknownVariant, variant_of
from engine.variants.variant import Variant

KEPT = 256
EVERY, LONG = 8, 64
"""After how many events what came of them is kept, and after how many what came of all of these takes its place.

A game that had to be replayed is kept from the longer stretch on.
"""
BRIEF = 512
"""Games of so many events at most, of which EVERY have to be replayed, are not worth handing to a thread."""


@dataclass(frozen=True)
class Table:
    """A game as the store knows it, with the state its events lead to."""

    game: StoredGame
    state: State


class Baseline(NamedTuple):
    """How a game began in its chain, the secret behind its dice, and how far it is kept in the store.

    `state` is where the last stretch ends that is kept, and `base` where the short ones begin that are to be put
    together next.
    """

    begun: bytes
    secret: bytes | None
    base: State
    state: State

    def snapshot(self, state: State) -> Snapshot | None:
        """What is to be kept with a later state, if it is time for that; once it is written, `kept` stands."""
        if state.sequence - self.state.sequence < EVERY:
            return None
        return snapshot_of(self.begun, self.base if self._completes(state) else self.state, state)

    def kept(self, state: State) -> Baseline:
        """The same after a state whose `snapshot` is written."""
        return self._replace(base=state if self._completes(state) else self.base, state=state)

    def _completes(self, state: State) -> bool:
        """Whether a state is at the end of a long stretch."""
        return state.sequence - self.base.sequence >= LONG


class Tables:
    """The tables by game number; at most KEPT states stay in memory."""

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger
        self._states: OrderedDict[int, State] = OrderedDict()
        self._kept: dict[int, Baseline] = {}
        self._familiar: WeakSet[Variant] = WeakSet()  # those whose movement is compiled
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()

    def lock(self, number: int) -> asyncio.Lock:
        """The lock under which a game is changed."""
        lock = self._locks.get(number)
        if lock is None:
            lock = self._locks[number] = asyncio.Lock()
        return lock

    async def find(self, number: int) -> Table | Refusal:
        """The table of a game; a refusal where there is none, or it cannot be read or no longer replays."""
        if number in self._states:
            game, history = await self.game(number), None
        else:
            game, history = await self._whole(number)
        if isinstance(game, Refusal):
            return game
        state = await self.state(game, history)
        return state if isinstance(state, Refusal) else Table(game, state)

    async def _whole(self, number: int) -> tuple[StoredGame | Refusal, Chronicle | None]:
        """A game as the store knows it, and what happened in it."""
        try:
            found = await self._ledger.whole(number)
        except Unreadable as problem:
            return self._frozen(number, problem), None
        return found or (UnknownGame(number), None)

    async def game(self, number: int) -> StoredGame | Refusal:
        """A game as the store knows it; a refusal where there is none, or it cannot be read."""
        try:
            game = await self._ledger.game(number)
        except Unreadable as problem:
            return self._frozen(number, problem)
        return game or UnknownGame(number)

    async def state(self, game: StoredGame, history: Chronicle | None = None) -> State | Refusal:
        """The state of a game the store has just given, perhaps with what happened in it."""
        known = self._states.get(game.number)
        if known is not None and known.sequence == game.sequence:
            self.keep(game.number, known)
            return known
        try:
            state, kept = await self._taken_up(game, await self._history(game, history))
        except (BrokenRecord, BadCode, UnknownVariant, Unreadable) as problem:
            return self._frozen(game.number, problem)
        self._familiar.add(state.variant)
        self._kept[game.number] = kept
        self.keep(game.number, state)
        if state.sequence - kept.state.sequence >= LONG:
            await self._write(game.number, kept, state)
        return state

    async def _taken_up(self, game: StoredGame, history: Chronicle) -> tuple[State, Baseline]:
        """What `taken_up` finds; in a thread whatever may take long, and the first game of a variant."""
        variant = variant_for(game)
        if history.last > BRIEF or variant not in self._familiar:
            return await apart(partial(taken_up, game, variant, history))
        kept, since = baseline(game, variant, history)
        work = partial(replayed, game, variant, since, kept.state)
        return work() if len(since) <= EVERY else await apart(work), kept

    async def _write(self, number: int, kept: Baseline, state: State) -> None:
        """Keep what came of a stretch of a game; where that cannot be written, it is replayed again."""
        with suppress(*UNWRITTEN):
            snapshot = await apart(partial(kept.snapshot, state))
            if snapshot is not None:
                await self._ledger.keep(number, snapshot)
                if self._kept.get(number) is kept:
                    self._kept[number] = kept.kept(state)

    async def under(self, table: Table, terms: DiceTerms) -> State:
        """The state of a game that has not begun under other terms of its dice."""
        if table.state.dice == terms:
            return table.state
        game = replace(table.game, dice=terms.text)
        return await apart(partial(replayed, game, table.state.variant, table.state.events))

    async def _history(self, game: StoredGame, history: Chronicle | None) -> Chronicle:
        """What happened in a game; BrokenRecord where its row, which is written with every event, counts others.

        There may be later ones than the row had counted when it was read; it counts them by now.
        """
        history = history or await self._ledger.history(game.number)
        counted, last = game.sequence, history.last
        if counted < last:
            again = await self._ledger.game(game.number)
            counted = min(again.sequence, last) if again else counted
        if counted != last:
            raise BrokenRecord(f"its row counts {counted} events, but the last is {last}")
        return history

    def variant(self, game: StoredGame) -> Variant | Refusal:
        """The rules of a game; a refusal where there are none of its name, or its row does not go with them."""
        try:
            return variant_for(game)
        except (BrokenRecord, UnknownVariant) as problem:
            return self._frozen(game.number, problem)

    def _frozen(self, number: int, why: object) -> FrozenGame:
        """Set a game aside: the log names it once."""
        self._ledger.aside.note(f"game {number}", why)
        unread = isinstance(why, Unreadable) and passing(why)
        return (UnreadGame if unread else FrozenGame)(number, str(why))

    def snapshot(self, number: int, state: State) -> Snapshot | None:
        """What is to be kept with the newest state of a game, if it is time for that; `keep` it once it is written.

        A game that is over needs no more: what has happened since is little, and seldom asked for.
        """
        kept = self._kept.get(number)
        return kept.snapshot(state) if kept is not None and state.result is None else None

    async def secret(self, number: int) -> bytes:
        """The secret behind a game's dice, remembered or from the store; LookupError for a game without one."""
        kept = self._kept.get(number)
        return (kept.secret if kept else None) or await self._ledger.secret(number)

    def keep(self, number: int, state: State, snapshot: Snapshot | None = None) -> None:
        """Remember the newest state of a game, and that a snapshot of it was written."""
        if snapshot is not None:
            self._kept[number] = self._kept[number].kept(state)
        self._states[number] = state
        self._states.move_to_end(number)
        while len(self._states) > KEPT:
            self._kept.pop(self._states.popitem(last=False)[0], None)

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
        """Drop what is remembered of a game, so that it is read from the store again."""
        self._states.pop(number, None)
        self._kept.pop(number, None)


def variant_for(game: StoredGame) -> Variant:
    """The rules of a game; UnknownVariant where there are none, BrokenRecord where its row does not go with them."""
    variant = variant_of(game.variant, game.options)
    seats = {seat.number for seat in variant.seats}
    if set(game.seats) != (seats if game.stage in {"playing", "over"} else {0}):
        raise BrokenRecord(f"its players do not take the seats of {variant.name}")
    if not {game.wish, *(guest.wish for guest in game.guests)} <= {0, *seats}:
        raise BrokenRecord(f"somebody has chosen a side that {variant.name} does not have")
    return variant


def taken_up(game: StoredGame, variant: Variant, history: Chronicle) -> tuple[State, Baseline]:
    """The state that a game's events lead to, and the one of before to which what was kept of it leads.

    Raises BrokenRecord or BadCode where they cannot be replayed, Unreadable where one cannot be read.
    """
    kept, since = baseline(game, variant, history)
    return replayed(game, variant, since, kept.state), kept


def baseline(game: StoredGame, variant: Variant, history: Chronicle) -> tuple[Baseline, Sequence[Event]]:
    """The state to which what is kept of a game leads, and the events since; raises what `taken_up` raises."""
    events = history.events()
    before = replayed(game, variant, ())
    try:
        reached, stretches = history.stretches(before.log)
        kept = restored(before, stretches, events[:reached])
    except (LookupError, TypeError, ValueError, AttributeError):
        kept = before
    return Baseline(before.log, history.secret, kept, kept), events[kept.sequence :]


def replayed(game: StoredGame, variant: Variant, events: Iterable[Event], kept: State | None = None) -> State:
    """The state that a game's events lead to, those after `kept` if that is given.

    Raises BrokenRecord or BadCode where they cannot be replayed.
    """
    if variant.edition != game.edition:
        raise BrokenRecord(
            f"it began under edition {game.edition} of the rules, which are now at edition {variant.edition}"
        )
    start = position_of(variant, game.start) if game.start else None
    control = read_control(game.time)
    if isinstance(control, BadControl):
        raise BrokenRecord(control.problem)
    try:
        terms = read_terms(game.dice) if game.dice else LINKED
    except ValueError as problem:
        raise BrokenRecord(str(problem)) from problem
    try:
        return replay(variant, events, start, control, terms) if kept is None else followed(kept, events)
    except BrokenRecord:
        raise
    except Exception as problem:
        raise BrokenRecord(f"its events do not replay ({wordless(problem)})") from problem
