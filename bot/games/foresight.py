"""Foresight: the port to the referee as a player, for whoever wants to know what it would do."""

from __future__ import annotations

from functools import partial
from typing import Protocol

from bot.games.readers import apart
from bot.thinking import Query, Thinkers
from engine.lookahead.search import Level, Thought, think
from engine.play.state import State


class Foresight(Protocol):
    """Thinks off the event loop."""

    async def think(self, state: State, level: Level, seed: int) -> Thought:
        """What `engine.lookahead.search.think` comes to.

        ValueError or `bot.thinking.Unthinkable` where no move is awaited; Unthinkable where the thought was lost.
        """


class ThreadForesight:
    """Thinks in threads of this process; a thought that nobody waits for any more is thought to its end."""

    async def think(self, state: State, level: Level, seed: int) -> Thought:
        """What a thread has come to."""
        return await apart(partial(think, state, level, seed))


class ProcessForesight:
    """Thinks in the processes that find the referee's own moves, whose games come first."""

    def __init__(self, thinkers: Thinkers) -> None:
        self._thinkers = thinkers

    async def think(self, state: State, level: Level, seed: int) -> Thought:
        """What a process has come to."""
        return await self._thinkers.think(Query.of(state, level, seed))
