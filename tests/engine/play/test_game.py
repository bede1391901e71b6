"""Events and the state they lead to."""

from __future__ import annotations

from itertools import islice

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.model.position import Move, Special, long_form
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
    StoredEvent,
    TakenBack,
)
from engine.play.game import advance, find_move, new_game, restored
from engine.play.referee import sheet
from engine.play.state import Await
from engine.rules.protocols import Result
from engine.variants import GAMES, variant_of
from engine.variants.variant import Variant
from tests.engine.support import CHESS, NOON, WINDING, from_fen, happened, long_moves, moving, placed, random_game
from tests.engine.toys import CHECK, THREE

cells = st.integers(0, len(WINDING.board) - 1)
stored_moves = st.sampled_from(["b1c3", "c2c3", "a4a3", "b5c4", "d1d1", "c6d7=W", "", "zz", "d4", "x" * 99])
happenings = st.one_of(
    st.builds(Moved, st.builds(Move, cells, cells, st.sampled_from([None, "W", ""]))),
    st.builds(Proposed, st.sampled_from(["draw", "pause"])),
    *(st.builds(what, st.sampled_from(["draw", "takeback", "pause"])) for what in (Agreed, Declined)),
    st.builds(DrawClaimed, st.sampled_from(["claim-37", "claim-5"])),
    st.just(Resigned()),
    st.builds(Proposed, st.just("takeback"), st.integers(-1, 9)),
    st.builds(TakenBack, st.integers(-1, 9)),
)


def moved_in_store(number: int, long: str, actor: int = 0) -> StoredEvent:
    """A move as it is stored, by two players in turn unless one is named."""
    return StoredEvent(number, NOON, actor or 2 - number % 2, "moved", {"move": long})


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


@pytest.mark.parametrize("key", GAMES)
def test_moves_come_back_from_the_store(key: str) -> None:
    """Every legal move is stored in long form and comes back the same, with its promotion and its effects."""
    for state in islice(random_game(variant_of(key), 3, 60), 0, None, 6):
        assert all(moving(state, long_form(state.variant.board, move)).move == move for move in sheet(state).legal)


@pytest.mark.parametrize(
    ("fen", "long", "special"),
    [
        ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", Special(victim=CHESS.board.cell("d5"))),
        ("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", Special(partner=(CHESS.board.cell("h1"), CHESS.board.cell("f1")))),
        ("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8=N", None),
    ],
)
def test_a_stored_move_has_its_effects(fen: str, long: str, special: Special | None) -> None:
    """A move in passing takes its victim, castling moves the rook, and a promotion is the one that was chosen."""
    state = from_fen(fen)
    moved = restored(state, [moved_in_store(1, long)])
    assert (moved.played[-1].move.special, long) == (special, long_form(CHESS.board, moved.played[-1].move))


# ---- broken records


@pytest.mark.parametrize("sequence", [0, 2, 7, -1])
def test_events_out_of_order(sequence: int) -> None:
    """An event that does not bear the next number is refused."""
    with pytest.raises(BrokenRecord, match="cannot follow"):
        advance(new_game(WINDING), Event(sequence, NOON, 1, moving(new_game(WINDING), "b1c3")))


@pytest.mark.parametrize(
    "move", ["", "b1", "b1b4x", "b1d4", "d7d6", "d4d5", "c1d3", "zz", "c2c3=W", "b1c3=W", "9" * 99]
)
def test_moves_that_no_piece_can_make(move: str) -> None:
    """A move that no piece of the player to move can make breaks the record."""
    with pytest.raises(BrokenRecord, match=f"event 1 can't be read: {move} is no move"):
        restored(new_game(WINDING), [moved_in_store(1, move)])


def test_a_move_of_another_position() -> None:
    """A move that was legal in one position breaks the record of another in which no piece can make it."""
    start = new_game(WINDING)
    other = moving(happened(start, moving(start, "b1c3")), "a4a3")
    with pytest.raises(BrokenRecord, match="event 1 makes a move that no piece can make"):
        happened(start, other)


def test_no_move_comes_after_a_mate() -> None:
    """A replay finds that the game was over before a move which pieces can make."""
    moves = ["f2f3", "e7e5", "g2g4", "d8h4", "e1f2"]
    entries = [moved_in_store(number, move) for number, move in enumerate(moves, 1)]
    chess = new_game(variant_of("combat-chess", {"combat": "off"}))
    assert Result(2, "checkmate") == restored(chess, entries[:4]).result
    with pytest.raises(BrokenRecord, match="over"):
        restored(chess, entries)


def test_advance_does_not_judge_again() -> None:
    """A move that the pieces can make is applied even where it leaves the king in check: judging was the referee's."""
    start = placed(CHECK, "K e1 · N e3", "K a8 · R e8")
    state = new_game(CHECK, start)
    assert "e3c4" not in long_moves(state)
    assert 1 == happened(state, moving(state, "e3c4")).sequence
    assert "e3c4" == long_form(CHECK.board, find_move(state.movement, start, "e3c4"))


@given(st.sampled_from([WINDING, THREE]), st.lists(st.tuples(stored_moves | happenings, st.integers(1, 2)), max_size=8))
def test_advance_is_total(variant: Variant, record: list[tuple[str | Happening, int]]) -> None:
    """Whatever events a record claims, they lead to a state or are refused as a broken record, nothing else."""
    state = new_game(variant)
    for what, actor in record:
        try:
            if isinstance(what, str):
                state = restored(state, [moved_in_store(state.sequence + 1, what, actor)])
            else:
                state = happened(state, what, actor)
        except BrokenRecord:
            break
    assert state.sequence <= len(record)
