"""Fights told in words: each side's roll as a sum, ties, and who fell."""

from __future__ import annotations

from functools import reduce

import pytest

from engine import Game
from engine.notation.describe import fight_in_words
from engine.variants import variant_of
from tests.engine.support import begun

POLY = variant_of("combat-chess")
THREE = variant_of("nd-wellisch-3", {"combat": "poly"})
CHECKMATED = ("e4", "e5", "Bc4", "Nc6", "Qh5", "Nf6", "Qxf7[9-1]")


def last_fight(game: Game) -> str:
    """The fight of the last move in words."""
    fought = game.state.played[-1].fought
    assert fought is not None
    return fight_in_words(game.variant, fought)


def told(variant: str, *moves: str, **options: str) -> str:
    """The fight of the last of some moves in words."""
    return last_fight(reduce(Game.play, moves, Game(variant, options)))


@pytest.mark.parametrize(
    ("rounds", "words"),
    [
        ("5-1", "Pawn e4 rolls 5 + 1 weapon = **6**. Pawn d5 rolls **1**. The pawn on d5 falls."),
        (
            "2-3,1-4",
            (
                "Pawn e4 rolls 2 + 1 weapon = **3**. Pawn d5 rolls **3**. A tie, so they roll again. "
                "Pawn e4 rolls 1 + 1 weapon = **2**. Pawn d5 rolls **4**. The pawn on e4 falls."
            ),
        ),
    ],
    ids=["won", "lost after a tie"],
)
def test_like_against_like(rounds: str, words: str) -> None:
    """Where both pieces are called the same, the one that falls is told by its cell."""
    assert words == told("combat-chess", "e4", "d5", f"exd5[{rounds}]")


def test_three_ties() -> None:
    """After a third tie nobody falls."""
    words = told("combat-chess", "e4", "d5", "exd5[2-3,1-2,3-4]")
    assert words.count("they roll again") == 2
    assert words.endswith("A third tie: nobody falls, and every piece that fought gets a token.")


def test_fatigue() -> None:
    """Fatigue is taken off, and a total below nought bears a true minus sign."""
    state = begun(POLY, "K e1 · R a1", "K h8 · N a5", tokens="a1:4,a5:2")
    words = "Rook a1 rolls 3 + 1 weapon − 4 fatigue = **0**. Knight a5 rolls 1 − 2 fatigue = **−1**. The knight falls."
    assert words == last_fight(Game.of(state).play("Rxa5[3-1]"))


def test_owners() -> None:
    """Where more than two play, the owners of the pieces are named."""
    state = begun(THREE, "G a1 · R b1", "G h1", "G o15 · P d1")
    words = "Red's Rook b1 rolls 8 + 1 weapon = **9**. Blue's Point d1 rolls **1**. Blue's Point falls."
    assert words == last_fight(Game.of(state).play("Rxd1[8-1]"))


def test_the_best_of_several_dice() -> None:
    """With only six-sided dice the die that counts is told with the others."""
    traveler = "Traveler b1 rolls 6 (the best of 3 and 6) + 1 weapon = **7**."
    prowler = "Prowler c6 rolls 2 (the best of 1 and 2) = **2**."
    assert f"{traveler} {prowler} The prowler falls." == told("hexeh", "Tbxc6[3+6-1+2]", combat="d6")


@pytest.mark.parametrize(
    ("rounds", "end"),
    [
        ("9-7+2", "The bishop and the queen fall."),
        ("1-7+2", "The king falls."),
    ],
)
def test_the_prerogative(rounds: str, end: str) -> None:
    """A king that fights its way out of checkmate meets the sum of its target and all that support it."""
    king = f"King e8 rolls {rounds[0]} + 1 weapon = **{int(rounds[0]) + 1}**."
    others = "Bishop c4 and queen f7 roll 7 + 2 − 1 fatigue = **8**."
    assert f"King's Prerogative. {king} {others} {end}" == told("combat-chess", *CHECKMATED, f"Kxf7[{rounds}]")
