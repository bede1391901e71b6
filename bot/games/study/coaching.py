"""The coach's use cases: advice, values and reviews, thought off the event loop."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import NamedTuple

from bot.games.readers import apart
from bot.games.thinking import Thinker
from engine.lookahead.coach import (
    ADVISING,
    Hint,
    Review,
    hint_of,
    line_written,
    questions,
    reviewed,
    reviewing,
    standing,
)
from engine.lookahead.search import Level, Thought
from engine.model.refusal import Refusal
from engine.play.state import Await, State

FEWEST = 2
"""The moves of the shortest game that is reviewed."""


class NothingToAdvise(Refusal):
    """Advice asked for where no move is awaited."""

    words = "There is nothing to advise: no move is awaited."


class NothingToReview(Refusal):
    """A review of a game that is not over, or too short."""

    words = "There is nothing to review yet: I review games that are over, of at least two moves."


class Worth(NamedTuple):
    """How a position stands, in words, and the best line in short notation."""

    standing: str
    line: str


class Coaching:
    """What players want to be told about positions and games; `thinker` gives the one who thinks."""

    def __init__(self, thinker: Callable[[], Thinker]) -> None:
        self._thinker = thinker

    async def hint(self, state: State) -> Hint | Refusal:
        """Advice for the player to move."""
        if state.awaits is not Await.MOVE:
            return NothingToAdvise()
        thought = await self._thinker().think(state, ADVISING, 0)
        return await apart(partial(hint_of, state, thought))

    async def value(self, state: State) -> Worth | Refusal:
        """How a position stands for the player to move, and how both sides would go on."""
        if state.awaits is not Await.MOVE:
            return NothingToAdvise()
        thought = await self._thinker().think(state, ADVISING, 0)
        return await apart(partial(_worth, state, thought))

    async def review(self, state: State, told: Callable[[int, int], None] | None = None) -> Review | Refusal:
        """A finished game reviewed; `told` hears how many of how many positions have been looked at."""
        if state.result is None or len(state.played) < FEWEST:
            return NothingToReview()
        asked, level = await apart(partial(_prepared, state))
        thoughts = []
        for number, each in enumerate(asked, 1):
            thoughts.append(await self._thinker().think(each, level, 0))
            if told is not None:
                told(number, len(asked))
        return await apart(partial(reviewed, state, thoughts))


def _prepared(state: State) -> tuple[tuple[State, ...], Level]:
    return questions(state), reviewing(state)


def _worth(state: State, thought: Thought) -> Worth:
    return Worth(standing(state.variant, state.turn, thought.value), line_written(state, thought.line))
