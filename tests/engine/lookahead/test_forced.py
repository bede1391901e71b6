"""Only moves: where there is no choice, and where they are not made by themselves."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.lookahead.imagined import only_move
from engine.model.position import long_form
from engine.play.game import new_game
from engine.play.referee import sheet
from engine.variants.variant import Variant
from tests.engine.support import HEXEH_POLY, POLY, WINDING, from_fen, random_fights, told


def test_no_choice() -> None:
    """The one legal move is the only move; where there are two, there is none."""
    state = from_fen("k7/8/8/8/8/1r6/8/K7 w - - 0 1")
    (move,) = sheet(state).legal
    assert "a1a2" == long_form(state.variant.board, move)
    assert move == only_move(state, fights=False) == only_move(state, fights=True)
    assert only_move(new_game(WINDING), fights=True) is None


def test_an_attack_rolls_dice() -> None:
    """A single attack, compulsory or not, is an only move where fights are wanted; without dice it always is."""
    state = told(new_game(HEXEH_POLY), "b1c6[8-1]", "a4a3")
    assert ["c6d7"] == sheet(state).long()
    assert only_move(state, fights=False) is None
    assert only_move(state, fights=True) is not None
    plain = from_fen("7k/8/8/8/8/8/1r6/K7 w - - 0 1")
    assert only_move(plain, fights=False) == sheet(plain).legal[0]
    fought = from_fen("7k/8/8/8/8/8/1r6/K7 w - - 0 1", POLY)
    assert only_move(fought, fights=False) is None


def test_a_position_come_again() -> None:
    """A position that has occurred before is left to its player."""
    state = from_fen("k7/8/8/8/8/1r6/8/K7 w - - 0 1")
    again = replace(state, line=(state.position, state.position._replace(turn=2), state.position))
    assert only_move(state, fights=True)
    assert only_move(again, fights=True) is None


@pytest.mark.parametrize("variant", [HEXEH_POLY, POLY])
@given(seed=st.integers(0, 1000))
def test_only_moves_are_legal(variant: Variant, seed: int) -> None:
    """An only move is the whole list of legal moves."""
    for state in random_fights(variant, seed, 60):
        move = only_move(state, fights=True)
        assert move is None or sheet(state).legal == (move,)
