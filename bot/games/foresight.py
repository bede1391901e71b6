"""Foresight: the port to the referee as a player, for whoever wants to know what it would do."""

from __future__ import annotations

from threading import Event
from typing import Protocol

from bot.games.readers import apart
from bot.thinking import Query, Thinkers
from engine.lookahead.search import Level, Thought, thoughts
from engine.play.state import State


class Foresight(Protocol):
    """Thinks off the event loop."""

    async def think(self, state: State, level: Level, seed: int) -> Thought:
        """What `engine.lookahead.search.think` comes to.

        ValueError or `bot.thinking.Unthinkable` where no move is awaited; Unthinkable where the thought was lost.
        """


class ThreadForesight:
    """Thinks in threads of this process, each until its caller no longer waits."""

    async def think(self, state: State, level: Level, seed: int) -> Thought:
        """Return what a thread has come to."""
        stop = Event()

        def thought() -> Thought:
            *_, last = thoughts(state, level, seed, stop.is_set)
            return last

        try:
            return await apart(thought)
        finally:
            stop.set()


class ProcessForesight:
    """Thinks in the processes that find the referee's own moves, whose games come first."""

    def __init__(self, thinkers: Thinkers) -> None:
        self._thinkers = thinkers

    async def think(self, state: State, level: Level, seed: int) -> Thought:
        """What a process has come to."""
        return await self._thinkers.think(Query.of(state, level, seed))
