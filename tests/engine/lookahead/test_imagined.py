"""Moves made in thought: dice that end a fight as one likes, and all the ways in which it can end."""

from __future__ import annotations

import itertools
from collections.abc import Iterator

import pytest

from engine.lookahead.imagined import OUTCOMES, branches, dice_for, outcomes, try_move
from engine.play.events import Event, Moved, Rolled
from engine.play.game import replay
from engine.play.referee import sheet
from engine.play.state import State
from engine.rules.fight import Dice, Fight, Fighter, FightResult, totals
from engine.variants.variant import Variant
from tests.engine.support import D6, HEXEH_POLY, POLY, from_fen, random_fights


def fights_of(state: State) -> list[Fight]:
    """The fights that the legal moves of a state open."""
    combat = state.variant.combat
    assert combat is not None
    found = (combat.fight(state.movement, state.position, move) for move in sheet(state).legal)
    return [fight for fight in found if fight is not None]


def events_of(state: State) -> list[Event]:
    (played,) = state.played
    return [Event(1, 0, 1, Moved(played.move)), Event(2, 0, 1, Rolled(played.dice))]


def thrown(fighters: tuple[Fighter, ...]) -> Iterator[Dice]:
    """Natural dice of a side for every value that may count."""
    each = [[(n, *[1] * (len(fighter.dice) - 1)) for n in range(1, fighter.dice[0] + 1)] for fighter in fighters]
    for dice in itertools.product(*each):
        yield tuple(itertools.chain(*dice))


def possible(fight: Fight) -> set[FightResult]:
    """How a round of the fight can end, by trying every die that counts."""
    attack, defence = fight.sides()
    ends = set()
    for dice in itertools.product(thrown(attack), thrown(defence)):
        ours, theirs = totals(fight, dice)
        ends.add(FightResult.TIED if ours == theirs else FightResult.WON if ours > theirs else FightResult.LOST)
    return ends


@pytest.mark.parametrize("variant", [POLY, D6, HEXEH_POLY])
def test_dice_for_every_outcome(variant: Variant) -> None:
    """For each way in which a fight can end, and no other, there are dice; they end it so."""
    assert variant.combat is not None
    for state in random_fights(variant, 1, 40):
        for fight in fights_of(state):
            found = {verdict: dice_for(fight, verdict) for verdict in OUTCOMES}
            assert possible(fight) == {verdict for verdict, dice in found.items() if dice}
            for verdict, dice in found.items():
                assert dice is None or verdict is variant.combat.verdict(fight, dice)


def test_tokens_may_forbid_an_outcome() -> None:
    """Who bears so many tokens that no die can win is not said to be able to."""
    state = from_fen("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", POLY, tokens="e4:9")
    move = next(move for move in sheet(state).legal if state.movement.captured(state.position, move) is not None)
    assert (FightResult.LOST,) == outcomes(state, move)
    assert try_move(state, move, FightResult.WON) is None
    assert 1 == len(branches(state, move))


@pytest.mark.parametrize("verdict", OUTCOMES)
def test_what_is_tried_is_a_game(verdict: FightResult) -> None:
    """A move tried leaves the state it is tried in alone, and leads where a game with those dice leads."""
    state = next(iter(random_fights(HEXEH_POLY, 1, 0)))
    move = sheet(state).read("Tbxc6")
    assert isinstance(move, tuple)
    before = (state.line, state.rolls, state.sequence)
    found = try_move(state, move, verdict)
    assert found is not None
    assert before == (state.line, state.rolls, state.sequence)
    fought = found.played[-1].fought
    assert fought is not None
    assert (verdict, 2) == (fought.verdict, found.turn)
    assert found == replay(HEXEH_POLY, events_of(found))
