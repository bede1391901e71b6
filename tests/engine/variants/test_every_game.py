"""What holds in random games of every game: codes and records lead back to the same positions and fights."""

from __future__ import annotations

import pytest

from engine.model.position import long_form
from engine.notation.position_code import code_of, position_of
from engine.play.game import new_game
from engine.records.replay import dice_of, replay_moves
from engine.variants import GAMES, variant_of
from tests.engine.support import long_moves, random_fights
from tests.suites import spread_rows

GOALS = [(key, {"goal": goal}) for key in ("chess", "glinski", "mccooey") for goal in ("hill", "three-check")]
GAMES_AND_OPTIONS = [(key, {"combat": combat}) for key in GAMES for combat in ("off", "poly", "d6")] + GOALS


@pytest.mark.parametrize(
    ("key", "options"), spread_rows(20, GAMES_AND_OPTIONS), ids=[f"{key} {each}" for key, each in GAMES_AND_OPTIONS]
)
def test_codes_and_records(key: str, options: dict[str, str]) -> None:
    """Each position is written as a code and goes on from it; the game replays from its moves and dice."""
    variant = variant_of(key, options)
    for number, state in enumerate(random_fights(variant, len(key), 90)):
        if state.result is None:
            assert state.position == (again := position_of(variant, code_of(variant, state.position)))
        if state.result is None and number % 15 == 0:
            moves = long_moves(state)
            assert len(moves) == len(set(moves))
            assert moves == long_moves(new_game(variant, again))
    record = " ".join(long_form(variant.board, played.move) + dice_of(played) for played in state.played)
    replayed = replay_moves(variant, record)
    assert (state.line, state.result, state.rolls) == (replayed.line, replayed.result, replayed.rolls)
    assert [played.fought for played in state.played] == [played.fought for played in replayed.played]
