"""The coach's use cases: advice, values and reviews, thought off the event loop."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Coroutine
from functools import partial
from typing import Any, NamedTuple, TypeVar

from bot.games.foresight import Foresight
from bot.games.readers import apart
from bot.games.study.learning import best
from bot.thinking import Unthinkable
from engine.lookahead.coach import ADVISING, STEPS, Hint, hint_of, line_written, standing
from engine.lookahead.lessons import LessonStep
from engine.lookahead.review import Review, questions, reviewed, reviewing
from engine.lookahead.search import Level, Thought
from engine.model.position import Position
from engine.model.refusal import Refusal, Refused
from engine.play.state import Await, State
from engine.variants.variant import Variant

Found = TypeVar("Found")

AT_ONCE, MOST = 2, 12
"""How many questions are thought about at once, and how many at most are or wait."""
REMEMBERED, KEPT = 32, 1_000
FEWEST = 2
"""The moves of the shortest game that is reviewed."""


class NothingToAdvise(Refusal):
    words = "There is nothing to advise: no move is awaited."


class NothingToReview(Refusal):
    words = "There is nothing to review yet: I review games that are over, of at least two moves."


class Worth(NamedTuple):
    standing: str
    line: str


class StillThinking(Refusal):
    words = "I am still thinking about your last question. Please try again when you have my answer."


class ManyQuestions(Refusal):
    words = "Too many people ask me for advice right now. Please try again in a minute."


class ThoughtLost(Refusal):
    words = "I have lost my thought. Please ask again in a moment."


class Coaching:
    """What players want to be told about positions and games; `foresight` gives the one who thinks.

    One question of each player is thought about at a time; few are at once, and not many wait.
    """

    def __init__(self, foresight: Callable[[], Foresight]) -> None:
        self._foresight = foresight
        self._asking: set[int] = set()
        self._free = asyncio.Semaphore(AT_ONCE)
        self._thoughts: OrderedDict[tuple[Variant, tuple[Position, ...]], Thought] = OrderedDict()
        self._steps: OrderedDict[tuple[int, int, int], int] = OrderedDict()

    def step(self, player: int, game: int, changed: int) -> int:
        key = player, game, changed
        steps = self._steps[key] = min(STEPS, self._steps.pop(key, 0) + 1)
        while len(self._steps) > KEPT:
            self._steps.popitem(last=False)
        return steps

    async def waited(self, player: int, answer: Coroutine[Any, Any, Found]) -> Found:
        """The answer to a player's question, once it is their turn; ThoughtLost where there is none."""
        refusal = StillThinking() if player in self._asking else ManyQuestions() if len(self._asking) >= MOST else None
        if refusal is not None:
            answer.close()
            raise Refused(refusal)
        self._asking.add(player)
        try:
            async with self._free:
                return await answer
        except Unthinkable:
            raise Refused(ThoughtLost()) from None
        finally:
            self._asking.discard(player)

    async def _thought(self, state: State) -> Thought:
        key = state.variant, state.line
        known = self._thoughts.get(key)
        if known is None:
            known = self._thoughts[key] = await self._foresight().think(state, ADVISING, 0)
        self._thoughts.move_to_end(key)
        while len(self._thoughts) > REMEMBERED:
            self._thoughts.popitem(last=False)
        return known

    async def hint(self, state: State) -> Hint:
        if state.awaits is not Await.MOVE:
            raise Refused(NothingToAdvise())
        thought = await self._thought(state)
        return await apart(partial(hint_of, state, thought))

    async def taught(self, step: LessonStep) -> Hint:
        """Advice for a step of a lesson: what does its task, not what is best."""
        move = best(step)
        return await apart(partial(hint_of, step.state, Thought(move, 0, (move,), 0, 0), told=False))

    async def value(self, state: State) -> Worth:
        if state.awaits is not Await.MOVE:
            raise Refused(NothingToAdvise())
        thought = await self._thought(state)
        return await apart(partial(_worth, state, thought))

    async def review(self, state: State, since: int = 0, told: Callable[[int, int], None] | None = None) -> Review:
        """A finished game reviewed, the moves before number `since` (from 0) left out.

        `told` hears how many of how many positions have been looked at.
        """
        if state.result is None or len(state.played) < FEWEST:
            raise Refused(NothingToReview())
        asked, level = await apart(partial(_prepared, state, since))
        thoughts = []
        for number, each in enumerate(asked, 1):
            thoughts.append(await self._foresight().think(each, level, 0))
            if told is not None:
                told(number, len(asked))
        return await apart(partial(reviewed, state, thoughts, since))


def _prepared(state: State, since: int) -> tuple[tuple[State, ...], Level]:
    return questions(state, since), reviewing(state, since)


def _worth(state: State, thought: Thought) -> Worth:
    return Worth(standing(state.variant, state.turn, thought.value), line_written(state, thought.line))
