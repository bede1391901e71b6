"""Positions that occur again: counted in full, however short the way back that is looked at."""

from __future__ import annotations

from functools import partial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.model.position import Position
from engine.movement.generator import movement_of
from engine.play.events import Moved, Resigned
from engine.play.state import State
from engine.rules import Fivefold, Threefold, occurrences
from engine.rules.endings import repetitions
from engine.variants import GAMES, variant_of
from engine.variants.variant import Variant
from tests.engine.support import CHESS, from_fen, happened, long_moves, random_game, some_state
from tests.steps import steps_of
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


@pytest.mark.parametrize("variant", spread(20, COUNTING), ids=lambda variant: f"{variant.key} {dict(variant.options)}")
def test_pawns_never_go_back(variant: Variant) -> None:
    """Where repetitions are counted no pawn-like piece can come back to where it was; their counting relies on it."""
    for seat in variant.seats:
        for kind in (kind for kind in variant.kinds if kind.pawnlike):
            left = ways(variant, seat.number, kind.letter)
            while stuck := {cell for cell, targets in left.items() if not targets & left.keys()}:
                left = {cell: targets for cell, targets in left.items() if cell not in stuck}
            assert {} == left


FEW = from_fen("4k1n1/3p4/8/8/8/8/4P3/1N2K3 w - - 0 1")
THREE = variant_of("nd-wellisch-3")


def agree(state: State) -> None:
    """Fail unless the last position has occurred as often in all of the game as lately."""
    assert occurrences(state.movement, state.line) == repetitions(state.movement, state.line)


@given(st.integers(0, 10_000))
def test_nothing_is_missed(seed: int) -> None:
    """Wherever in a game of few pieces a position has occurred, it was after the last capture or pawn move."""
    for state in random_game(CHESS, seed, 80, FEW.position):
        agree(state)


@given(st.integers(0, 10_000), st.integers(1, 3))
def test_nothing_is_missed_where_somebody_leaves(seed: int, seat: int) -> None:
    """The same is true where a seat leaves the game, which no counter counts."""
    state = happened(some_state(THREE, seed, 12), Resigned(), seat)
    for _ in range(8):
        agree(state)
        state = happened(state, Moved(long_moves(state)[seed % len(long_moves(state))]))


def test_the_way_back_is_short() -> None:
    """What lies before the last capture or pawn-like move is not looked at."""
    line = [each.position for each in random_game(CHESS, 3, 30)]
    short, long = (partial(repetitions, movement_of(CHESS), line[:1] * count + line) for count in (1, 1000))
    assert steps_of(short) == steps_of(long)
