"""Moves made in thought: dice that end a fight as one likes, all its ends, and moves without a choice."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.lookahead.imagined import OUTCOMES, branches, dice_for, only_move, outcomes, tried
from engine.model.atoms import Ride
from engine.model.board import squares
from engine.model.equipment import PieceType, Seat, armies
from engine.model.position import long_form
from engine.play.events import Event, Moved, Rolled
from engine.play.game import new_game, replay
from engine.play.referee import sheet
from engine.play.state import State
from engine.rules import LastStanding, NoMoveLeft, RoyalMayFall
from engine.rules.fight import Dice, Fight, Fighter, FightResult, totals
from engine.variants import built
from engine.variants.variant import Variant, VariantEntry
from tests.engine.support import D6, HEXEH_POLY, POLY, WINDING, from_fen, played, random_fights, told
from tests.engine.toys import ABOUT


def fights_of(state: State) -> list[Fight]:
    """The fights that the legal moves of a state open."""
    combat = state.variant.combat
    assert combat is not None
    found = (combat.fight(state.movement, state.position, move) for move in sheet(state).legal)
    return [fight for fight in found if fight is not None]


def events_of(state: State) -> list[Event]:
    """The events of a game of one fight."""
    (played,) = state.played
    long = long_form(state.variant.board, played.move)
    return [Event(1, 0, 1, Moved(long)), Event(2, 0, 1, Rolled(played.dice))]


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
@pytest.mark.parametrize("seed", range(4))
def test_dice_for_every_outcome(variant: Variant, seed: int) -> None:
    """For each way in which a fight can end, and no other, there are dice; they end it so."""
    assert variant.combat is not None
    for state in random_fights(variant, seed, 40):
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
    assert tried(state, move, FightResult.WON) is None
    assert 1 == len(branches(state, move))


@pytest.mark.parametrize("verdict", OUTCOMES)
def test_what_is_tried_is_a_game(verdict: FightResult) -> None:
    """A move tried leaves the state it is tried in alone, and leads where a game with those dice leads."""
    state = next(iter(random_fights(HEXEH_POLY, 1, 0)))
    move = sheet(state).read("Tbxc6")
    assert isinstance(move, tuple)
    before = (state.line, state.rolls, state.sequence)
    found = tried(state, move, verdict)
    assert found is not None
    assert before == (state.line, state.rolls, state.sequence)
    fought = found.played[-1].fought
    assert fought is not None
    assert (verdict, 2) == (fought.verdict, found.turn)
    assert found == replay(HEXEH_POLY, events_of(found))


BACK_AND_FORTH = VariantEntry(
    "toy-pendulum",
    "Pendulum",
    lambda _: Variant(
        key="toy-pendulum",
        name="Pendulum",
        edition=1,
        board=(board := squares(3, 2)),
        seats=(sides := (Seat(1, "White", 0, 0), Seat(2, "Black", 4, 4))),
        kinds=(PieceType("bob", "B", "fa6s.chess-king", (Ride((0, 4), 1),), "swings.", royal=True),),
        array=armies(board, sides, "B a1"),
        legality=RoyalMayFall(),
        endings=(LastStanding(),),
        stuck=NoMoveLeft(),
    ),
    *ABOUT,
)
"""A game for two with one legal move at every turn, which nothing ends."""


def test_no_choice() -> None:
    """The one legal move is the only move; where there are two, there is none."""
    state = from_fen("k7/8/8/8/8/1r6/8/K7 w - - 0 1")
    (move,) = sheet(state).legal
    assert "a1a2" == long_form(state.variant.board, move)
    assert move == only_move(state, fights=False) == only_move(state, fights=True)
    assert only_move(new_game(WINDING), fights=True) is None


def test_an_attack_rolls_dice() -> None:
    """A single attack, compulsory or not, is an only move where fights are wanted; without dice it always is."""
    state = told(new_game(HEXEH_POLY), "b1c6[8-1]", "a4a3")
    assert ["c6d7"] == sheet(state).long()
    assert only_move(state, fights=False) is None
    assert only_move(state, fights=True) is not None
    plain = from_fen("7k/8/8/8/8/8/1r6/K7 w - - 0 1")
    assert only_move(plain, fights=False) == sheet(plain).legal[0]
    fought = from_fen("7k/8/8/8/8/8/1r6/K7 w - - 0 1", POLY)
    assert only_move(fought, fights=False) is None


def test_circles_end() -> None:
    """Where forced moves lead back to a position, they stop there, though no rule ends the game."""
    state = new_game(built(BACK_AND_FORTH, {}))
    count = 0
    while (move := only_move(state, fights=True)) is not None:
        state = played(state, long_form(state.variant.board, move))
        count += 1
    assert 4 == count
    assert state.position.placement == state.line[0].placement
    assert 1 == len(sheet(state).legal)


def test_a_position_come_again() -> None:
    """A position that has occurred before is left to its player."""
    state = from_fen("k7/8/8/8/8/1r6/8/K7 w - - 0 1")
    again = replace(state, line=(state.position, state.position._replace(turn=2), state.position))
    assert only_move(state, fights=True)
    assert only_move(again, fights=True) is None


@pytest.mark.parametrize("variant", [HEXEH_POLY, POLY])
@given(seed=st.integers(0, 1000))
def test_only_moves_are_legal(variant: Variant, seed: int) -> None:
    """An only move is the whole list of legal moves."""
    for state in random_fights(variant, seed, 60):
        move = only_move(state, fights=True)
        assert move is None or sheet(state).legal == (move,)
