"""Lessons: every game can be taught from its rules, in few steps that all can be solved."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from engine.lookahead.imagined import branches
from engine.lookahead.lessons.course import MOST, lesson_of
from engine.lookahead.lessons.lesson import Lesson, LessonStep
from engine.lookahead.lessons.searching import found_lesson
from engine.lookahead.lessons.setting import Studio
from engine.model.array import Placement
from engine.model.position import Position
from engine.notation.position_code import code_of
from engine.play.start import objections
from engine.variants import GAMES, variant_of
from engine.variants.variant import Variant
from tests.suites import first_rows

ARRANGEMENTS = 1200
"""How many positions are put together at most for a lesson."""
PLAYED = [(key, fights) for key, game in GAMES.items() for fights in game.combat]
MIXED = first_rows(5, [case for step in range(7) for case in PLAYED[step::7]])
"""Games with and without fights; the first five are of many kinds."""


def steps_of(key: str, fights: str = "off") -> Sequence[LessonStep]:
    """The steps of a game's lesson."""
    return lesson_of(variant_of(key, {"combat": fights})).steps


def titles(key: str, fights: str = "off") -> list[str]:
    """What the steps of a game's lesson are called."""
    return [step.title for step in steps_of(key, fights)]


@pytest.mark.parametrize(("key", "fights"), MIXED)
def test_every_game_can_be_taught(key: str, fights: str) -> None:
    """Every game has a lesson of few steps: each begins where a game may, says what to do, and can be solved."""
    variant = variant_of(key, {"combat": fights})
    steps = lesson_of(variant).steps
    taught = "\n".join(step.text for step in steps)
    assert 5 < len(steps) <= MOST
    assert [kind.name for kind in variant.kinds if f"**{kind.name}**" not in taught] == []
    for step in steps:
        assert objections(step.variant, step.position) == ()
        assert objections(variant, step.position) == ()
        assert step.state.result is None
        assert step.title
        assert step.text.endswith((".", ")"))
        assert step.task.endswith(".")
        assert len(step.text) + len(step.task) < 1000
        assert step.solutions
        assert len(step.legal.legal) > 1, "there is something to choose"
        for move in step.solutions:
            assert all(step.aim.met(after) for after in branches(step.state, move))


@pytest.mark.parametrize(("key", "fights"), MIXED)
def test_not_any_move_will_do(key: str, fights: str) -> None:
    """Where a move can be wrong, most are: the aim is met by the solutions alone."""
    for step in steps_of(key, fights):
        others = [move for move in step.legal.legal if move not in step.solutions]
        for move in others:
            assert not any(step.aim.met(after) for after in branches(step.state, move)), (step.title, move)
        if step.mover is not None and step.title in {kind.name.capitalize() for kind in step.variant.kinds}:
            assert len(step.solutions) < len(others)


def test_the_smallest_game_takes_six_steps() -> None:
    """A game of five kinds without check takes six steps: its kinds, the royal one with what wins, and promotion."""
    assert titles("hexeh") == ["Wizard", "Prowler", "Traveler", "Guard", "Promotion", "Empress"]
    assert titles("hexeh", "poly")[-2:] == ["Fights", "What wins"]
    assert steps_of("hexeh", "poly")[-1].task == "Attack Blue's empress on d7."
    assert "wins at once" in steps_of("hexeh")[-1].text


def test_what_comes_first() -> None:
    """Where pieces are placed before the first move, the lesson begins with that."""
    first, *_ = steps_of("imperial")
    assert first.position == first.variant.start
    assert first.text.startswith("Before the first move each side places two more pawns, its scouts")
    assert first.task == "Place your pawns now: choose where they go."


def test_rules_of_their_own() -> None:
    """Castling, en passant, promotion, bound captures, check and mate are steps where a game has them."""
    assert {"En passant", "Castling", "Promotion", "King", "What wins"} < set(titles("chess"))
    assert "Castling" not in titles("glinski")
    assert "Who may take what" in titles("imperial")
    escape, mate = steps_of("chess")[-2:]
    assert escape.task == "Your king on d5 is in check from Black's queen on a8. Get it out of check."
    assert mate.task == "Checkmate Black in one move."
    assert steps_of("nd-wellisch-3")[-1].task.startswith("Make a move after which you attack Gold's General on ")


def test_always_the_same() -> None:
    """A lesson is the same whenever it is made, so that a learner who comes back finds the step they left."""
    variant = variant_of("hexeh")
    codes = [code_of(step.variant, step.position) for step in lesson_of(variant).steps]
    lesson_of.cache_clear()
    assert codes == [code_of(step.variant, step.position) for step in lesson_of(variant).steps]


@pytest.mark.parametrize(("key", "fights"), PLAYED)
def test_what_is_written_is_what_the_search_finds(key: str, fights: str) -> None:
    """Each step of each lesson has the words, position, aim and solutions of the step found."""

    def told(lesson: Lesson) -> list[object]:
        return [
            (step.title, step.text, step.variant, step.position, step.aim, step.mover, step.danger, step.solutions)
            for step in lesson.steps
        ]

    variant = variant_of(key, {"combat": fights})
    assert told(lesson_of(variant)) == told(found_lesson(variant))


@pytest.mark.slow
def test_few_positions_are_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    """No lesson takes more than some hundreds of arrangements of pieces to make."""
    made = 0
    stand = Studio.stand

    def counted(
        self: Studio, turn: int, pieces: Sequence[Placement], *, rights: int = 0, lost: Sequence[str] = ()
    ) -> Position | None:
        nonlocal made
        made += 1
        return stand(self, turn, pieces, rights=rights, lost=lost)

    monkeypatch.setattr(Studio, "stand", counted)
    found_lesson.cache_clear()
    counts: dict[str, int] = {}
    for key in GAMES:
        for fights in ("off", "poly"):
            variant: Variant = variant_of(key, {"combat": fights})
            made = 0
            found_lesson(variant)
            counts[f"{key} {fights}"] = made
    assert {} == {game: count for game, count in counts.items() if count > ARRANGEMENTS}
