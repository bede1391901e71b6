"""Chances of fights against every throw counted, and what fatigue costs."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.lookahead.search.alphabeta import Search
from engine.lookahead.search.chances import UNIT, chances, share_value, win_share
from engine.lookahead.search.evaluation import WIN, tables
from engine.model.position import Move, Position
from engine.movement.generator import movement_of
from engine.rules.combat import TIES
from engine.rules.fight import Dice, Fight, Fighter, FightResult
from engine.variants.variant import Variant
from tests.engine.support import POLY

FACES = [(6,), (8,), (10,), (6, 6), (6, 6, 6)]


def thrown(dice: Dice) -> list[int]:
    """The highest of a fighter's dice, for every way in which they may fall."""
    return [max(throw) for throw in product(*(range(1, faces + 1) for faces in dice))]


def counted(attack: Dice, defence: Dice, lead: int) -> dict[FightResult, float]:
    """The shares of the three ways to end, by walking every throw of up to three rounds."""
    differences = [mine + lead - theirs for mine, theirs in product(thrown(attack), thrown(defence))]
    won, lost = (sum(sign * each > 0 for each in differences) / len(differences) for sign in (1, -1))
    tied = 1 - won - lost
    rounds = [tied**number for number in range(TIES)]
    return {
        FightResult.WON: won * sum(rounds),
        FightResult.LOST: lost * sum(rounds),
        FightResult.TIED: tied**TIES,
    }


def fight(attack: Dice, defence: Dice, lead: int, tokens: int = 0) -> Fight:
    """A fight of two pieces, both as tired."""
    return Fight(Move(0, 1), Fighter(0, 1, attack, tokens), (Fighter(1, 2, defence, tokens),), (lead, 0))


@pytest.mark.parametrize("attack", FACES)
@pytest.mark.parametrize("defence", FACES)
@pytest.mark.parametrize("lead", [-9, -2, 0, 1, 3])
def test_chances_are_those_of_every_throw(attack: Dice, defence: Dice, lead: int) -> None:
    """Also where both sides are as tired."""
    wanted = counted(attack, defence, lead)
    for tokens in (0, 2):
        found = dict(chances(fight(attack, defence, lead, tokens)))
        assert sum(found.values()) == UNIT
        assert all(abs(found.get(verdict, 0) / UNIT - share) < 3e-6 for verdict, share in wanted.items())


def test_several_defenders_add_up() -> None:
    """A royal piece against a target and its supporters: their dice are added, and their tokens taken off."""
    king, others = Fighter(0, 1, (10,), 0), tuple(Fighter(cell, 2, (6,), 1) for cell in (1, 2))
    found = dict(chances(Fight(Move(0, 1), king, others, (1, 0))))
    differences = [a + 1 - (b + c - 2) for a, b, c in product(range(1, 11), range(1, 7), range(1, 7))]
    won, tied = (sum(map(test, differences)) / len(differences) for test in (lambda d: d > 0, lambda d: d == 0))
    assert found[FightResult.WON] / UNIT == pytest.approx(won * (1 + tied + tied**2), abs=3e-6)


@given(st.integers(-WIN, WIN), st.integers(-WIN, WIN))
def test_hope_keeps_the_order_of_values(one: int, other: int) -> None:
    """And nearly the values themselves."""
    assert (win_share(one) <= win_share(other)) >= (one <= other)
    assert win_share(-one) == -win_share(one)
    assert abs(share_value(win_share(one)) - one) <= 1 + abs(one) ** 2 // 100_000


def search_in(variant: Variant, position: Position) -> Search:
    """A search that neither overlooks nor misjudges anything."""
    table = tables(variant, position, 0, 0)
    return Search(movement_of(variant), (position,), table, 10**9)


def cells(variant: Variant, names: str) -> list[int]:
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
