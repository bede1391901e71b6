"""Hexeh's array, seats and rulings."""

from __future__ import annotations

import pytest

from engine.model.board import hexagon
from engine.notation.describe import pieces_in_words
from engine.rules.protocols import Rule
from engine.variants.variant import Variant
from tests.engine.support import STRAIGHT, WINDING

BOTH = pytest.mark.parametrize("variant", [WINDING, STRAIGHT], ids=["winding", "straight"])


@BOTH
def test_board(variant: Variant) -> None:
    """Hexeh is played on the hexagon of side 4."""
    assert hexagon(4).names == variant.board.names
    assert hexagon(4).places == variant.board.places


@BOTH
@pytest.mark.parametrize(
    ("seat", "pieces"),
    [
        (1, "empress d1; wizard d2; prowlers c1, e1; travelers b1, f1; guards a1, c2, e2, g1"),
        (2, "empress d7; wizard d6; prowlers c6, e6; travelers b5, f5; guards a4, c5, e5, g4"),
    ],
)
def test_armies(variant: Variant, seat: int, pieces: str) -> None:
    """Each side begins with an empress, a wizard, two prowlers, two travelers and four guards on the cells given."""
    assert pieces == pieces_in_words(variant, variant.start, seat)


def test_letters() -> None:
    """The pieces are written G, T, P, W and E."""
    letters = {"G": "guard", "T": "traveler", "P": "prowler", "W": "wizard", "E": "empress"}
    assert letters == {letter: kind.name for letter, kind in WINDING.by_letter.items()}


def test_mirror_image() -> None:
    """Player 2's army is player 1's mirrored, file by file, across the middle of the board."""
    board, start = WINDING.board, WINDING.start
    for line in board.lines:
        for near, far in zip(line, reversed(line), strict=True):
            piece, image = WINDING.piece(start, near), WINDING.piece(start, far)
            assert (None if piece is None else (3 - piece.seat, piece.kind)) == image


def test_seats() -> None:
    """Player 1 is Red and begins, player 2 is Blue and faces the other way."""
    assert [(1, "Red", 0), (2, "Blue", 6)] == [(seat.number, seat.name, seat.facing) for seat in WINDING.seats]
    assert 1 == WINDING.start.turn


def test_nothing_lost_at_first() -> None:
    """The game begins without lost pieces and with both counters at nought."""
    assert not any(WINDING.start.lost)
    assert not any(WINDING.start.quiet)


def test_royal_and_pawnlike() -> None:
    """The empress alone is royal; the guard alone restarts the counters."""
    assert ["E"] == [kind.letter for kind in WINDING.kinds if kind.royal]
    assert ["G"] == [kind.letter for kind in WINDING.kinds if kind.pawnlike]


def test_travelers_wind_by_default() -> None:
    """Winding is the default way of travelers, so it is no choice worth noting; straight is one."""
    assert () == WINDING.options
    assert (("travelers", "straight"),) == STRAIGHT.options


@pytest.mark.parametrize(
    "ruling", ["Red", "routes", "lost pieces", "declined", "No other material", "Stalemate", "no repetition"]
)
def test_rulings_are_marked(ruling: str) -> None:
    """What the referee decided where the source is silent stands among the rulings."""
    rules: tuple[Rule, ...] = (WINDING.legality, *WINDING.promotions, *WINDING.endings, WINDING.stuck, *WINDING.claims)
    sayings = [*WINDING.rulings, *(r for kind in WINDING.kinds for r in kind.rulings)]
    sayings += [saying for rule in rules for saying in rule.rulings]
    assert any(ruling in saying for saying in sayings)
