"""Players who leave in the middle, in the record."""

from __future__ import annotations

import random

import pytest

from engine.play.commands import Resign
from engine.play.events import Resigned
from engine.play.game import new_game
from engine.play.state import State
from engine.records.scoresheet import BadScoresheet, read_scoresheet, scoresheet
from engine.variants import GAMES
from tests.engine.support import chance, done, long_moves, played
from tests.engine.toys import FOUR, TOYS


@pytest.fixture(autouse=True)
def toys(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let records of the made-up games be read."""
    for key, game in TOYS.items():
        monkeypatch.setitem(GAMES, key, game)


def left_in_the_middle(dice: random.Random) -> State:
    """A random game for four in which players resign now and then."""
    state = new_game(FOUR)
    for _ in range(30):
        if state.result is not None:
            break
        if dice.random() < 0.1:
            state = done(state, Resign(dice.choice(state.remaining)))
        else:
            state = played(state, dice.choice(long_moves(state)))
    return state


def test_records_keep_who_has_left() -> None:
    """The record of a game in which players have left is read back to the same state, whenever they left."""
    leaving = 0
    for seed in range(30):
        state = left_in_the_middle(chance(seed))
        read = read_scoresheet(scoresheet(state, {})).state
        assert (state.line, state.events, state.result) == (read.line, read.events, read.result)
        leaving += sum(isinstance(event.what, Resigned) for event in state.events)
    assert leaving > 30


def test_two_leave_between_two_moves() -> None:
    """Two who leave between the same two moves stand in the order in which they left."""
    state = played(new_game(FOUR), "Ne3")
    state = played(done(done(state, Resign(4)), Resign(2)), "Nd6")
    record = scoresheet(state, {})
    assert "\n* Blue resigns\n* Red resigns\n" in record
    assert state.position == read_scoresheet(record).state.position


@pytest.mark.parametrize("other", ["* Black resigns", "* Grey resigns", "* The referee resigns", "* Red", "x", ""])
def test_a_record_with_another_leaving_is_refused(other: str) -> None:
    """A record that says that somebody else left, or at another time, is refused."""
    state = played(done(played(new_game(FOUR), "Ne3"), Resign(2)), "Nd6")
    record = scoresheet(state, {})
    with pytest.raises(BadScoresheet):
        read_scoresheet(record.replace("* Red resigns", other))
