"""Lessons: every game is taught in few steps that all can be solved, in the words of its rules."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from engine.lookahead.imagined import branches
from engine.lookahead.lessons import LessonStep, lesson_of
from engine.play.start import objections
from engine.variants import GAMES, variant_of
from tests.suites import first_rows

PLAYED = [(key, fights) for key, game in GAMES.items() for fights in game.combat]
MIXED = first_rows(3, [case for step in range(7) for case in PLAYED[step::7]])
"""Games with and without fights; the first five are of many kinds."""


def steps_of(key: str, fights: str = "off") -> Sequence[LessonStep]:
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
    assert 5 < len(steps) <= 12
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
            assert all(step.met(after) for after in branches(step.state, move))


@pytest.mark.parametrize(("key", "fights"), MIXED)
def test_not_any_move_will_do(key: str, fights: str) -> None:
    """Where a move can be wrong, most are: the aim is met by the solutions alone."""
    for step in steps_of(key, fights):
        others = [move for move in step.legal.legal if move not in step.solutions]
        for move in others:
            assert not any(step.met(after) for after in branches(step.state, move)), (step.title, move)
        if step.mover is not None and step.title in {kind.name.capitalize() for kind in step.variant.kinds}:
            assert len(step.solutions) < len(others)


def test_rules_of_their_own() -> None:
    """Castling, en passant, promotion, bound captures, check and mate are steps where a game has them."""
    assert {"En passant", "Castling", "Promotion", "King", "What wins"} < set(titles("chess"))
    assert "Castling" not in titles("glinski")
    assert "Who may take what" in titles("imperial")
    escape, mate = steps_of("chess")[-2:]
    assert escape.task == "Your king on d5 is in check from Black's queen on a8. Get it out of check."
    assert mate.task == "Checkmate Black in one move."
    assert steps_of("nd-wellisch-3")[-1].task.startswith("Make a move after which you attack Gold's General on ")
