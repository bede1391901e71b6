"""How fights are judged: what fatigue costs, what revenge takes back, and a guarded royal is no safe one."""

from __future__ import annotations

import pytest

from engine.lookahead.search.alphabeta import Search
from engine.lookahead.search.evaluation import tables
from engine.model.position import Position
from engine.movement.generator import movement_of
from engine.variants.variant import Variant
from tests.engine.support import POLY


def search_in(variant: Variant, position: Position) -> Search:
    """A search that neither overlooks nor misjudges anything."""
    table = tables(variant, position, 0, 0)
    return Search(movement_of(variant), (position,), table, 10**9)


def cells(variant: Variant, names: str) -> list[int]:
    """The cells of these names."""
    return [variant.board.names.index(name) for name in names.split()]


@pytest.mark.parametrize(("own", "other"), [("d1", "d8"), ("a2", "a7"), ("e1", "e8")])
def test_fatigue_counts_against_its_bearer(own: str, other: str) -> None:
    """A tired piece is worth less, a royal one too, and to both sides as much."""
    start = POLY.start
    search = search_in(POLY, start)
    fresh, (mine,), (theirs,) = search.score(start), cells(POLY, own), cells(POLY, other)
    weary = [search.score(start.with_fatigue([mine] * tokens)) for tokens in range(3)]
    assert weary == sorted(weary, reverse=True)
    assert len(set(weary)) == 3
    assert search.score(start.with_fatigue([theirs])) - fresh == fresh - search.score(start.with_fatigue([mine]))
