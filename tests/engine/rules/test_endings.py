"""Positions that occur again: counted in full, however short the way back that is looked at."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.model.position import Position
from engine.movement.generator import movement_of
from engine.play.state import State
from engine.rules import Fivefold, Threefold, occurrences
from engine.rules.endings import repetitions
from engine.variants import GAMES, variant_of
from engine.variants.variant import Variant
from tests.engine.support import CHESS, from_fen, random_game
from tests.suites import spread

COUNTING = [
    variant
    for key, game in GAMES.items()
    for variant in (variant_of(key, {"combat": combat}) for combat in game.combat)
    if any(isinstance(rule, Threefold | Fivefold) for rule in (*variant.claims, *variant.limits))
]


def ways(variant: Variant, seat: int, letter: str) -> dict[int, set[int]]:
    """Where a piece that has still its first move can go from each cell of an empty board."""
    found: dict[int, set[int]] = {}
    movement, nobody = movement_of(variant), (0,) * (len(variant.seats) + 1)
    for cell in range(len(variant.board)):
        placement, pieces = bytearray(len(variant.board)), list(nobody)
        placement[cell], pieces[0], pieces[seat] = variant.codes[seat, letter], 1 << cell, 1 << cell
        position = Position(bytes(placement), tuple(pieces), seat, nobody, (b"",) * len(pieces), rights=1 << cell)
        found[cell] = {move.target for move in movement.pseudo_legal(position)}
    return found


@pytest.mark.parametrize("variant", spread(6, COUNTING), ids=lambda variant: f"{variant.key} {dict(variant.options)}")
def test_pawns_never_go_back(variant: Variant) -> None:
    """Where repetitions are counted no pawn-like piece can come back to where it was; their counting relies on it."""
    for seat in variant.seats:
        for kind in (kind for kind in variant.kinds if kind.pawnlike):
            left = ways(variant, seat.number, kind.letter)
            while stuck := {cell for cell, targets in left.items() if not targets & left.keys()}:
                left = {cell: targets for cell, targets in left.items() if cell not in stuck}
            assert {} == left


FEW = from_fen("4k1n1/3p4/8/8/8/8/4P3/1N2K3 w - - 0 1")


def agree(state: State) -> None:
    """Fail unless the last position has occurred as often in all of the game as lately."""
    assert occurrences(state.movement, state.line) == repetitions(state.movement, state.line)


@given(st.integers(0, 10_000))
def test_nothing_is_missed(seed: int) -> None:
    """Wherever in a game of few pieces a position has occurred, it was after the last capture or pawn move."""
    for state in random_game(CHESS, seed, 80, FEW.position):
        agree(state)
