"""Lessons without Discord: judged, kept, and replayed as they were left."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.games import Learning
from bot.games.readers import Readers
from bot.games.study import LessonGone, Lessons, StepDone, best
from bot.store import Database, Player, StudyStore
from bot.text.study import UNLUCKY, lesson_text
from engine.notation.moves import IllegalMove
from engine.rules.fight import FightResult
from tests.bot.refusals import outcome

ANN, BEN = Player(11, "Ann"), Player(12, "Ben")


@pytest.fixture
async def store(database: Path) -> AsyncIterator[Database]:
    """Open a store for one test."""
    opened = await Database.open(database)
    yield opened
    await opened.close()


def lessons_of(store: Database, *dice: int) -> Lessons:
    """The lessons of a store, whose practice dice fall so, over and over."""
    thrown = iter(dice * 9)

    class Loaded(Lessons):
        def throw(self, faces: int) -> int:
            return min(faces, next(thrown))

    return Loaded(StudyStore(store), lambda: 1_800_000_000_000, Readers())


async def opened(lessons: Lessons, game: str | None = None, fights: str | None = None) -> Learning:
    """Ann's lesson in a game."""
    learning = await lessons.open(ANN, game, fights)
    assert isinstance(learning, Learning)
    return learning


async def went(lessons: Lessons, learning: Learning, steps: int) -> Learning:
    """The lesson some steps on."""
    after = await lessons.go(learning, steps)
    assert isinstance(after, Learning)
    return after


async def test_judged(store: Database) -> None:
    """A move that does the task is kept; another is told and not kept; one that is not legal is refused."""
    lessons = lessons_of(store)
    learning = await outcome(opened(lessons, "hexeh"))
    tried = await lessons.read(learning, "Ed2")
    assert isinstance(tried, Learning)
    assert tried.tried is not None
    assert (tried.done, tried.progress) == (False, learning.progress)
    assert isinstance(await outcome(lessons.read(learning, "Wb3")), IllegalMove)
    done = await outcome(lessons.read(learning, "Wxd4"))
    assert isinstance(done, Learning)
    assert (done.done, done.progress.moves, done.progress.helped) == (True, "b1d4", False)
    assert isinstance(await outcome(lessons.read(done, "Wxd4")), StepDone)
    assert isinstance(await outcome(lessons.show(done)), StepDone)


async def test_no_further_than_the_ends(store: Database) -> None:
    """A lesson goes neither back before its first step nor on behind its end, where nothing is to be done."""
    lessons = lessons_of(store)
    learning = await opened(lessons, "hexeh")
    assert (await went(lessons, learning, -1)).progress.step == 0
    end = await went(lessons, await opened(lessons), 99)
    assert (end.progress.step, end.step) == (6, None)
    assert (await went(lessons, end, 1)).progress.step == 6
    assert isinstance(await outcome(lessons.show(await outcome(opened(lessons)))), StepDone)


@pytest.mark.parametrize(
    ("dice", "verdict"), [((6, 1), FightResult.WON), ((1, 6), FightResult.LOST), ((1, 2), FightResult.TIED)]
)
async def test_practice_dice_are_kept(store: Database, dice: tuple[int, ...], verdict: FightResult) -> None:
    """An attack is rolled once, does the task however it ends, and is shown with the same dice ever after."""
    lessons = lessons_of(store, *dice)
    learning = await opened(lessons, "hexeh", "poly")
    fight = await went(lessons, learning, len(learning.lesson.steps) - 2)
    assert fight.step is not None
    done = await lessons.make(fight, best(fight.step))
    again = await opened(lessons_of(store, 3))
    for each in (done, again):
        assert isinstance(each, Learning)
        assert each.done
        assert each.state is not None
        fought = each.state.played[-1].fought
        assert fought is not None
        assert fought.verdict is verdict
        assert (UNLUCKY in lesson_text(each)) is (verdict is not FightResult.WON)


async def test_each_game_and_form_of_dice_has_its_lesson(store: Database) -> None:
    """Lessons in several games stand beside each other; the one touched last goes on where none is named."""
    lessons = lessons_of(store)
    await went(lessons, await opened(lessons, "chess"), 3)
    await went(lessons, await opened(lessons, "chess", "poly"), 2)
    assert [(await opened(lessons, "chess", fights)).progress.step for fights in (None, "off", "poly")] == [3, 3, 2]
    assert isinstance(await outcome(lessons.find(1, BEN)), LessonGone)
    assert (await store.rows("SELECT count(*) FROM studies"))[0][0] == 2


async def test_two_presses_at_once(store: Database) -> None:
    """Of two changes made at once one counts, and both show what came of it."""
    lessons = lessons_of(store)
    learning = await opened(lessons, "hexeh")
    both = await asyncio.gather(*(lessons.go(learning, 1) for _ in range(2)))
    assert [each.progress.step for each in both if isinstance(each, Learning)] == [1, 1]
    assert (await opened(lessons)).progress.version == 1


@pytest.mark.parametrize("made", ["zzz", "b1d4[6-1]", "b1b3", "d1d2", "b1d4 d7d6"])
async def test_a_move_that_no_longer_fits(store: Database, made: str) -> None:
    """A step whose kept move cannot be replayed, or would not do its task, is still to be done."""
    lessons = lessons_of(store)
    await opened(lessons, "hexeh")
    await store.rows("UPDATE studies SET moves = ?", made)
    learning = await opened(lessons)
    assert (learning.done, learning.state) == (False, learning.step and learning.step.state)


async def test_a_lesson_that_can_no_longer_be_given(store: Database) -> None:
    """Where a game is not known any more its lesson is gone, and /learn begins with the game to start with."""
    lessons = lessons_of(store)
    await opened(lessons, "chess")
    await store.rows("UPDATE studies SET key = 'ludo off', step = 99")
    assert isinstance(await outcome(lessons.find(1, ANN)), LessonGone)
    assert (await opened(lessons)).lesson.variant.key == "hexeh"
    await store.rows("UPDATE studies SET step = 99")
    assert (await opened(lessons)).step is None
