"""The coach: advice, values and reviews, thought off the event loop; and fairness.

There is no advice about a position that is, or has just been, on the board of one's own game against people, however it
came up: by a copy of the game, by a position code, by a record, by moves made in another game. So positions are
compared, not games: the pieces on their cells, either side to move, across all rules on the same board.
"""

import asyncio
from collections.abc import Coroutine
from dataclasses import dataclass
from functools import lru_cache, partial
from itertools import count
from typing import Any, TypeVar

from bot.games.readers import Queue, WorkerThreads
from bot.games.refusals import Numbered, if_granted, refuse_if
from bot.games.study import Learning, best
from bot.games.tables import Table, Tables
from bot.store import Ledger, Player, StoredGame
from bot.store.games import FORMER
from bot.thinking import NoAnswer, Thinkers
from engine.lookahead import coach
from engine.lookahead.coach import Hint
from engine.lookahead.review import Review, questions, reviewed, reviewing
from engine.lookahead.search import Thought
from engine.model.position import Position
from engine.model.refusal import Refusal, Refused
from engine.play.state import Await, State
from engine.variants.variant import Variant

Found = TypeVar("Found")

RECENT = 6  # recent positions of a game, the present one included
PASSED = 4  # positions back to a game's present one that still count

PositionKey = frozenset[tuple[str, int, str]]
"""The pieces of a position: the name of each cell with the seat and the letter of its piece."""


class StandsInGame(Numbered):
    names: tuple[str, ...]

    words = (
        "You're in this position, or a move away from it, in game #{number} against {names:and}. I can't help here "
        "until that game is over."
    )


@dataclass(frozen=True)
class Fairness:
    ledger: Ledger
    tables: Tables
    readers: WorkerThreads

    async def against(self, player: Player, state: State, besides: int = 0) -> Refusal | None:
        """Return why a player gets no advice here, nor the referee as opponent; `besides` is left out."""
        for game in await self.ledger.games_of(player.id, None):
            if game.number == besides or game.stage != "playing" or not against_people(game, player):
                continue
            table = await if_granted(self.tables.at(game))
            if table is not None and await self.readers.read(player.id, partial(_met, state, table)):
                names = dict.fromkeys(held.name or FORMER for held in _opponents(game, player))
                return StandsInGame(game.number, tuple(names))
        return None


def _opponents(game: StoredGame, player: Player) -> list[Player]:
    return [held for held in game.seats.values() if not held.is_bot and held.id != player.id]


def against_people(game: StoredGame, player: Player) -> bool:
    return bool(game.seats_of(player.id) and _opponents(game, player))


def position_key(variant: Variant, position: Position) -> PositionKey:
    names, pieces = variant.board.names, variant.pieces
    return frozenset(
        (names[cell], piece.seat, piece.kind.letter)
        for cell, code in enumerate(position.placement)
        if (piece := pieces[code]) is not None
    )


def _near(state: State, running: State) -> set[PositionKey]:
    """Return the recent positions of a running game on the board of `state`, and those after its next move.

    An attack whose dice are awaited counts as made; fights are left out, and the array is no secret.
    """
    if [*state.variant.board.names] != [*running.variant.board.names]:
        return set()
    movement, variant, position = running.movement, running.variant, running.position
    near = {position_key(variant, each) for each in running.line[-RECENT:]}
    if running.awaits is Await.MOVE and position != variant.start:
        near |= {position_key(variant, movement.play(position, move)) for move in movement.legal(position)}
    return near - {position_key(state.variant, state.variant.start)}


def _met(state: State, table: Table) -> bool:
    """True if a state, unless it is the array, is, comes from or is a move away from a running game's position.

    Of a game that is over every position counts, since a review is about them all.
    """
    running, variant = table.state, state.variant
    near, asked = _near(state, running), position_key(variant, state.position)
    if state.result is not None:
        return any(position_key(variant, position) in near for position in state.line)
    passed = near & {position_key(variant, position) for position in state.line[-PASSED - 1 :]}
    come_from = position_key(running.variant, running.position) in passed
    return asked in near or (come_from and asked != position_key(variant, variant.start))


AT_ONCE, QUESTIONS = 2, 12  # questions in parallel, and in all with the waiting ones
MAX_CACHED_THOUGHTS, STEPS_REMEMBERED = 32, 1_000
MIN_REVIEWED_MOVES = 2  # the moves of the shortest game that is reviewed


class NothingToAdvise(Refusal):
    words = "Nothing to advise on – it's not your move."


class NothingToReview(Refusal):
    words = "Nothing to review yet: I review finished games of at least two moves."


class StillThinking(Refusal):
    words = "I'm still thinking about your last question. One at a time, please."


class ManyQuestions(Refusal):
    words = "Too many people are asking for advice right now. Please try again in a minute."


class ThoughtLost(Refusal):
    words = "Sorry, I lost my train of thought – please ask again."


class Coaching:
    """Advice about positions and games: one question a player at a time, few in parallel, a short queue."""

    def __init__(self, thinkers: Thinkers) -> None:
        self._thinkers = thinkers
        self.queue = Queue(AT_ONCE, QUESTIONS, 1, ManyQuestions, StillThinking)
        self._thoughts = lru_cache(MAX_CACHED_THOUGHTS)(lambda _variant, _line: list[Thought]())
        self._steps = lru_cache(STEPS_REMEMBERED)(lambda *_: count(1))

    def step(self, player: int, game: int, changed: int) -> int:
        steps: int = next(self._steps(player, game, changed))
        return min(coach.STEPS, steps)

    async def waited(self, player: int, answer: Coroutine[Any, Any, Found]) -> Found:
        """The answer to a player's question, once it is their turn; ThoughtLost where there is none."""
        try:
            async with self.queue.place(player):
                return await answer
        except NoAnswer:
            raise Refused(ThoughtLost()) from None
        finally:
            answer.close()

    async def _thought(self, state: State) -> Thought:
        refuse_if(state.awaits is not Await.MOVE, NothingToAdvise())
        known = self._thoughts(state.variant, state.line)
        if not known:
            known.append(await self._thinkers.think(state, coach.ADVISING, 0))
        return known[0]

    async def hint(self, state: State) -> Hint:
        thought = await self._thought(state)
        return await asyncio.to_thread(coach.hint_of, state, thought)

    async def taught(self, learning: Learning) -> Hint:
        """Advice for a step of a lesson: what does its task, not what is best."""
        step = learning.step
        if step is None or learning.done:
            raise Refused(NothingToAdvise())
        move = best(step)
        return await asyncio.to_thread(coach.hint_of, step.state, Thought(move, 0, (move,), 0, 0), told=False)

    async def value(self, state: State) -> str:
        thought = await self._thought(state)
        line = await asyncio.to_thread(coach.line_written, state, thought.line)
        return f"{coach.prospects_in_words(state.variant, state.turn, thought.value)} Best: {line}."

    async def review(self, state: State) -> Review:
        refuse_if(state.result is None or len(state.played) < MIN_REVIEWED_MOVES, NothingToReview())
        asked, level = await asyncio.to_thread(lambda: (questions(state), reviewing(state)))
        thoughts = [await self._thinkers.think(each, level, 0) for each in asked]
        return await asyncio.to_thread(reviewed, state, thoughts)
