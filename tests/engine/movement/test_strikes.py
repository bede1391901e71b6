"""Captures and attacks as the compiled build finds them, cell by cell, against those that sets of cells tell."""

from __future__ import annotations

from engine.model.position import bit_set, bits
from engine.movement.strikes import SEES, UNASKED, UNSEEN, Watch
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


@EVERY_VARIANT
def test_enemies_that_loom(variant: Variant) -> None:
    """Enemies left out could capture neither a royal piece nor near it, and without them the threats are the same."""
    for movement, position in some(variant, range(1), 120, 50):
        enemies = list(movement.opponents(position))
        for royal in movement.royals(position, position.turn):
            zone = bit_set([move.target for move in movement.reached(position, 1 << royal)])
            for watched in (0, zone):
                loom = movement._looming(position, royal, watched)
                assert loom == sorted({*loom} & {*enemies})
                wanted = movement.threats(position, royal, watched, enemies)
                found = movement.threats(position, royal, watched, loom)
                assert (wanted.everywhere, wanted.pinned, wanted.danger) == (
                    found.everywhere,
                    found.pinned,
                    found.danger,
                )


def test_what_is_told_is_kept() -> None:
    """A watch remembers of each piece and cell what it was told, and nothing about others."""
    watch = Watch(cells=1 << 3, size=5, codes=4)
    assert watch.tell(2, 1, sees=True) == SEES
    assert watch.tell(3, 1, sees=False) == UNSEEN
    assert [[UNASKED] * 4, [UNASKED, UNASKED, SEES, UNSEEN]] == [list(row) for row in watch.told[:2]]
