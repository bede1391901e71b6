"""Events and the state they lead to."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.model.position import long_form
from engine.play.events import (
    Agreed,
    BrokenRecord,
    Declined,
    DrawClaimed,
    Event,
    Happening,
    Moved,
    Proposed,
    Resigned,
    TakenBack,
)
from engine.play.game import advance, find_move, new_game, replay
from engine.play.state import Await
from engine.rules.protocols import Result
from engine.variants import variant_of
from engine.variants.variant import Variant
from tests.engine.support import NOON, WINDING, happened, long_moves, placed
from tests.engine.toys import CHECK, THREE

happenings = st.one_of(
    st.builds(Moved, st.sampled_from(["b1c3", "c2c3", "a4a3", "b5c4", "d1d1", "c6d7=W", "", "zz", "d4", "x" * 99])),
    st.builds(Proposed, st.sampled_from(["draw", "pause"])),
    *(st.builds(what, st.sampled_from(["draw", "takeback", "pause"])) for what in (Agreed, Declined)),
    st.builds(DrawClaimed, st.sampled_from(["claim-37", "claim-5"])),
    st.just(Resigned()),
    st.builds(Proposed, st.just("takeback"), st.integers(-1, 9)),
    st.builds(TakenBack, st.integers(-1, 9)),
)


# ---- folding


def test_a_new_game() -> None:
    """A new game awaits the first seat's move and remembers nothing."""
    state = new_game(WINDING)
    assert (1, Await.MOVE, None, None, None) == (
        state.turn,
        state.awaits,
        state.last_move,
        state.proposal("draw"),
        state.result,
    )
    assert (0, 0, (), (1, 2)) == (state.sequence, state.changed, state.played, state.remaining)


# ---- broken records


@pytest.mark.parametrize("sequence", [0, 2, 7, -1])
def test_events_out_of_order(sequence: int) -> None:
    """An event that does not bear the next number is refused."""
    with pytest.raises(BrokenRecord, match="cannot follow"):
        advance(new_game(WINDING), Event(sequence, NOON, 1, Moved("b1c3")))


@pytest.mark.parametrize(
    "move", ["", "b1", "b1b4x", "b1d4", "d7d6", "d4d5", "c1d3", "zz", "c2c3=W", "b1c3=W", "9" * 99]
)
def test_moves_that_no_piece_can_make(move: str) -> None:
    """A move that no piece of the player to move can make breaks the record."""
    with pytest.raises(BrokenRecord):
        happened(new_game(WINDING), Moved(move))


def test_no_move_comes_after_a_mate() -> None:
    """A replay finds that the game was over before a move which pieces can make."""
    moves = ["f2f3", "e7e5", "g2g4", "d8h4", "e1f2"]
    happened = [Event(number, NOON, 1 + (number + 1) % 2, Moved(move)) for number, move in enumerate(moves, 1)]
    chess = variant_of("combat-chess", {"combat": "off"})
    assert Result(2, "checkmate") == replay(chess, happened[:4]).result
    with pytest.raises(BrokenRecord, match="over"):
        replay(chess, happened)


def test_advance_does_not_judge_again() -> None:
    """A move that the pieces can make is applied even where it leaves the king in check: judging was the referee's."""
    start = placed(CHECK, "K e1 · N e3", "K a8 · R e8")
    state = new_game(CHECK, start)
    assert "e3c4" not in long_moves(state)
    assert 1 == happened(state, Moved("e3c4")).sequence
    assert "e3c4" == long_form(CHECK.board, find_move(state.movement, start, "e3c4"))


@given(st.sampled_from([WINDING, THREE]), st.lists(st.tuples(happenings, st.integers(1, 2)), max_size=8))
def test_advance_is_total(variant: Variant, record: list[tuple[Happening, int]]) -> None:
    """Whatever events a record claims, they lead to a state or are refused as a broken record, nothing else."""
    state = new_game(variant)
    for what, actor in record:
        try:
            state = happened(state, what, actor)
        except BrokenRecord:
            break
    assert state.sequence <= len(record)
