"""Tables: games with their states, kept in memory as long as they are in use, the store having the last word."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from dataclasses import dataclass
from functools import partial
from weakref import WeakValueDictionary

from bot.games.readers import apart
from bot.games.refusals import FrozenGame, UnknownGame
from bot.store import Game, Ledger
from engine.clocks.control import BadControl, read_control
from engine.notation.position_code import BadCode, position_of
from engine.play.events import BrokenRecord
from engine.play.game import replay
from engine.play.state import State
from engine.refusal import Refusal
from engine.variants import UnknownVariant, variant_of

KEPT = 256


@dataclass(frozen=True)
class Table:
    """A game as the store knows it, with the state its events lead to."""

    game: Game
    state: State


class Tables:
    """The tables by game number; at most KEPT states stay in memory."""

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger
        self._states: OrderedDict[int, State] = OrderedDict()
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()

    def lock(self, number: int) -> asyncio.Lock:
        """The lock under which a game is changed."""
        lock = self._locks.get(number)
        if lock is None:
            lock = self._locks[number] = asyncio.Lock()
        return lock

    async def find(self, number: int) -> Table | Refusal:
        """The table of a game; a refusal where there is none or it no longer replays."""
        game = await self._ledger.game(number)
        if game is None:
            return UnknownGame(number)
        state = await self.state(game)
        return state if isinstance(state, Refusal) else Table(game, state)

    async def state(self, game: Game) -> State | Refusal:
        """The state of a game the store has just given."""
        state = self._states.get(game.number)
        if state is None or state.sequence != game.sequence:
            try:
                state = await self._replayed(game)
            except (BrokenRecord, BadCode, UnknownVariant) as problem:
                return FrozenGame(game.number, str(problem))
        self.keep(game.number, state)
        return state

    def keep(self, number: int, state: State) -> None:
        """Remember the newest state of a game."""
        self._states[number] = state
        self._states.move_to_end(number)
        while len(self._states) > KEPT:
            self._states.popitem(last=False)

    def forget(self, number: int) -> None:
        """Drop what is remembered of a game, so that it is read from the store again."""
        self._states.pop(number, None)

    async def _replayed(self, game: Game) -> State:
        variant = variant_of(game.variant, game.options)
        if variant.edition != game.edition:
            raise BrokenRecord(f"it was begun under edition {game.edition} of the rules, now {variant.edition}")
        start = position_of(variant, game.start) if game.start else None
        control = read_control(game.time)
        if isinstance(control, BadControl):
            raise BrokenRecord(control.problem)
        events = await self._ledger.events(game.number)
        return await apart(partial(replay, variant, events, start, control))
