"""The port to the referee as a player: whoever wants to know what it would do asks a thinker."""

from __future__ import annotations

from functools import partial
from typing import Protocol

from bot.games.readers import apart
from engine.lookahead.search import Level, Thought, think
from engine.play.state import State


class Thinker(Protocol):
    """Thinks off the event loop."""

    async def think(self, state: State, level: Level, seed: int) -> Thought:
        """What `engine.lookahead.search.think` comes to; ValueError where no move is awaited."""


class ThreadThinker:
    """Thinks in threads of this process; a thought that nobody waits for any more is thought to its end."""

    async def think(self, state: State, level: Level, seed: int) -> Thought:
        """What a thread has come to."""
        return await apart(partial(think, state, level, seed))
