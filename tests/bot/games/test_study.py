"""Lessons without Discord: judged, kept, and replayed as they were left."""

from __future__ import annotations

import asyncio

import pytest

from bot.games import Learning
from bot.games.readers import WorkerThreads
from bot.games.study import LessonGone, Lessons, StepDone, best
from bot.store import Database, Player, StudyStore
from bot.text.study import UNLUCKY, lesson_text
from engine.notation.moves import IllegalMove
from engine.rules.fight import FightResult
from tests.bot.support.refusals import outcome

ANN, BEN = Player(11, "Ann"), Player(12, "Ben")


def lessons_of(store: Database, *dice: int) -> Lessons:
    """The lessons of a store, whose practice dice fall so, over and over."""
    thrown = iter(dice * 9)

    class Loaded(Lessons):
        def throw(self, faces: int) -> int:
            return min(faces, next(thrown))

    return Loaded(StudyStore(store), lambda: 1_800_000_000_000, WorkerThreads())


async def test_judged(store: Database) -> None:
    """A move that does the task is kept; another is told and not kept; one that is not legal is refused."""
    lessons = lessons_of(store)
    learning = await lessons.open(ANN, "hexeh", None)
    tried = await lessons.read(learning, "Ec5")
    assert tried.tried is not None
    assert (tried.done, tried.progress) == (False, learning.progress)
    assert isinstance(await outcome(lessons.read(learning, "Ea4")), IllegalMove)
    done = await outcome(lessons.read(learning, "Exd7"))
    assert (done.done, done.progress.moves, done.progress.helped) == (True, "c6d7", False)
    assert isinstance(await outcome(lessons.read(done, "Exd7")), StepDone)
    assert isinstance(await outcome(lessons.show(done)), StepDone)


async def test_no_further_than_the_ends(store: Database) -> None:
    """A lesson goes neither back before its first step nor on behind its end, where nothing is to be done."""
    lessons = lessons_of(store)
    learning = await lessons.open(ANN, "hexeh", None)
    assert (await lessons.go(learning, -1)).progress.step == 0
    end = await lessons.go(await lessons.open(ANN, None, None), 99)
    assert (end.progress.step, end.step) == (6, None)
    assert (await lessons.go(end, 1)).progress.step == 6
    assert isinstance(await outcome(lessons.show(await lessons.open(ANN, None, None))), StepDone)


@pytest.mark.parametrize(
    ("dice", "verdict"), [((6, 1), FightResult.WON), ((1, 6), FightResult.LOST), ((1, 2), FightResult.TIED)]
)
async def test_practice_dice_are_kept(store: Database, dice: tuple[int, ...], verdict: FightResult) -> None:
    """An attack is rolled once, does the task however it ends, and is shown with the same dice ever after."""
    lessons = lessons_of(store, *dice)
    learning = await lessons.open(ANN, "hexeh", "poly")
    fight = await lessons.go(learning, len(learning.lesson.steps) - 2)
    assert fight.step is not None
    done = await lessons.make(fight, best(fight.step))
    again = await lessons_of(store, 3).open(ANN, None, None)
    for each in (done, again):
        assert each.done
        fought = each.state.played[-1].fought
        assert fought is not None
        assert fought.verdict is verdict
        assert (UNLUCKY in lesson_text(each)) is (verdict is not FightResult.WON)


async def test_each_game_and_form_of_dice_has_its_lesson(store: Database) -> None:
    """Lessons in several games stand beside each other; the one touched last goes on where none is named."""
    lessons = lessons_of(store)
    await lessons.go(await lessons.open(ANN, "chess", None), 3)
    await lessons.go(await lessons.open(ANN, "chess", "poly"), 2)
    assert [(await lessons.open(ANN, "chess", fights)).progress.step for fights in (None, "off", "poly")] == [3, 3, 2]
    assert isinstance(await outcome(lessons.find(1, BEN)), LessonGone)
    assert (await store.rows("SELECT count(*) FROM studies"))[0][0] == 2


async def test_two_presses_at_once(store: Database) -> None:
    """Of two changes made at once one counts, and both show what came of it."""
    lessons = lessons_of(store)
    learning = await lessons.open(ANN, "hexeh", None)
    both = await asyncio.gather(*(lessons.go(learning, 1) for _ in range(2)))
    assert [each.progress.step for each in both if isinstance(each, Learning)] == [1, 1]
    assert (await lessons.open(ANN, None, None)).progress.version == 1


@pytest.mark.parametrize("made", ["zzz", "c6d7[6-1]", "c6c5", "d1d2", "c6d7 d7d6"])
async def test_a_move_that_no_longer_fits(store: Database, made: str) -> None:
    """A step whose kept move cannot be replayed, or would not do its task, is still to be done."""
    lessons = lessons_of(store)
    await lessons.open(ANN, "hexeh", None)
    await store.rows("UPDATE studies SET moves = ?", made)
    learning = await lessons.open(ANN, None, None)
    assert (learning.done, learning.state) == (False, learning.step and learning.step.state)
