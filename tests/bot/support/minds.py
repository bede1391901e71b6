"""Minds for tests: they think in this process, at once or when told to, and remember what they were asked."""

from __future__ import annotations

import asyncio
from typing import NamedTuple

from bot.app import Referee
from bot.thinking import Query, Thinkers
from engine.lookahead.search import Level, Thought
from engine.model.position import long_form
from engine.play.referee import sheet
from engine.play.state import State


class Asked(NamedTuple):
    """A game in which the referee was to move, and the question about it."""

    game: int
    question: Query


class Threads(Thinkers):
    """Thinks in threads of this process, so that no test waits for another to begin."""

    async def _answer(self, question: Query) -> Thought:
        return await asyncio.to_thread(question.answer)


class FirstMove(Thinkers):
    """Plays the moves of a `script`, then the first legal ones, once it is let; `value` is what it thinks of them."""

    def __init__(self, value: int = 0) -> None:
        super().__init__()
        self.value = value
        self.asked: list[Asked] = []
        self.let = asyncio.Event()
        self.let.set()
        self.script: list[str] = []

    @classmethod
    def of(cls, referee: Referee, value: int = 0) -> FirstMove:
        mind = cls(value)
        referee.controller.games.opponent.mind = mind
        return mind

    def ahead(self, game: int) -> int:
        """How many games were asked about before one that waits."""
        waiting = [asked.game for asked in self.asked]
        return 0 if self.let.is_set() or game not in waiting else waiting.index(game)

    async def think(self, state: State, level: Level, seed: int, game: int = 0) -> Thought:
        """The next move of the script, or else the first legal one, in the order of the engine."""
        self.asked.append(Asked(game, Query.of(state, level, seed)))
        await self.let.wait()
        legal = sheet(state).legal
        named = self.script.pop(0) if self.script else long_form(state.variant.board, legal[0])
        move = next(each for each in legal if long_form(state.variant.board, each) == named)
        return Thought(move, self.value, (move,), 1, 1)
