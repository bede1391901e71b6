"""What a replay shows, and for how long."""

from __future__ import annotations

from itertools import pairwise

import pytest

from engine.play.commands import Resign
from engine.play.state import State
from engine.records.moments import moments
from engine.records.replay import replay_moves
from engine.variants import variant_of
from renderer.replay.reel import END_MS, FIGHT_MS, MAX_SHOTS, MOVE_MS, BadStretch, reel_of
from renderer.replay.strip import moments_of
from tests.engine.support import done
from tests.renderer.golden import played
from tests.renderer.samples import DUEL

FOUGHT = replay_moves(variant_of("combat-chess"), DUEL)


def resigned(state: State) -> State:
    return done(state, Resign(state.turn))


def test_every_move_has_a_shot() -> None:
    """The start and each move are shown for as long as a move is, the end for longer, with the result."""
    shots = list(reel_of(resigned(played("hexeh", 9))).shots())
    assert [shot.ms for shot in shots] == [MOVE_MS] * 9 + [END_MS]
    assert [shot.ended for shot in shots] == [False] * 9 + [True]
    assert "resign" in shots[-1].scene.headline
    assert all(shot.scene.grid is shots[0].scene.grid for shot in shots)


def test_a_fight_has_a_shot_before_its_outcome() -> None:
    """Each fight is shown on the board as it was before, and then what came of it."""
    state = FOUGHT
    shots = list(reel_of(state).shots())
    fights = [number for number, shot in enumerate(shots) if shot.scene.fight is not None]
    assert len(fights) == sum(each.fought is not None for each in state.played)
    assert len(shots) == len(state.played) + 1 + len(fights)
    for number in fights:
        before, fight, after = shots[number - 1 : number + 2]
        assert fight.ms == FIGHT_MS
        assert fight.scene.pieces == before.scene.pieces
        assert (after.scene.pieces, after.scene.tokens) != (fight.scene.pieces, fight.scene.tokens)


def test_a_stretch_ends_where_it_is_told_to() -> None:
    """A stretch shows its first and last positions, and the result only if the game ends there."""
    state = resigned(played("hexeh", 9))
    reel = reel_of(state, 3, 7)
    assert (reel.plies, reel.ends, reel.cut) == ((3, 4, 5, 6, 7), False, "")
    assert reel.scene(7).headline.endswith("to move")
    assert (reel_of(state, 9).plies, reel_of(state, 9).ends) == ((9,), True)


@pytest.mark.parametrize(
    ("first", "last", "why"),
    [
        (0, 10, "there's no move 10: the game has 9 moves so far, so choose from 0 to 9"),
        (-1, 4, "there's no move -1: the game has 9 moves so far, so choose from 0 to 9"),
        (7, 3, "a replay can't go from move 7 back to move 3; the game has 9 moves so far"),
    ],
)
def test_a_stretch_that_is_not_there_is_refused(first: int, last: int | None, why: str) -> None:
    with pytest.raises(BadStretch) as refused:
        reel_of(played("hexeh", 9), first, last)
    assert str(refused.value) == why


def test_a_long_game_is_thinned_evenly() -> None:
    """Of more moves than are shown as many as are allowed are, as evenly as can be, which is told."""
    state = played("nd-altorth-3", 400)
    reel = reel_of(state)
    steps = {after - before for before, after in pairwise(reel.plies)}
    assert (reel.plies[0], reel.plies[-1], len(list(reel.shots()))) == (0, 400, MAX_SHOTS)
    assert steps == {1, 2}
    assert reel.cut == "101 of 401 positions are left out, evenly, to keep it short."


@pytest.mark.parametrize("most", [3, 10, 40, 60])
def test_fights_count_as_shots(most: int) -> None:
    """Fights and positions together keep the limit, and nearly reach it."""
    assert most * 0.6 <= len(list(reel_of(FOUGHT, most=most).shots())) <= most


def test_a_strip_shows_turning_points() -> None:
    """A strip shows the ends of a stretch and what mattered between them: more of a board of fewer cells."""
    for key, count in (("glinski", 6), ("hexeh", 9)):
        state = played(key, 60)
        assert len(moments_of(reel_of(state))) == count
        stretch = moments_of(reel_of(state, 10, 30))
        assert (stretch[0], stretch[-1], len(stretch)) == (10, 30, count)
    assert {moment.plies for moment in moments(FOUGHT, 1)} <= set(moments_of(reel_of(FOUGHT)))
