"""Lessons: a player is led through a game in steps, makes a move in each, and the referee judges it.

How far each player has come is stored, so that a lesson goes on after a restart, in servers and direct messages alike.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial

from bot.games.readers import Readers
from bot.games.refusals import granted, if_granted
from bot.games.tables import game_named
from bot.store import LessonProgress, LessonStore, Player
from engine.lookahead.lessons import Lesson, LessonStep, lesson_of
from engine.model.position import Move, long_form
from engine.model.refusal import Refusal, Refused
from engine.notation.moves import MoveList
from engine.play.events import BrokenRecord, Event, Moved
from engine.play.game import advance
from engine.play.referee import fight_out
from engine.play.state import Await, State
from engine.records.replay import WrongMove, dice_of, replay_moves
from engine.variants import COMBAT, GAMES
from engine.variants.variant import Variant


class LessonGone(Refusal):
    words = "I do not find that lesson any more. /learn begins it again."


class StepDone(Refusal):
    words = "That task is done. Press Next for the next one; /learn shows where you are."


@dataclass(frozen=True)
class Learning:
    """A lesson as it stands for a player: how far they have come, and what is shown of it.

    `state` is the step's position, after the move that has done its task; None behind the last step. `tried` is the
    state after a move just made that has not done it.
    """

    progress: LessonProgress
    lesson: Lesson
    state: State | None
    tried: State | None = None

    @property
    def step(self) -> LessonStep | None:
        steps = self.lesson.steps
        return steps[self.progress.step] if self.progress.step < len(steps) else None

    @property
    def done(self) -> bool:
        return bool(self.progress.made)

    @property
    def legal(self) -> MoveList | None:
        """The moves to choose from, None where nothing is to be done."""
        return None if self.step is None or self.done else self.step.legal


class Lessons:
    """The lessons of all players; `now()` gives UTC ms, `throw(faces)` the value of a die rolled for practice."""

    def __init__(
        self,
        store: LessonStore,
        now: Callable[[], int],
        readers: Readers,
        throw: Callable[[int], int] = lambda faces: secrets.randbelow(faces) + 1,
    ) -> None:
        self._store = store
        self._now = now
        self._readers = readers
        self._throw = throw

    async def open(self, player: Player, game: str | None, fights: str | None, *, begin: bool = True) -> Learning:
        """A player's lesson in a game where they left it; one not begun stays so unless they `begin` it.

        Without a game it is the lesson that they touched last, if its game can still be taught; for those who have
        none, in the game to start with.
        """
        last = await self._store.latest(player.id) if game is None and fights is None else None
        learning = None if last is None else await if_granted(self._shown(last))
        if learning is not None:
            return learning
        key = next(iter(GAMES)) if game is None else game.strip().casefold()
        _taught(key, fights or "")
        meant = key, fights or GAMES[key].combat[0]
        if begin:
            return await self._shown(await self._store.open(player.id, *meant, self._now()))
        new = LessonProgress(0, player.id, *meant, step=0, made="", helped=False, version=0, touched=0)
        return await self._shown(await self._store.of(player.id, *meant) or new)

    async def find(self, number: int, player: Player) -> Learning:
        progress = await self._store.find(number)
        if progress is None or progress.player != player.id:
            raise Refused(LessonGone())
        return await self._shown(progress)

    async def go(self, learning: Learning, steps: int) -> Learning:
        step = min(max(learning.progress.step + steps, 0), len(learning.lesson.steps))
        return await self._changed(learning.progress._replace(step=step, made="", helped=False))

    async def restart(self, learning: Learning) -> Learning:
        return await self.go(learning, -learning.progress.step)

    async def show(self, learning: Learning) -> Learning:
        step = _task(learning)
        made, _ = self._made(step, best(step))
        return await self._changed(learning.progress._replace(made=made, helped=True))

    async def read(self, learning: Learning, text: str) -> Learning:
        legal = _task(learning).legal
        move = await self._readers.read(learning.progress.player, partial(legal.read, text))
        return await self.make(learning, granted(move))

    async def make(self, learning: Learning, move: Move) -> Learning:
        """Make a legal move: it does the task, and the lesson waits for the next step, or it may be tried again."""
        step = _task(learning)
        made, after = self._made(step, move)
        if not step.met(after):
            return replace(learning, tried=after)
        return await self._changed(learning.progress._replace(made=made, helped=False))

    def _made(self, step: LessonStep, move: Move) -> tuple[str, State]:
        """A move in long form, with dice rolled for practice where it opens a fight, and the state after it."""
        long = long_form(step.variant.board, move)
        state = advance(step.state, Event(step.state.sequence + 1, 0, step.state.turn, Moved(long)))
        if state.awaits is Await.ROLL:
            state = advance(state, fight_out(state, self._dice, 0))
        return long + dice_of(state.played[-1]), state

    def _dice(self, number: int, faces: Sequence[int]) -> list[int]:  # noqa: ARG002 - practice is not numbered
        return [self._throw(each) for each in faces]

    async def _changed(self, progress: LessonProgress) -> Learning:
        """The lesson changed; where it has changed otherwise meanwhile, as it then stands."""
        changed = await self._store.change(progress._replace(touched=self._now()))
        if changed is None:
            return await self.find(progress.number, Player(progress.player, ""))
        return await self._shown(changed)

    async def _shown(self, progress: LessonProgress) -> Learning:
        return await self._readers.read(progress.player, partial(_learning, progress))


def best(step: LessonStep) -> Move:
    """The solution that is shown: where there are several, one with the first kind to promote to."""
    letters = [None, *(kind.letter for kind in step.variant.kinds)]
    return min(step.solutions, key=lambda move: letters.index(move.promotion))


def _task(learning: Learning) -> LessonStep:
    if learning.step is None or learning.done:
        raise Refused(StepDone())
    return learning.step


def _taught(key: str, fights: str) -> Variant:
    return game_named(key, {COMBAT: fights} if fights else {})


def _learning(progress: LessonProgress) -> Learning:
    """The lesson with the state that its present step has come to.

    A game that is no longer known has no lesson; what this version of the referee cannot replay is still to be done.
    """
    try:
        lesson = lesson_of(_taught(progress.variant, progress.fights))
    except Refused:
        raise Refused(LessonGone()) from None
    learning = Learning(progress._replace(step=min(max(progress.step, 0), len(lesson.steps))), lesson, None)
    step = learning.step
    if step is not None:
        _ = step.solutions
        try:
            after = replay_moves(step.variant, progress.made, step.position)
        except (WrongMove, BrokenRecord):
            after = step.state
        if after.played and step.met(after):
            return replace(learning, state=after)
    return Learning(learning.progress._replace(made=""), lesson, None if step is None else step.state)
