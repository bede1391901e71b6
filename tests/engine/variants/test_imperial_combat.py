"""Imperial with fights: its dice, and who may attack."""

from __future__ import annotations

import pytest

from engine.notation.position_code import code_of, position_of
from engine.rules.protocols import Result
from engine.variants import variant_of
from engine.variants.variant import Variant
from tests.engine.support import (
    begun,
    long_moves,
    names,
    opened,
    random_fights,
    targets,
    tokens,
    told,
)
from tests.suites import first

IMPERIAL = variant_of("imperial")
POLY = variant_of("imperial", {"combat": "poly"})
D6 = variant_of("imperial", {"combat": "d6"})
BOTH = pytest.mark.parametrize("variant", [POLY, D6], ids=["poly", "d6"])
FACES = {"P": 6, "N": 8, "G": 8, "E": 8, "D": 8, "Q": 10, "K": 10}
SIXES = {6: (6,), 8: (6, 6), 10: (6, 6, 6)}
TAKERS = {"K": "f4", "Q": "g3", "D": "f4", "E": "f4", "N": "d3", "G": "e4", "P": "f4"}


@pytest.mark.parametrize("letter", "KQDENGP")
def test_dice_of_attackers(letter: str) -> None:
    """A Pawn rolls as d6, Knight, Guard, Elephant and Dragon as d8, Queen and King as d10."""
    origin = TAKERS[letter]
    white = f"K {origin} · P a2" if letter == "K" else f"K a1 · {letter} {origin}"
    fight = opened(begun(POLY, white, "K m7 · P g5 k9"), f"{origin}g5")
    assert ((FACES[letter],), (6,)) == fight.faces()
    fight = opened(begun(D6, white, "K m7 · P g5 k9"), f"{origin}g5")
    assert (SIXES[FACES[letter]], (6,)) == fight.faces()


@pytest.mark.parametrize("letter", "QDENGP")
def test_dice_of_defenders(letter: str) -> None:
    """A defender rolls by its own strength."""
    armies = ("K a1 · Q g3", f"K m7 · {letter} g5 · P k9")
    assert ((10,), (FACES[letter],)) == opened(begun(POLY, *armies), "g3g5").faces()
    assert ((6, 6, 6), SIXES[FACES[letter]]) == opened(begun(D6, *armies), "g3g5").faces()


@BOTH
def test_hierarchy_decides_who_attacks(variant: Variant) -> None:
    """A lower piece attacks no higher one alone, though the dice would decide."""
    assert "g5" not in targets(begun(variant, "K a1 · P f4 · G a3", "K m9 · D g5"), "f4")
    assert "g5" in targets(begun(variant, "K a1 · P f4 f5", "K m9 · D g5"), "f4")


@BOTH
def test_help_does_not_fight(variant: Variant) -> None:
    """The assisting piece rolls no dice, gets no token and stays where it is."""
    state = begun(variant, "K a1 · P f4 f5", "K m9 · D g5")
    fight = opened(state, "f4g5")
    board = variant.board
    assert board.cell("f4") == fight.attacker.cell
    assert [board.cell("g5")] == [fighter.cell for fighter in fight.defenders]
    lost = told(state, "f4g5[1-8]" if variant is POLY else "f4g5[1-6+6]")
    assert {"g5": 1} == tokens(lost)
    assert lost.position.pieces[1] >> board.cell("f5") & 1
    assert not lost.position.pieces[1] >> board.cell("f4") & 1


RAID = ("K a2 · P e5 · N f5", "K m9 · D h7 · P j5")


def test_a_won_attack_is_a_capture() -> None:
    """An attacker that won has made a capture and loses its protection for one move."""
    state = told(begun(POLY, *RAID, turn=2), "h7f5[8-1]")
    assert "captor=f5" in code_of(POLY, state.position)
    assert "e5f5" in long_moves(state)
    assert "e5f5" not in long_moves(told(state, "a2a3", "m9m8"))


@pytest.mark.parametrize("dice", ["1-8", "1-2,1-2,1-2"])
def test_other_attacks_are_no_captures(dice: str) -> None:
    """Neither a lost nor a tied attack is a capture, for the attacker or for the defender."""
    state = told(begun(POLY, "K a2 · P e5 · N f5", "K m9 · D h7 e4 · P j5", turn=2), f"h7f5[{dice}]")
    assert state.position.captor is None
    assert "captor" not in code_of(POLY, state.position)
    assert "e5e4" not in long_moves(state)


