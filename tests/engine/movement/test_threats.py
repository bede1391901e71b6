"""Threat maps against every piece's paths walked cell by cell, and what they say of a few positions."""

from __future__ import annotations

import pytest

from engine.model.atoms import Act
from engine.model.position import Position
from engine.movement.generator import Threat, movement_of, threats
from engine.variants import GAMES, variant_of
from engine.variants.variant import Variant
from tests.engine import walked
from tests.engine.support import WINDING, placed, random_game
from tests.suites import spread


def counted(variant: Variant, position: Position, seat: int) -> dict[int, tuple[int, int]]:
    """How many pieces of a seat and of the others attack each cell, found by walking."""
    counts: dict[int, tuple[int, int]] = {}
    for cell, piece in walked.pieces(variant, position):
        if position.out >> piece.seat & 1:
            continue
        for target in set(walked.arrivals(variant, position, cell, piece, Act.CAPTURE)):
            own, others = counts.get(target, (0, 0))
            counts[target] = (own + 1, others) if piece.seat == seat else (own, others + 1)
    return counts


@pytest.mark.parametrize("key", spread(5, GAMES))
def test_counts_are_those_of_the_paths(key: str) -> None:
    """In any game each cell is attacked as often as pieces have a free path to it, one side's counted apart."""
    variant = variant_of(key)
    for state in list(random_game(variant, 5, 40))[::13]:
        position = state.position
        for seat in (1, len(variant.seats)):
            expected, found = counted(variant, position, seat), threats(state.movement, position, seat)
            assert [threat.cell for threat in found] == sorted({threat.cell for threat in found})
            judged = position.pieces[0] if variant.captures else 0  # by a rule besides the paths
            told = {cell: (own, others) for cell, own, others in found if not judged >> cell & 1}
            assert told == {cell: pair for cell, pair in expected.items() if not judged >> cell & 1}


def test_own_and_others() -> None:
    """A piece is attacked by the enemy and guarded by its own side; who looks only exchanges the counts."""
    position = placed(WINDING, "E d1 · G d2", "E d7 · G d3")
    cell, movement = WINDING.board.cell, movement_of(WINDING)
    red = {threat.cell: threat for threat in threats(movement, position, 1)}
    assert red[cell("d2")] == Threat(cell("d2"), 1, 1)
    assert red[cell("d3")] == Threat(cell("d3"), 1, 0)
    blue = {threat.cell: threat for threat in threats(movement, position, 2)}
    assert {cell: (others, own) for cell, own, others in red.values()} == {c: pair[1:] for c, pair in blue.items()}
