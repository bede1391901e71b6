"""Minds for tests: they solve problems in this process, at once or when told to, and remember what they were asked."""

from __future__ import annotations

import asyncio

from bot.app import Referee
from bot.thinking import Problem, Solution, Unthinkable
from engine.model.position import long_form
from engine.play.referee import sheet


class FirstMove:
    """Plays the moves of a `script`, then the first legal ones, once it is let; `value` is what it thinks of them."""

    def __init__(self, value: int = 0) -> None:
        self.value = value
        self.asked: list[Problem] = []
        self.let = asyncio.Event()
        self.let.set()
        self.failures = 0
        self.script: list[str] = []

    @classmethod
    def of(cls, referee: Referee, value: int = 0) -> FirstMove:
        """Let a referee think with such a mind."""
        mind = cls(value)
        referee.controller.games.opponent.mind = mind
        return mind

    def ahead(self, game: int) -> int:
        """How many games were asked about before one that waits."""
        waiting = [problem.game for problem in self.asked]
        return 0 if self.let.is_set() or game not in waiting else waiting.index(game)

    async def solve(self, problem: Problem) -> Solution:
        """The first legal move, in the order of the engine."""
        self.asked.append(problem)
        await self.let.wait()
        if self.failures:
            self.failures -= 1
            raise Unthinkable
        if self.script:
            return Solution(self.script.pop(0), self.value)
        state = problem.state()
        return Solution(long_form(state.variant.board, sheet(state).legal[0]), self.value)