def test_a_defender_that_won_keeps_its_protection() -> None:
    """A defender that has beaten its attacker is protected as before."""
    state = told(begun(POLY, "K a2 · P c1 · D f5", "K m9 · D h7 · P g5", turn=2), "h7f5[1-8]")
    assert state.position.captor is None
    state = told(state, "a2a3")
    assert state.position.captor is None
    assert "g5f5" not in long_moves(state)


def test_en_passant_is_a_fight() -> None:
    """A Pawn taken en passant fights; the Pawn that passed stays if it wins."""
    state = told(begun(POLY, "K a1 · P d3", "K m9 · P f4"), "d3f5")
    assert ((6,), (6,)) == opened(state, "f4e4").faces()
    won = told(state, "f4e4[6-1]")
    assert won.position.captor == POLY.board.cell("e4")
    lost = told(state, "f4e4[1-6]")
    assert {"f5": 1} == tokens(lost)
    assert lost.position.captor is None


@BOTH
def test_compulsory_attack(variant: Variant) -> None:
    """A King that a Queen or two pieces attack must be attacked, and only by moves that the hierarchy allows."""
    assert ["g3g5"] == long_moves(begun(variant, "K a1 · Q g3 · P c5", "K g5"))
    assert {"f4g5", "d3g5"} == set(long_moves(begun(variant, "K a1 · P f4 · N d3", "K g5")))
    alone = begun(variant, "K a1 · P f4 · G a3", "K g5")
    assert "f4g5" not in long_moves(alone)
    assert names("g4") == targets(alone, "f4")


def test_weapon_of_the_king() -> None:
    """A King that fights has the weapon choice, attacked or attacking."""
    assert (0, 1) == opened(begun(POLY, "K a1 · Q g3 · P c5", "K g5"), "g3g5").bonus
    assert (1, 0) == opened(begun(POLY, "K f4 · P c5", "K m9 · N g5"), "f4g5").bonus
    assert (1, 0) == opened(begun(POLY, "K a1 · Q g3", "K m7 · N g5"), "g3g5").bonus


def test_a_king_that_loses() -> None:
    """A King that loses a fight loses the game at once."""
    assert Result(1, "royal-captured") == told(begun(POLY, "K a1 · Q g3 · P c5", "K g5"), "g3g5[10-1]").result
    assert Result(2, "royal-captured") == told(begun(POLY, "K f4 · P c5", "K m9 · N g5"), "f4g5[1-8]").result


MATE = ("K a1 · P g5", "K m9 · Q b2 · D d4")


def test_prerogative() -> None:
    """In checkmate the King may attack an adjacent piece that threatens it, against the dice of all that support it."""
    assert Result(2, "checkmate") == begun(IMPERIAL, *MATE).result
    state = begun(POLY, *MATE)
    assert ["a1b2"] == long_moves(state)
    assert ((10,), (10, 8)) == opened(state, "a1b2").faces()
    assert ((6, 6, 6), (6, 6, 6, 6, 6)) == opened(begun(D6, *MATE), "a1b2").faces()
    assert Result(2, "royal-captured") == told(state, "a1b2[1-10+8]").result


def test_no_prerogative() -> None:
    """Where no adjacent piece threatens the King there is no Prerogative, and checkmate ends the game."""
    assert Result(2, "checkmate") == begun(POLY, "K a1 · P g5", "K m9 · E a3 b4 · G c2").result


@BOTH
@pytest.mark.parametrize("seed", first(2, range(4)))
def test_codes(variant: Variant, seed: int) -> None:
    """Every position of a random game with fights is written as a code and read back the same."""
    for state in random_fights(variant, seed, 120):
        if state.result is None:
            assert state.position == position_of(variant, code_of(variant, state.position))


@BOTH
def test_captor_over_random_fights(variant: Variant) -> None:
    """Over random games a captor is remembered exactly when the last attack was won."""
    won = 0
    for seed in range(2):
        for state in random_fights(variant, seed, 120):
            if state.result is not None or not state.played:
                continue
            last = state.played[-1]
            victory = last.fought is not None and last.fought.verdict.name == "WON"
            assert (last.move.target if victory else None) == state.position.captor
            won += victory
    assert won > 10
