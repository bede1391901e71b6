"""Fights as data to draw."""

from __future__ import annotations

import pytest

from engine.records.replay import replay_moves
from engine.rules.fight import FightResult
from engine.variants import variant_of
from renderer.fight import Camp, Die, DrawnFight, Modifier, fight_of
from renderer.fight import DrawnFighter as Drawn
from renderer.figures import Figure, Rank
from renderer.scene import game_scene
from tests.renderer.samples import DUEL, PREROGATIVE, crowd

CHESS = variant_of("combat-chess")
OPENING = "e2e4 d7d5"
PAWN = Figure(1, "P", "fa6s.chess-pawn", rank=Rank.PAWN)


def drawn(moves: str, dice: str = "poly") -> DrawnFight:
    fight = game_scene(replay_moves(variant_of("combat-chess", {"combat": dice}), moves)).fight
    assert fight is not None
    return fight


def totals(fight: DrawnFight) -> list[tuple[int, int]]:
    return [(attack.total, defence.total) for attack, defence in fight.rounds]


def test_a_duel_shows_both_pieces() -> None:
    """White's pawn attacks Black's with a d6 and the weapon choice, and falls by 2 to 6."""
    fight = drawn(f"{OPENING} e4d5[1-6]")
    assert fight.camps == (
        Camp(1, "White pawn", (Drawn(PAWN, 0),), (Modifier("weapon", 1),)),
        Camp(2, "Black pawn", (Drawn(PAWN._replace(seat=2), 0),), ()),
    )
    assert [((((Die(6, 1, counts=True),),), 2), (((Die(6, 6, counts=True),),), 6))] == list(fight.rounds)
    assert (fight.fallen, fight.verdict, fight.note) == (0, "White pawn falls", "Black pawn gets a token")
    assert fight.occasion == ""


def test_fatigue_and_ties_are_told() -> None:
    """A tired attacker has its modifier and its tokens; after three ties nobody falls."""
    fight = drawn(DUEL)
    assert totals(fight) == [(6, 6), (4, 4), (1, 7)]
    assert fight.camps[0].modifiers == (Modifier("weapon", 1), Modifier("fatigue", -1))
    assert fight.camps[0].fighters[0].tokens == 1
    assert fight.verdict == "Black pawn falls"
    tied = drawn(f"{OPENING} e4d5[1-2,2-3,3-4]")
    assert totals(tied) == [(2, 2), (3, 3), (4, 4)]
    assert (tied.fallen, tied.verdict, tied.note) == (None, "nobody falls", "both get a token")


def test_of_several_dice_the_highest_counts() -> None:
    """A knight's 2 and 5 count as 5, and of a queen's 4, 6 and 6 only the first 6 counts."""
    fight = drawn(f"{OPENING} b1c3 a7a6 c3d5[2+5-3] d8d5[4+6+6-5+1]", "d6")
    attack, defence = fight.rounds[0]
    assert attack.dice == ((Die(6, 4, counts=False), Die(6, 6, counts=True), Die(6, 6, counts=False)),)
    assert defence.dice == ((Die(6, 5, counts=True), Die(6, 1, counts=False)),)
    assert (attack.total, defence.total) == (7, 4)
    assert (fight.fallen, fight.verdict, fight.note) == (1, "White knight falls", "Black queen gets a token")


def test_the_prerogative_sums_several_pieces() -> None:
    """White's tired king, 10 + 1 - 1, fells Black's bishop and queen, 2 + 1 - 2; each piece has its own dice."""
    fight = drawn(PREROGATIVE)
    king, others = fight.camps
    assert (fight.occasion, king.name, others.name) == ("King's Prerogative", "White king", "2 Black pieces")
    assert [("B", 2), ("Q", 0)] == [(piece.figure.letter, piece.tokens) for piece in others.fighters]
    assert others.modifiers == (Modifier("fatigue", -2),)
    assert fight.rounds[0][1].dice == ((Die(8, 2, counts=True),), (Die(10, 1, counts=True),))
    assert totals(fight) == [(10, 1)]
    assert (fight.fallen, fight.verdict, fight.note) == (1, "2 Black pieces fall", "White king gets a token")


@pytest.mark.parametrize(
    ("verdict", "words", "note"),
    [
        (FightResult.LOST, "Black king falls", "each White piece gets a token"),
        (FightResult.TIED, "nobody falls", "all get a token"),
        (FightResult.OPEN, "not decided yet", ""),
    ],
)
def test_what_comes_of_a_crowd_is_told(verdict: FightResult, words: str, note: str) -> None:
    variant, fought = crowd("d6", 2)
    fight = fight_of(variant, fought._replace(verdict=verdict))
    assert (fight.verdict, fight.note) == (words, note)
    assert [3, 2, 2, 2, 3, 1] == [len(dice) for dice in fight.rounds[0][1].dice]
