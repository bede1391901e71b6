"""Random games with fights, from arrays and from positions where more is going on."""

from __future__ import annotations

from collections.abc import Iterator

from engine.model.position import Position
from engine.notation.position_code import position_of
from engine.play.state import State
from engine.rules.fight import Fight, FightResult, Round, write_rounds
from engine.variants.variant import Variant
from tests.engine.fens import FIFTH, FOURTH, HEAPS, KIWIPETE, PROMOTIONS, RACE
from tests.engine.support import D6, POLY, fen_code, random_fights


def starts(variant: Variant) -> list[Position | None]:
    """The array, and for chess some positions where more is going on."""
    fens = (KIWIPETE, FOURTH, FIFTH, PROMOTIONS, RACE, HEAPS) if variant in {POLY, D6} else ()
    return [None, None, *(position_of(variant, fen_code(fen)) for fen in fens)]


def games(variant: Variant, seeds: int, plies: int = 120) -> Iterator[State]:
    for seed in range(seeds):
        for number, start in enumerate(starts(variant)):
            yield from random_fights(variant, 100 * seed + number, plies, start)


def winning(variant: Variant, fight: Fight) -> str | None:
    """Dice with which the attacker wins in one round, if there are any."""
    combat = variant.combat
    assert combat is not None
    attacking, defending = fight.faces()
    best: Round = (attacking, (1,) * len(defending))
    return write_rounds([best]) if combat.verdict(fight, [best]) is FightResult.WON else None
