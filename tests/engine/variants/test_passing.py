"""Double steps at random: the moves that follow each, promotions en passant too, against lists walked cell by cell."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from engine.model.equipment import Placement
from engine.model.position import Position, bit_set
from engine.movement.generator import movement_of
from engine.rules import RoyalKeptSafe
from engine.variants import GAMES, variant_of
from engine.variants.variant import Variant
from tests.engine import walked
from tests.engine.support import chance
from tests.engine.variants.clauses.games import MAY
from tests.suites import first


def passings(variant: Variant, seed: int) -> Iterator[Position]:
    """Turns that follow each double step of the array's pieces, one by one, among others of their kind at random."""
    rng, movement = chance(seed), movement_of(variant)
    royals = [each for each in variant.array if variant.by_letter[each.letter].royal]
    for stepper in sorted(variant.stepping):
        position = strewn(variant, rng, royals, stepper)
        piece = variant.piece(position, stepper.cell)
        for move in walked.first_steps(variant, position, stepper.cell, piece) if piece else ():
            after = movement.play(position, move)
            yield variant.elimination.begun(movement, after)[0] if variant.elimination else after


def strewn(variant: Variant, rng: random.Random, royals: list[Placement], stepper: Placement) -> Position:
    """The royals and a piece with its double step, and about that, on half of the cells near it, others of its kind."""
    placement = bytearray(len(variant.board))
    owners = [seat.number for seat in variant.seats if (seat.number, stepper.letter) in variant.codes]
    for cell in range(len(placement)):
        if variant.board.distance(cell, stepper.cell) <= 2:
            placement[cell] = rng.choice((0, variant.codes[rng.choice(owners), stepper.letter]))
    for seat, kind, cell in (*royals, stepper):
        placement[cell] = variant.codes[seat, kind]
    whose = [piece.seat if (piece := variant.pieces[code]) else 0 for code in placement]
    sets = [bit_set([cell for cell, owner in enumerate(whose) if owner == seat.number]) for seat in variant.seats]
    filled = variant.start._replace(placement=bytes(placement), pieces=(sum(sets), *sets), due=0)
    return filled._replace(turn=stepper.seat, rights=1 << stepper.cell)


def agreed(variant: Variant, seeds: range) -> int:
    """How many captures en passant with a promotion there were, all as walking finds them."""
    movement, promoted = movement_of(variant), 0
    for seed in seeds:
        for position in passings(variant, seed):
            pseudo = movement.pseudo_legal(position)
            assert len(set(pseudo)) == len(pseudo)
            assert walked.pseudo_legal(variant, position) == set(pseudo)
            assert walked.legal(variant, position) == set(RoyalKeptSafe().legal(movement, position))
            for move in pseudo:
                if move.special is not None and move.special.victim is not None:
                    promoted += move.promotion is not None
                    left = movement.play(position, move).pieces[0]
                    assert position.pieces[0].bit_count() - 1 == left.bit_count()
    return promoted


@pytest.mark.parametrize("variant", [variant_of("nd-wellisch-3"), MAY], ids=["must", "may"])
def test_promotions_en_passant(variant: Variant) -> None:
    """Among Points strewn about, the moves after a double step are what walking finds, promotions en passant too."""
    assert agreed(variant, range(10)) > 3


@pytest.mark.parametrize("key", first(3, [key for key in GAMES if variant_of(key).captures is None]))
def test_en_passant(key: str) -> None:
    """The same holds in every other game."""
    agreed(variant_of(key, {"combat": "off"}), range(4))
