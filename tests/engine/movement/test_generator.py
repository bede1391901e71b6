"""Move lists from tables and masks against lists walked cell by cell, over random positions of every game."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import pytest

from engine.model.position import Move, Position
from engine.movement.generator import Movement, movement_of
from engine.rules import RoyalKeptSafe
from engine.variants import GAMES, variant_of
from engine.variants.variant import Variant
from tests.engine import walked
from tests.engine.support import chance
from tests.engine.toys import CHECK, ODD, THREE, WILD
from tests.suites import spread

VARIANTS = {
    **{variant.key: variant for variant in (CHECK, ODD, THREE, WILD)},
    "hexeh straight": variant_of("hexeh", {"travelers": "straight"}),
    **{key: variant_of(key, {"combat": "off"}) for key in GAMES},
}
EVERY_VARIANT = pytest.mark.parametrize("variant", spread(7, VARIANTS.values()), ids=VARIANTS)
KEPT_SAFE = RoyalKeptSafe()


def random_line(variant: Variant, seed: int, plies: int) -> Iterator[Position]:
    """Positions on the way of a game played at random by seats that take no notice of its end; captures preferred."""
    rng, movement, position = chance(seed), movement_of(variant), variant.start
    for _ in range(plies):
        moves = sorted(variant.legality.legal(movement, position), key=str)
        if not moves:
            return
        sharp = [move for move in moves if position.placement[move.target] or move.special]
        position = movement.play(position, rng.choice(sharp if sharp and rng.random() < 0.2 else moves))
        if not position.due and movement.royals(position, position.turn):
            yield position


def some(variant: Variant, seeds: range, plies: int, every: int) -> Iterator[tuple[Movement, Position]]:
    """Every so many positions of some random games, with the movement."""
    for seed in seeds:
        for number, position in enumerate(random_line(variant, seed, plies)):
            if number % every == seed % every:
                yield movement_of(variant), position


def once(moves: Sequence[Move]) -> set[Move]:
    """The moves as a set, none of them twice."""
    assert len(moves) == len(set(moves))
    return set(moves)


def compare(variant: Variant, seeds: range, plies: int, every: int) -> int:
    """How many positions have been found with the lists that walking finds."""
    seen = 0
    for movement, position in some(variant, seeds, plies, every):
        assert walked.reached(variant, position) == once(movement.piece_moves(position))
        if variant.captures is None:
            assert walked.legal(variant, position) == once(KEPT_SAFE.legal(movement, position))
        seen += 1
    return seen


@EVERY_VARIANT
def test_lists(variant: Variant) -> None:
    """What the pieces reach, and what keeps the royal safe, is what walking and trying every move finds."""
    assert compare(variant, range(1), 160, 40) > 2


@EVERY_VARIANT
def test_attackers(variant: Variant) -> None:
    """The pieces that attack a cell are those whose paths, walked, end on it."""
    for movement, position in some(variant, range(1), 120, 50):
        sides = {seat.number: movement.enemies(position, seat.number) for seat in variant.seats}
        for cell in range(0, len(variant.board), 5):
            for seat, enemies in sides.items():
                found = movement.is_attacked(position, 1 << cell, enemies)
                assert bool(movement.attackers(position, cell, enemies)) == found
                assert walked.attacked(variant, position, cell, seat) == found
