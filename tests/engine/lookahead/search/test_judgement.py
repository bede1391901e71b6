"""Chances of fights as levels judge them: lower levels doubt attacks, the last one and advice reckon exactly."""

from __future__ import annotations

import pytest

from engine.lookahead.coach import ADVISING
from engine.lookahead.search import LEVELS, sharp, think
from engine.lookahead.search.chances import UNIT, chances
from engine.model.position import Move, long_form
from engine.play.game import new_game
from engine.play.state import State
from engine.records.replay import replay_moves
from engine.rules.combat import DICE
from engine.rules.fight import Dice, Fight, Fighter, FightResult
from tests.engine.support import CHESS, POLY

FACES = sorted({dice for kind in DICE.values() for dice in kind.values()})
CALM = LEVELS[-1]._replace(nodes=400, taste=0)


def fight(attack: Dice, defence: Dice, lead: int) -> Fight:
    """A fight of two pieces that are not tired."""
    return Fight(Move(0, 1), Fighter(0, 1, attack, 0), (Fighter(1, 2, defence, 0),), (lead, 0))


@pytest.mark.parametrize("doubt", [1, 20, 100])
@pytest.mark.parametrize("lead", [-9, -1, 0, 1, 9])
def test_judged_chances_are_chances(doubt: int, lead: int) -> None:
    """They add up, none is impossible, the likeliest comes first, and only the attacker has less of them."""
    for one in FACES:
        for other in FACES:
            exact, judged = chances(fight(one, other, lead)), chances(fight(one, other, lead), doubt)
            assert sum(each.weight for each in judged) == UNIT
            assert [each.weight for each in judged] == sorted((each.weight for each in judged), reverse=True)
            assert all(each.weight > 0 for each in judged)
            were, are = dict(exact), dict(judged)
            assert are.get(FightResult.TIED) == were.get(FightResult.TIED)
            won = were.get(FightResult.WON, 0)
            assert are.get(FightResult.WON, 0) == max(0, won - doubt * UNIT // 100)


def test_the_last_level_and_advice_reckon_exactly() -> None:
    """So do players known by their positions; of two levels the lower one doubts no less."""
    doubts = [level.doubt for level in LEVELS]
    assert doubts == sorted(doubts, reverse=True)
    assert LEVELS[-1].doubt == ADVISING.doubt == sharp(500).doubt == 0
    rolled = fight((8,), (10,), 1)
    assert chances(rolled, 0) == chances(rolled)


def chosen(state: State, doubt: int) -> str:
    """The move of the last level, if it doubted so much."""
    return long_form(state.variant.board, think(state, CALM._replace(doubt=doubt), 1).move)


def test_who_doubts_refuses_an_attack() -> None:
    """A knight attacks a queen for one who reckons exactly; one who is sure to lose leaves it alone."""
    state = replay_moves(POLY, "e2e4 e7e5 g1f3 d8g5")
    assert chosen(state, 0) == "f3g5"
    assert chosen(state, 100) != "f3g5"


def test_doubt_changes_nothing_without_fights() -> None:
    """The whole thought is the same."""
    for state in (new_game(CHESS), replay_moves(CHESS, "e2e4 e7e5 g1f3 d8g5")):
        for level in LEVELS[:4]:
            assert think(state, level, 3) == think(state, level._replace(doubt=0), 3)
