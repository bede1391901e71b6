"""Captures and attacks as the compiled build finds them, cell by cell, against those that sets of cells tell."""

from __future__ import annotations

from engine.model.position import bits
from engine.variants.variant import Variant
from tests.engine import walked
from tests.engine.movement.test_lists import EVERY_VARIANT, some


@EVERY_VARIANT
def test_captures_walked(variant: Variant) -> None:
    """Captures walked over bytes are those among all that the pieces reach, in the same order."""
    for movement, position in some(variant, range(1), 160, 40):
        reached = movement.reached(position, position.pieces[position.turn])
        wanted = [move for move in reached if position.placement[move.target]]
        assert wanted == movement._struck(position)


@EVERY_VARIANT
def test_attackers_walked(variant: Variant) -> None:
    """Pieces found to attack a cell, one more lifted or not, are those whose paths end on it."""
    for movement, position in some(variant, range(1), 120, 50):
        enemies = movement.enemies(position, position.turn)
        for cell in range(0, len(variant.board), 5):
            found = movement._striker(position, cell, enemies, 0)
            assert walked.attacked(variant, position, cell, position.turn) == (found >= 0)
            assert found == min(movement.attackers(position, cell, enemies), default=-1)


@EVERY_VARIANT
def test_guards_walked(variant: Variant) -> None:
    """A piece lifted to take another no longer stands in the way of those that guard it."""
    for movement, position in some(variant, range(1), 120, 50):
        enemies = movement.enemies(position, position.turn)
        for origin in bits(position.pieces[position.turn]):
            lifted = position.pieces[0] & ~(1 << origin)
            for cell in range(origin % 5, len(variant.board), 5):
                wanted = movement.attacks(position, cell, enemies, lifted)
                assert wanted == movement.guarded(position, cell, origin)
                assert wanted == (movement._striker(position, cell, enemies, 0, origin) >= 0)
                assert wanted == (movement._striker(position, cell, enemies, 0, -1, lifted) >= 0)
