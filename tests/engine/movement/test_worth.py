"""What pieces are worth, as it follows from how they move."""

from __future__ import annotations

import pytest

from engine.movement.worth import PAWN, piece_values_of
from engine.variants import GAMES, variant_of
from tests.engine.support import CHESS


def test_chess_pieces_are_worth_about_what_players_say() -> None:
    """Queen, rook, bishop and knight in that order, and a pawn least of all."""
    worth = {letter: piece_values_of(CHESS)[CHESS.codes[1, letter]] for letter in "QRBNP"}
    assert worth["Q"] > worth["R"] > worth["B"] > worth["N"] > 2 * worth["P"]
    assert worth["Q"] < worth["R"] + worth["B"] + 2 * worth["P"]


@pytest.mark.parametrize("key", GAMES)
def test_every_game_has_values(key: str) -> None:
    """A piece of any kind is worth something, the same on every side; royals and vacant cells are worth nothing."""
    variant = variant_of(key)
    for kind in variant.kinds:
        found = {piece_values_of(variant)[code] for (_, letter), code in variant.codes.items() if letter == kind.letter}
        assert len(found) == 1
        assert (min(found) > PAWN // 3) is not kind.royal
    assert piece_values_of(variant)[0] == 0
