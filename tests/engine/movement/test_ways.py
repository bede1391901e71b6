"""Ways of moves: known ones cell by cell, and what is true of all of them in random games of every variant."""

from __future__ import annotations

from itertools import pairwise

import pytest

from engine.model.position import Position, Special, long_form
from engine.movement.generator import movement_of, way
from engine.variants import variant_of
from engine.variants.variant import Variant
from tests.engine.movement.test_generator import EVERY_VARIANT, some
from tests.engine.support import CHESS, STRAIGHT, WINDING, from_fen, placed

CIRCLES, MCCOOEY, IMPERIAL = variant_of("nd-anglojewish"), variant_of("nd-mccooey"), variant_of("imperial")
PLAIN = Special()


def gone(variant: Variant, position: Position, text: str) -> str:
    """The names of the cells that a pseudo-legal move in long form goes through."""
    movement = movement_of(variant)
    move = next(each for each in movement.pseudo_legal(position) if long_form(variant.board, each) == text)
    return " ".join(variant.board.names[cell] for cell in way(movement, position, move))


@pytest.mark.parametrize(
    ("variant", "armies", "move", "cells"),
    [
        (WINDING, ("E a1 · W d2", "E d7"), "d2e5", "d2 c2 b2 a2 b3 c4 d5 e5"),
        (WINDING, ("E d1 · W b1", "E d7"), "b1d7", "b1 a1 b2 c3 d4 e4 f4 g4 f5 e6 d7"),
        (WINDING, ("E a1 · P d3", "E d7"), "d3e4", "d3 d4 e4"),
        (WINDING, ("E a1 · P d3 · G d4", "E d7"), "d3e4", "d3 e3 e4"),
        (WINDING, ("E a1 · T d3", "E d7"), "d3b5", "d3 c4 b5"),
        (WINDING, ("E a1 · T d3 · G c4", "E d7"), "d3b5", "d3 b2 a3 b5"),
        (STRAIGHT, ("E a1 · T d1", "E d7"), "d1f3", "d1 e2 f3"),
        (CIRCLES, ("G a1 · F h8", "G o8"), "h8j8", "h8 h9 i9 j8"),
        (CIRCLES, ("G a1 · F h8 · R h9", "G o8"), "h8j8", "h8 i7 j7 j8"),
        (CHESS, ("K e1 · R a1", "K e8"), "a1a4", "a1 a2 a3 a4"),
        (CHESS, ("K e1 · N b1", "K e8"), "b1c3", "b1 c3"),
    ],
)
def test_known_ways(variant: Variant, armies: tuple[str, ...], move: str, cells: str) -> None:
    """Ricochets, bent ways past a piece, colour-paths, circles the free way round, slides and leaps."""
    assert gone(variant, placed(variant, *armies), move) == cells


def test_pawns_and_castling() -> None:
    """A double step passes a cell, a capture in passing goes where it lands, and castling is the king's own way."""
    position = from_fen("4k3/8/8/3pP3/8/8/4P3/4K2R w K d6 0 1").position
    moves = ("e2e4", "e5d6", "e1g1")
    assert [gone(CHESS, position, move) for move in moves] == ["e2 e3 e4", "e5 d6", "e1 g1"]


def steps(variant: Variant, cell: int) -> set[int | None]:
    return {variant.board.step(cell, hour) for hour in range(len(variant.board.lattice.hours))}


@EVERY_VARIANT
def test_ways_lead_over_vacant_cells(variant: Variant) -> None:
    """Every move's way starts and ends as the move does, over vacant cells, step by step but where a piece leaps."""
    seen = 0
    for movement, before in some(variant, range(1), 120, 30):
        for move in movement.pseudo_legal(before):
            cells = way(movement, before, move)
            assert (cells[0], cells[-1], len(set(cells))) == (move.origin, move.target, len(cells))
            assert not any(map(before.occupied, cells[1:-1]))
            jumps = [end for start, end in pairwise(cells) if end not in steps(variant, start)]
            assert jumps in ([], [move.target])
            if jumps:
                assert any(atom.leaps for atom in movement.mover(before, move).atoms) or (move.special or PLAIN).partner
            seen += 1
    assert seen > 20


def test_placed_pieces_come_from_nowhere() -> None:
    """A placement has no way."""
    movement = movement_of(IMPERIAL)
    assert {way(movement, IMPERIAL.start, move) for move in movement.pseudo_legal(IMPERIAL.start)} == {()}
