"""What games for three and four need to be finished: opponents caught one by one, and oneself never out."""

from __future__ import annotations

import pytest

from engine.lookahead.search import mates_in
from engine.lookahead.search.alphabeta import Search
from engine.lookahead.search.evaluation import tables
from engine.model.position import Move, Position, bits
from engine.movement.generator import Movement, movement_of
from engine.variants import variant_of
from engine.variants.variant import Variant
from tests.engine.support import random_game

THREE = variant_of("nd-wellisch-3")


def search_in(variant: Variant, position: Position) -> Search:
    """A search that neither overlooks nor misjudges anything."""
    table = tables(variant, position, 0, 0)
    return Search(movement_of(variant), (position,), table, 10**9)


def test_a_bare_royal_is_worth_catching() -> None:
    """An opponent who leaves has brought something, even with nothing but a royal piece."""
    movement = movement_of(THREE)
    army = [cell for cell in bits(THREE.start.pieces[2]) if cell not in movement.royals(THREE.start, 2)]
    bare = movement.remove(THREE.start, army)
    search = search_in(THREE, bare)
    assert search.score(movement.leave(bare, 2)) > search.score(bare) + 100


@pytest.mark.parametrize(("seed", "plies"), [(1, 119), (4, 125), (6, 65)])
def test_who_is_out_has_lost(seed: int, plies: int) -> None:
    """Whatever others have left: a royal that the next player attacks is out at once."""
    movement, position = (
        movement_of(THREE),
        next(state.position for state in random_game(THREE, seed, 150) if len(state.played) == plies),
    )
    idle = [move for move in movement.pseudo_legal(position) if stays_attacked(movement, position, move)]
    search = search_in(THREE, position)
    search.deepen(position, idle[:1], 2)
    assert mates_in(search.found[-1][0]) == -1


def stays_attacked(movement: Movement, position: Position, move: Move) -> bool:
    """Whether the next player attacks the mover's royal after a move."""
    after = movement.play(position, move)
    (royal,) = movement.royals(after, position.turn)
    return any(movement.attackers(after, royal, after.pieces[after.turn]))
