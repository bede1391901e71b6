"""Goals besides mate as options: who has them, what they are called, where no game begins, takebacks."""

from __future__ import annotations

import pytest

from engine.notation.describe import position_in_words, result_in_words
from engine.notation.position_code import BadCode, code_of
from engine.play.start import start_of
from engine.rules.protocols import Result
from engine.variants import GAMES, UnknownVariant, choices_of, families, family_of, variant_of
from tests.engine.proposing import accept_takeback, ask_takeback
from tests.engine.support import after, done

GOALS = [(game, goal) for game in ("chess", "glinski", "mccooey") for goal in ("hill", "three-check")]
HILL, CHECKS = (variant_of("chess", {"goal": goal}) for goal in ("hill", "three-check"))
EVERY_GOAL = pytest.mark.parametrize(("game", "goal"), GOALS)


def test_which_games_have_goals() -> None:
    """Chess, Gliński's and McCooey's games have the option, with mate as its default."""
    having = {key: option.values for key, game in GAMES.items() for option in choices_of(game) if option.name == "goal"}
    assert dict.fromkeys(("chess", "glinski", "mccooey"), ("mate", "hill", "three-check")) == having
    assert variant_of("chess") is variant_of("chess", {"goal": "mate"})
    assert [(3, 3), (3, 4), (4, 3), (4, 4)] == sorted(divmod(cell, 8) for cell in HILL.hill)


@EVERY_GOAL
def test_families(game: str, goal: str) -> None:
    """Each goal is rated by itself, under a name of its own, and isn't played with fights."""
    assert f"{game}+{goal}" == variant_of(game, {"goal": goal}).family == family_of(GAMES[game], {"goal": goal})
    assert f"{GAMES[game].name} (goal: {goal})" == families()[f"{game}+{goal}"]
    with pytest.raises(UnknownVariant, match=f"goal={goal} isn't played with fights; choose combat=off, or goal=mate"):
        variant_of(game, {"goal": goal, "combat": "poly"})


def test_scored_stalemate_is_no_game_of_its_own() -> None:
    """Gliński's stalemate in quarters is rated with the game, and playable with fights and goals."""
    chosen = {"stalemate": "three-quarters"}
    assert "glinski" == family_of(GAMES["glinski"], chosen)
    assert (("stalemate", "three-quarters"),) == variant_of("glinski", chosen).options
    assert variant_of("glinski", {**chosen, "combat": "poly"}).combat


def test_no_game_begins_when_it_is_over() -> None:
    """A position with a king on the hill, or with three checks given, is over."""
    with pytest.raises(BadCode, match="White wins by taking the king to the hill"):
        start_of(HILL, "8/8/8/8/3K4/8/8/6pk 1")
    with pytest.raises(BadCode, match="White wins by giving 3 checks"):
        start_of(CHECKS, f"{code_of(CHECKS, CHECKS.start)} checks=3,0")


def test_words() -> None:
    """Results and positions say it in words."""
    assert "White wins by taking the king to the hill" == result_in_words(HILL, Result(1, "hill"))
    assert "Black wins by giving 3 checks" == result_in_words(CHECKS, Result(2, "three-check"))
    state = after("e2e4 f7f6 d1h5", CHECKS)
    assert "Checks: White 1, Black 0." in position_in_words(CHECKS, state.position)
    assert "Checks" not in position_in_words(variant_of("chess"), variant_of("chess").start)


def test_a_takeback_takes_the_check_back() -> None:
    """With the move, its check is taken back."""
    back = done(done(after("e2e4 f7f6 d1h5", CHECKS), ask_takeback(1)), accept_takeback(2))
    assert after("e2e4 f7f6", CHECKS).position == back.position
