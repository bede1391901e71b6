"""Material and moments: what each side has, and where a game turned."""

from __future__ import annotations

import pytest

from engine.model.position import Position
from engine.play.commands import Resign
from engine.play.game import new_game
from engine.play.state import State
from engine.records.moments import material, moments, positions
from engine.records.replay import board_after, replay_moves
from engine.variants import variant_of
from tests.engine.lively import lively
from tests.engine.support import CHESS, after, done

NAMES = ["hexeh poly", "chess off", "imperial d6", "three", "nd-wellisch-4-trios off"]
HANGED = "e2e4 e7e5 d1h5 b8c6 h5h7 h8h7 a2a3 d7d6 a3a4 d8g5 a4a5 g5g2 f1g2 c8g4 b1c3 g4d1 c3d1 a8b8"


@pytest.mark.parametrize("name", NAMES)
def test_moments_run_from_the_start_to_the_end(name: str) -> None:
    """Moments are of the game, in order, each once: the first after what is placed, the last where it stands."""
    state = lively(name, 3)
    found = moments(state)
    plies = [moment.plies for moment in found]
    assert plies == sorted(set(plies))
    assert len(plies) == min(4, len(state.played) + 1 - plies[0])
    assert plies[-1] == len(state.played)
    assert not found[0].position.due or plies[0] == plies[-1]
    for moment in found:
        assert moment.position == board_after(state, moment.plies).position


@pytest.mark.parametrize("name", NAMES)
def test_material_is_what_is_on_the_board(name: str) -> None:
    """There is an entry for every position; it falls only where something leaves the board or a move promotes."""
    state = lively(name, 3)
    found, line = material(state), positions(state)
    assert len(found) == len(line) == len(state.played) + 1
    for values, position in zip(found, line, strict=True):
        assert values[0] == 0
        for seat in state.variant.seats:
            out = position.out >> seat.number & 1
            assert (values[seat.number] == 0) == bool(out or _only_royals(state, position, seat.number))


def _only_royals(state: State, position: Position, seat: int) -> bool:
    cells = state.movement.royals(position, seat)
    return position.pieces[seat].bit_count() == len(cells)


def test_the_dearest_captures_are_the_turning_points() -> None:
    """Of many captures, the loss of the two queens counts, not that of pawns, a bishop or knights."""
    state = replay_moves(CHESS, HANGED)
    assert [moment.plies for moment in moments(state)] == [0, 6, 13, 18]
    queens = {CHESS.codes[seat, "Q"] for seat in (1, 2)}
    assert {code for moment in moments(state)[1:3] for code in moment.fallen} == queens


def test_a_quiet_game_is_spread_evenly() -> None:
    """Where nothing falls the turning points stand at a third each, about."""
    moves = "g1f3 g8f6 f3g1 f6g8 " * 3
    assert [moment.plies for moment in moments(replay_moves(CHESS, moves))] == [0, 3, 9, 12]


def test_check_and_eliminations_are_told() -> None:
    """A moment tells that its move gave check, or that somebody left the game with it, who then has no material."""
    assert moments(replay_moves(CHESS, "e2e4 f7f6 d1h5"))[-1].check
    assert not moments(after("c2c3"))[-1].check
    state = new_game(variant_of("nd-wellisch-3"))
    state = done(state, Resign(2))
    assert moments(state)[-1].position.out == 1 << 2
    assert material(state)[-1][2] == 0
