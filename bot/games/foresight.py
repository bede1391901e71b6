"""Foresight: what the referee would play, thought in processes (`bot.thinking.Thinkers`) or in threads."""

from __future__ import annotations

from threading import Event
from typing import Protocol

from bot.games.readers import apart
from engine.lookahead.search import Level, Thought, thoughts
from engine.play.state import State


class Foresight(Protocol):
    async def think(self, state: State, level: Level, seed: int) -> Thought:
        """What `engine.lookahead.search.think` comes to.

        ValueError or `bot.thinking.Unthinkable` where no move is awaited; Unthinkable where the thought was lost.
        """


class ThreadForesight:
    async def think(self, state: State, level: Level, seed: int) -> Thought:
        stop = Event()

        def thought() -> Thought:
            *_, last = thoughts(state, level, seed, stop.is_set)
            return last

        try:
            return await apart(thought)
        finally:
            stop.set()
