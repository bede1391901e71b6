"""Mobility: what is known of chess, and that sides are equals."""

from __future__ import annotations

import pytest

from engine.movement.mobility import mobility
from engine.variants import GAMES, variant_of


def test_the_pieces_of_chess_reach_as_far_as_is_known() -> None:
    """The averages over the 64 squares: rooks always 14, bishops 560 in all, knights 336, queens 1456, kings 420."""
    chess = variant_of("chess")
    values = mobility(chess)
    known = {"R": 14.0, "B": 560 / 64, "N": 336 / 64, "Q": 1456 / 64, "K": 420 / 64}
    assert {letter: values[chess.codes[1, letter]] for letter in known} == known
    assert 1 < values[chess.codes[1, "P"]] < 3
    assert values[0] == 0


@pytest.mark.parametrize("key", GAMES)
def test_all_sides_have_the_same_kinds(key: str) -> None:
    """A kind of piece reaches equally far for every side that has it, and every piece reaches something."""
    variant = variant_of(key)
    values = mobility(variant)
    for kind in variant.kinds:
        found = {round(values[code], 9) for (_, letter), code in variant.codes.items() if letter == kind.letter}
        assert len(found) == 1
        assert min(found) > 0
