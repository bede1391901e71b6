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

    async def open(self, player: Player, game: str | None, fights: str | None) -> Learning:
        """A player's lesson in a game where they left it.

        Without a game it is the lesson that they touched last; for those who have none, in the game to start with.
        """
        last = await self._last(player, game, fights)
        if last is not None:
            return last
        meant = _meant(game, fights)
        return await self._shown(await self._store.open(player.id, *meant, self._now()))

    async def look(self, player: Player, game: str | None, fights: str | None) -> Learning:
        last = await self._last(player, game, fights)
        if last is not None:
            return last
        meant = _meant(game, fights)
        begun = await self._store.of(player.id, *meant)
        new = LessonProgress(0, player.id, *meant, step=0, made="", helped=False, version=0, touched=0)
        return await self._shown(begun or new)

    async def _last(self, player: Player, game: str | None, fights: str | None) -> Learning | None:
        """The lesson that a player touched last, if no game is named and its game can still be taught."""
        last = await self._store.latest(player.id) if game is None and fights is None else None
        return None if last is None else await if_granted(self._shown(last))

    async def find(self, number: int, player: Player) -> Learning:
        progress = await self._store.find(number)
        if progress is None or progress.player != player.id:
            raise Refused(LessonGone())
        return await self._shown(progress)

    async def go(self, learning: Learning, steps: int) -> Learning:
        step = min(max(learning.progress.step + steps, 0), len(learning.lesson.steps))
        return await self._changed(learning.progress._replace(step=step, made="", helped=False))

    async def restart(self, learning: Learning) -> Learning:
        return await self._changed(learning.progress._replace(step=0, made="", helped=False))

    async def show(self, learning: Learning) -> Learning:
        step = _task(learning)
        return await self._changed(learning.progress._replace(made=self._token(step, best(step)), helped=True))

    async def read(self, learning: Learning, text: str) -> Learning:
        step = _task(learning)
        move = await self._readers.read(learning.progress.player, partial(step.legal.read, text))
        return await self.make(learning, granted(move))

    async def make(self, learning: Learning, move: Move) -> Learning:
        """Make a legal move: it does the task, and the lesson waits for the next step, or it may be tried again."""
        step = _task(learning)
        token = self._token(step, move)
        after = replay_moves(step.variant, token, step.position)
        if not step.met(after):
            return replace(learning, tried=after)
        return await self._changed(learning.progress._replace(made=token, helped=False))

    def _token(self, step: LessonStep, move: Move) -> str:
        """A move in long form, with dice rolled for practice where it opens a fight."""
        long = long_form(step.variant.board, move)
        state = advance(step.state, Event(step.state.sequence + 1, 0, step.state.turn, Moved(long)))
        if state.awaits is Await.ROLL:
            state = advance(state, fight_out(state, self._dice, 0))
        return long + dice_of(state.played[-1])

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


def _meant(game: str | None, fights: str | None) -> tuple[str, str]:
    key = next(iter(GAMES)) if game is None else game.strip().casefold()
    _taught(key, fights or "")
    return key, fights or GAMES[key].combat[0]


def _task(learning: Learning) -> LessonStep:
    """The step that is still to be done."""
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
        variant = _taught(progress.variant, progress.fights)
    except Refused:
        raise Refused(LessonGone()) from None
    lesson = lesson_of(variant)
    progress = progress._replace(step=min(max(progress.step, 0), len(lesson.steps)))
    learning = Learning(progress, lesson, None)
    step = learning.step
    if step is None:
        return replace(learning, progress=progress._replace(made=""))
    _ = step.solutions
    try:
        after = replay_moves(step.variant, progress.made, step.position)
    except (WrongMove, BrokenRecord):
        after = step.state
    if not after.played or not step.met(after):
        return replace(learning, progress=progress._replace(made=""), state=step.state)
    return replace(learning, state=after)
