"""The marks on the board at the terminal."""

from __future__ import annotations

from bot.console.hotseat import as_it_stands, asked_for
from bot.console.looking import SIGNS
from engine.notation.textboard import TextSign
from engine.records.replay import replay_moves
from engine.variants import variant_of
from renderer import Target


def test_marks() -> None:
    """The last move and checks are marked; when asked for, a piece and where it goes, or what can move."""
    state = replay_moves(variant_of("chess"), "e2e4 f7f6 d1h5")
    d1, h5, e8, g7, g6 = map(state.variant.board.cell, ("d1", "h5", "e8", "g7", "g6"))
    assert as_it_stands(state) == {d1: TextSign.ORIGIN, h5: TextSign.ARRIVAL, e8: TextSign.CHECK}
    assert asked_for(state, g7) == {g7: TextSign.SELECTED, g6: TextSign.REACH}
    assert asked_for(state) == {g7: TextSign.MOVABLE}


def test_a_pawn_takes_in_passing_where_nothing_stands() -> None:
    state = replay_moves(variant_of("chess"), "e2e4 a7a6 e4e5 d7d5")
    e5, d6 = map(state.variant.board.cell, ("e5", "d6"))
    assert asked_for(state, e5)[d6] is TextSign.STRIKE


def test_every_sign_of_a_lone_piece_has_a_mark() -> None:
    """The signs that diagrams put on targets are known at the terminal."""
    assert set(SIGNS) == {target.name for target in Target}
