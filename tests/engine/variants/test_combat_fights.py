"""Fights: dice by strength, weapon choice, fatigue, ties, and what is left when they are over."""

from __future__ import annotations

from typing import Any

import pytest

from engine.model.refusal import Refusal
from engine.play.commands import ClaimDraw, Command, MakeMove, Resign
from engine.play.events import BrokenRecord, Moved, Rolled
from engine.play.referee import decide
from engine.play.state import Await, State
from engine.records.replay import shorts
from engine.rules import QuietMoves
from engine.rules.combat import DICE
from engine.rules.fight import FightResult, describe, read_rounds, totals, write_rounds
from engine.rules.protocols import Result
from engine.variants import built
from engine.variants.variant import Variant, VariantEntry
from tests.engine import toys
from tests.engine.proposing import offer_draw
from tests.engine.support import (
    CHESS,
    D6,
    HEXEH_D6,
    HEXEH_POLY,
    NOON,
    POLY,
    begun,
    happened,
    long_moves,
    opened,
    placed,
    tokens,
    told,
    told_to_fight,
)

TRIO = built(VariantEntry("toy-three", "Three", toys._three, *toys.ABOUT), {"combat": "poly"})
BOTH = pytest.mark.parametrize("variant", [POLY, D6], ids=["poly", "d6"])

ATTACKERS = {"P": "e4", "N": "c3", "B": "f3", "R": "d1", "Q": "a5", "K": "d4"}
"""Cells from which the pieces of chess attack d5."""
FACES = {"P": 6, "N": 8, "B": 8, "R": 8, "Q": 10, "K": 10}
HEXEH_FACES = {"G": 6, "T": 8, "P": 8, "W": 8, "E": 10}


def verdict(state: State, move: str, dice: str) -> FightResult:
    """How the fight that a move opens stands after these rounds."""
    combat = state.variant.combat
    assert combat is not None
    return combat.verdict(opened(state, move), read_rounds(dice))


def duel(variant: Variant, attacker: str, defender: str, **fields: Any) -> tuple[State, str]:
    """A position in which White's piece attacks Black's on d5, and the move."""
    origin = ATTACKERS[attacker]
    white = f"K {origin}" if attacker == "K" else f"K h1 · {attacker} {origin}"
    black = "K d5" if defender == "K" else f"K h8 · {defender} d5"
    return begun(variant, f"{white} · P a2", black, **fields), f"{origin}d5"


# ---- dice


@pytest.mark.parametrize("attacker", FACES)
@pytest.mark.parametrize("defender", FACES)
def test_dice_by_strength(attacker: str, defender: str) -> None:
    """Pawns roll d6, rooks, knights and bishops d8, queens and kings d10, whichever side they are on."""
    fight = opened(*duel(POLY, attacker, defender))
    assert ((FACES[attacker],), (FACES[defender],)) == fight.faces()


@pytest.mark.parametrize("attacker", FACES)
@pytest.mark.parametrize("defender", FACES)
def test_six_sided_dice_by_strength(attacker: str, defender: str) -> None:
    """With six-sided dice alone a d6 is one of them, a d8 two, a d10 three."""
    fight = opened(*duel(D6, attacker, defender))
    counts = {6: 1, 8: 2, 10: 3}
    assert ((6,) * counts[FACES[attacker]], (6,) * counts[FACES[defender]]) == fight.faces()


@pytest.mark.parametrize("letter", HEXEH_FACES)
def test_dice_in_hexeh(letter: str) -> None:
    """In Hexeh guards roll d6, travelers, prowlers and wizards d8, the empress d10."""
    army = "E d4" if letter == "E" else f"E a1 · {letter} d4"
    faces = HEXEH_FACES[letter]
    state = begun(HEXEH_POLY, "E g1 · G d3" if letter != "E" else "E a1 · G d3", army)
    assert ((6,), (faces,)) == opened(state, "d3d4").faces()
    six = begun(HEXEH_D6, "E g1 · G d3" if letter != "E" else "E a1 · G d3", army)
    assert ((6,), DICE["d6"][faces]) == opened(six, "d3d4").faces()


@pytest.mark.parametrize(
    ("attacker", "defender", "dice", "expected"),
    [
        ("N", "N", "3+5-4+5", FightResult.WON),
        ("N", "N", "5+3-6+1", FightResult.OPEN),
        ("N", "N", "1+4-6+1", FightResult.LOST),
        ("N", "P", "1+4-5", FightResult.OPEN),
        ("P", "Q", "6-2+5+3", FightResult.WON),
        ("P", "Q", "6-6+6+6", FightResult.WON),
        ("P", "Q", "5-1+2+6", FightResult.OPEN),
        ("Q", "R", "1+1+4-5+5", FightResult.OPEN),
        ("R", "Q", "1+4-3+6+2", FightResult.LOST),
        ("K", "P", "1+1+1-3", FightResult.LOST),
        ("N", "K", "6+1-5+1+1", FightResult.OPEN),
    ],
)
def test_the_highest_counts(attacker: str, defender: str, dice: str, expected: FightResult) -> None:
    """Of several six-sided dice the highest counts."""
    assert expected is verdict(*duel(D6, attacker, defender), dice)


@pytest.mark.parametrize(
    ("variant", "attacker", "defender", "dice", "why"),
    [
        (POLY, "P", "P", "7-1", "7 cannot be rolled with d6"),
        (POLY, "P", "P", "1-7", "7 cannot be rolled with d6"),
        (POLY, "P", "P", "0-1", "0 cannot be rolled with d6"),
        (POLY, "N", "P", "9-1", "9 cannot be rolled with d8"),
        (POLY, "N", "Q", "1-11", "11 cannot be rolled with d10"),
        (POLY, "N", "N", "1+2-3", r"1\+2 cannot be rolled with d8"),
        (D6, "N", "N", "1-3+4", "1 cannot be rolled with 2d6"),
        (D6, "Q", "P", "1+2+7-3", r"1\+2\+7 cannot be rolled with 3d6"),
        (POLY, "P", "P", "5-1,5-1", "round 2 comes after the fight was decided"),
        (POLY, "P", "P", "1-2,1-2,1-2,5-1", "round 4 comes after the fight was decided"),
    ],
)
def test_impossible_dice(variant: Variant, attacker: str, defender: str, dice: str, why: str) -> None:
    """Dice that the fighters cannot have are no dice."""
    with pytest.raises(ValueError, match=why):
        verdict(*duel(variant, attacker, defender), dice)


@pytest.mark.parametrize("text", ["5-3", "4-4,2-2,6-1", "9-7+2", "3+6-4+1,1+1-1+1", "10-10"])
def test_rounds_are_written_as_they_are_read(text: str) -> None:
    """Rounds of dice are written as they are read."""
    assert text == write_rounds(read_rounds(text))


@pytest.mark.parametrize(
    "text", ["", "5", "5-", "-5", "5-3,", ",5-3", "5 -3", "5-3-1", "5+-3", "٥-٣", "5—3", "100-1", "+5-3"]
)
def test_unreadable_rounds(text: str) -> None:
    """Rounds in any other form are not read."""
    with pytest.raises(ValueError, match="rounds are written like"):
        read_rounds(text)


@pytest.mark.parametrize(
    ("faces", "words"), [((6,), "d6"), ((6, 6), "2d6"), ((8, 10), "d8+d10"), ((6, 6, 8, 6), "3d6+d8")]
)
def test_dice_in_words(faces: tuple[int, ...], words: str) -> None:
    """Dice are named by how many there are with how many faces."""
    assert words == describe(faces)


# ---- weapon choice


@pytest.mark.parametrize("attacker", FACES)
@pytest.mark.parametrize("defender", FACES)
@BOTH
def test_weapon_choice(variant: Variant, attacker: str, defender: str) -> None:
    """The attacker has the weapon choice, except against a king; a king that attacks has it always; one side only."""
    expected = (0, 1) if defender == "K" and attacker != "K" else (1, 0)
    assert expected == opened(*duel(variant, attacker, defender)).bonus


@pytest.mark.parametrize(
    ("attacker", "defender", "dice", "expected"),
    [
        ("P", "P", "3-3", FightResult.WON),
        ("P", "P", "3-4", FightResult.OPEN),
        ("P", "P", "3-5", FightResult.LOST),
        ("N", "K", "3-3", FightResult.LOST),
        ("N", "K", "4-3", FightResult.OPEN),
        ("N", "K", "5-3", FightResult.WON),
        ("K", "N", "3-3", FightResult.WON),
        ("K", "N", "3-4", FightResult.OPEN),
        ("K", "N", "3-5", FightResult.LOST),
        ("K", "K", "3-3", FightResult.WON),
        ("K", "K", "3-4", FightResult.OPEN),
        ("K", "K", "3-5", FightResult.LOST),
    ],
)
def test_one_more(attacker: str, defender: str, dice: str, expected: FightResult) -> None:
    """The weapon choice is worth one, and decides fights that would be tied."""
    assert expected is verdict(*duel(POLY, attacker, defender), dice)


@pytest.mark.parametrize(("move", "expected"), [("d3d4", (0, 1)), ("d3c3", (1, 0))])
def test_weapon_choice_in_hexeh(move: str, expected: tuple[int, int]) -> None:
    """The empress fights as a king."""
    if move == "d3d4":
        state = begun(HEXEH_POLY, "E a1 · G d3", "E d4 · T g4")
    else:
        state = begun(HEXEH_POLY, "E d3 · G a1", "E g4 · T c3")
    assert expected == opened(state, move).bonus


# ---- fatigue


@pytest.mark.parametrize(
    ("fatigue", "dice", "expected"),
    [
        ("", "3-3", (4, 3)),
        ("e4:1", "3-3", (3, 3)),
        ("e4:2", "3-3", (2, 3)),
        ("d5:1", "3-3", (4, 2)),
        ("e4:1,d5:1", "3-3", (3, 2)),
        ("e4:2,d5:3", "1-3", (0, 0)),
        ("e4:5,d5:9", "1-1", (-3, -8)),
        ("e4:9,d5:5", "1-1", (-7, -4)),
        ("e4:40", "6-1", (-33, 1)),
    ],
)
def test_fatigue(fatigue: str, dice: str, expected: tuple[int, int]) -> None:
    """Each token costs one, down to nothing and below."""
    state, move = duel(POLY, "P", "P", **({"tokens": fatigue} if fatigue else {}))
    (rolled,) = read_rounds(dice)
    assert expected == totals(opened(state, move), rolled)


@pytest.mark.parametrize(
    ("fatigue", "dice", "expected"),
    [
        ("e4:5,d5:9", "1-1", FightResult.WON),
        ("e4:9,d5:5", "1-1", FightResult.LOST),
        ("e4:3,d5:2", "1-1", FightResult.OPEN),
    ],
)
def test_negative_totals(fatigue: str, dice: str, expected: FightResult) -> None:
    """Totals below nothing are compared like any others."""
    state, move = duel(POLY, "P", "P", tokens=fatigue)
    assert expected is verdict(state, move, dice)


def test_tokens_of_others_do_not_count() -> None:
    """Only the fighters' own tokens weaken them."""
    state, move = duel(POLY, "P", "P", tokens="a2:5,h1:4,h8:3")
    assert (4, 3) == totals(opened(state, move), ((3,), (3,)))


# ---- how a fight ends


@pytest.mark.parametrize(
    ("dice", "white", "black", "fields"),
    [
        ("5-3", "K e1 · P d5", "K e8", {"lost": ",P", "tokens": "d5:1"}),
        ("1-3", "K e1", "K e8 · P d5", {"lost": "P,", "tokens": "d5:1"}),
        ("1-2,1-2,1-2", "K e1 · P e4", "K e8 · P d5", {"quiet": "8,9", "tokens": "e4:1,d5:1"}),
        ("1-2,5-1", "K e1 · P d5", "K e8", {"lost": ",P", "tokens": "d5:1"}),
        ("1-2,1-6", "K e1", "K e8 · P d5", {"lost": "P,", "tokens": "d5:1"}),
        ("1-2,1-2,5-1", "K e1 · P d5", "K e8", {"lost": ",P", "tokens": "d5:1"}),
        ("1-2,1-2,1-6", "K e1", "K e8 · P d5", {"lost": "P,", "tokens": "d5:1"}),
    ],
    ids=["won", "lost", "tied thrice", "tie, won", "tie, lost", "two ties, won", "two ties, lost"],
)
def test_outcomes(dice: str, white: str, black: str, fields: dict[str, Any]) -> None:
    """The loser goes, the survivor has a token more, and a winning attacker alone has moved; ties are rolled again."""
    state = told(begun(POLY, "K e1 · P e4", "K e8 · P d5", quiet="7,9"), f"e4d5[{dice}]")
    assert placed(POLY, white, black, turn=2, **fields) == state.position
    assert Await.MOVE is state.awaits


@pytest.mark.parametrize("dice", ["1-2", "1-2,1-2"])
def test_undecided(dice: str) -> None:
    """A fight is not over after one tie or two."""
    waiting = told_to_fight(begun(POLY, "K e1 · P e4", "K e8 · P d5"), "e4d5")
    with pytest.raises(BrokenRecord, match="not decided"):
        happened(waiting, Rolled(dice))


def test_the_same_modifiers() -> None:
    """A tie is rolled again with the tokens that there were; it gives none itself."""
    state = told(begun(POLY, "K e1 · P e4", "K e8 · P d5", tokens="e4:1"), "e4d5[2-2,2-2,3-2]")
    assert {"d5": 2} == tokens(state)


def test_black_fights_too() -> None:
    """Black's attack is fought like White's."""
    start = begun(POLY, "K e1 · P e4", "K e8 · P d5", turn=2)
    assert placed(POLY, "K e1", "K e8 · P e4", turn=1, lost="P,", tokens="e4:1") == told(start, "d5e4[5-3]").position
    assert placed(POLY, "K e1 · P e4", "K e8", turn=1, lost=",P", tokens="e4:1") == told(start, "d5e4[1-6]").position


def test_no_fight_without_a_capture() -> None:
    """A move to a vacant cell is no fight."""
    state = told(begun(POLY, "K e1 · P e4", "K e8 · P d5"), "e4e5")
    assert Await.MOVE is state.awaits
    assert () == state.position.tokens
    assert "" == state.played[-1].dice


def test_the_fight_is_kept_with_its_move() -> None:
    """A played move keeps its dice and how the fight ended."""
    state = told(begun(POLY, "K e1 · P e4", "K e8 · P d5"), "e4d5[1-2,5-1]")
    fought = state.played[-1].fought
    assert fought is not None
    assert (FightResult.WON, "1-2,5-1") == (fought.verdict, state.played[-1].dice)


# ---- while a fight waits


def test_waiting() -> None:
    """An attack waits for its dice, the position as it was, and no move is made before they have fallen."""
    start = begun(POLY, "K e1 · P e4", "K e8 · P d5")
    waiting = told_to_fight(start, "e4d5")
    assert Await.ROLL is waiting.awaits
    assert start.position == waiting.position
    with pytest.raises(BrokenRecord, match="while a fight waits"):
        happened(waiting, Moved("e1e2"))


def test_rolls_without_a_fight() -> None:
    """Dice that no fight waits for are out of place."""
    start = begun(POLY, "K e1 · P e4", "K e8 · P d5")
    for state in (start, told(start, "e4d5[5-3]"), begun(CHESS, "K e1 · P e4", "K e8 · P d5")):
        with pytest.raises(BrokenRecord, match="without a fight"):
            happened(state, Rolled("5-3"))


@pytest.mark.parametrize(
    "command", [MakeMove(1, move="e1e2"), MakeMove(1, move="e4d5"), offer_draw(2), ClaimDraw(1), Resign(1), Resign(2)]
)
def test_commands_while_a_fight_waits(command: Command) -> None:
    """Whatever the referee grants while a fight waits for its dice can happen, and the dice still fall."""
    state = told_to_fight(begun(POLY, "K e1 · P e4", "K e8 · P d5"), "e4d5")
    granted = decide(state, command, NOON)
    if not isinstance(granted, Refusal):
        for event in granted:
            state = happened(state, event.what, event.actor)
    assert state.result is not None or state.awaits is Await.ROLL
    if state.result is None:
        assert Await.MOVE is happened(state, Rolled("5-3")).awaits


@pytest.mark.parametrize("seat", [1, 2, 3])
def test_resigning_while_a_fight_waits(seat: int) -> None:
    """With three players nobody who resigns while a fight waits is fought with, or falls in it, afterwards."""
    state = told_to_fight(begun(TRIO, "K a1 · R d1", "K g1 · R d4", "K a4 · R c5"), "d1d4")
    granted = decide(state, Resign(seat), NOON)
    if isinstance(granted, Refusal):
        return
    for event in granted:
        state = happened(state, event.what, event.actor)
    if state.fight is not None:
        fighters = [state.fight.attacker, *state.fight.defenders]
        assert [fighter.code for fighter in fighters] == [state.position.placement[f.cell] for f in fighters]
        state = happened(state, Rolled("8-1"))
    assert b"" == state.position.lost[0]
    assert long_moves(state)


# ---- tokens


@pytest.mark.parametrize(
    ("white", "black", "fields", "move", "expected"),
    [
        ("K e1 · N b1", "K e8 · P h7", {"tokens": "b1:2"}, "b1c3", {"c3": 2}),
        ("K e1 · N b1", "K e8 · P h7", {"tokens": "h7:2"}, "b1c3", {"h7": 2}),
        ("K e1 · P a7", "K e8 · P h7", {"tokens": "a7:2"}, "a7a8=Q", {"a8": 2}),
        ("K e1 · P a7", "K e8 · N b8", {"tokens": "a7:2"}, "a7b8=R[6-1]", {"b8": 3}),
        ("K e1 · R h1", "K e8 · P h7", {"tokens": "e1:1,h1:3", "rights": "e1,h1"}, "e1g1", {"g1": 1, "f1": 3}),
        ("K e1 · R a1", "K e8 · P h7", {"tokens": "e1:1,a1:3", "rights": "e1,a1"}, "e1c1", {"c1": 1, "d1": 3}),
        ("K e1 · R a1", "K e8 · P h7", {"tokens": "a1:3", "rights": "e1,a1"}, "e1c1", {"d1": 3}),
        ("K e1 · N c3", "K e8 · P d5", {"tokens": "d5:4"}, "c3d5[8-1]", {"d5": 1}),
        ("K e1 · N c3", "K e8 · P d5", {"tokens": "c3:4"}, "c3d5[8-1]", {"d5": 5}),
        ("K e1 · N c3", "K e8 · P d5", {"tokens": "c3:4,d5:2"}, "c3d5[1-6]", {"d5": 3}),
        ("K e1 · N c3", "K e8 · P d5", {"tokens": "c3:1,d5:2"}, "c3d5[1-3,2-4,3-5]", {"c3": 2, "d5": 3}),
        ("K e1 · N c3", "K e8 · P d5", {"tokens": "c3:30,d5:99"}, "c3d5[1-1]", {"d5": 31}),
        ("K e1 · N c3", "K e8 · P d5", {"tokens": "a2:7", "more": " · P a2"}, "c3d5[8-1]", {"a2": 7, "d5": 1}),
    ],
)
def test_tokens_stay(white: str, black: str, fields: dict[str, Any], move: str, expected: dict[str, int]) -> None:
    """Tokens stay with the piece through moves, castling and promotion, have no limit, and leave with it."""
    given: dict[str, Any] = {name: value for name, value in fields.items() if name != "more"}
    assert expected == tokens(told(begun(POLY, white + fields.get("more", ""), black, **given), move))


# ---- en passant


def passing(**fields: str) -> State:
    """Black's pawn has just stepped past White's."""
    return told(begun(POLY, "K e1 · P e5", "K e8 · P d7", turn=2, rights="d7", **fields), "d7d5")


@pytest.mark.parametrize(
    ("dice", "white", "black", "fields"),
    [
        ("6-1", "K e1 · P d6", "K e8", {"lost": ",P", "tokens": "d6:1"}),
        ("1-6", "K e1", "K e8 · P d5", {"lost": "P,", "tokens": "d5:1"}),
        ("1-2,1-2,1-2", "K e1 · P e5", "K e8 · P d5", {"quiet": "1,0", "tokens": "e5:1,d5:1"}),
    ],
    ids=["won", "lost", "tied"],
)
def test_en_passant(dice: str, white: str, black: str, fields: dict[str, Any]) -> None:
    """En passant is a fight: a winner lands on the passed cell, a loser is removed and the passing pawn stays."""
    state = told(passing(), f"e5d6[{dice}]")
    assert placed(POLY, white, black, turn=2, **fields) == state.position


def test_en_passant_fighters() -> None:
    """En passant is fought by the two pawns, with their own tokens, which the winner keeps."""
    fight = opened(passing(tokens="e5:2,d7:1"), "e5d6")
    assert ((6,), (6,)) == fight.faces()
    assert (2, 1) == (fight.attacker.tokens, fight.defenders[0].tokens)
    assert {"d6": 3} == tokens(told(passing(tokens="e5:2,d7:1"), "e5d6[6-1]"))


def test_no_en_passant_after_a_tie() -> None:
    """A tied fight en passant is not fought again."""
    state = told(passing(), "e5d6[1-2,1-2,1-2]", "e8e7")
    assert "e5d6" not in long_moves(state)


# ---- promotion


@pytest.mark.parametrize("letter", "QRBN")
@pytest.mark.parametrize(
    ("dice", "white", "black", "fields"),
    [
        ("6-1", "K e1 · {} d8", "K h5", {"lost": ",R", "tokens": "d8:1"}),
        ("1-8", "K e1", "K h5 · R d8", {"lost": "P,", "tokens": "d8:1"}),
        ("1-2,1-2,1-2", "K e1 · P e7", "K h5 · R d8", {"quiet": "1,0", "tokens": "d8:1,e7:1"}),
    ],
    ids=["won", "lost", "tied"],
)
def test_promotion(letter: str, dice: str, white: str, black: str, fields: dict[str, Any]) -> None:
    """A pawn that wins its way onto the last rank becomes what the move says; one that loses or ties does not."""
    state = told(begun(POLY, "K e1 · P e7", "K h5 · R d8"), f"e7d8={letter}[{dice}]")
    assert placed(POLY, white.format(letter), black, turn=2, **fields) == state.position


def test_a_promoting_pawn_fights_as_a_pawn() -> None:
    """A pawn that would become a queen rolls a pawn's die."""
    assert ((6,), (8,)) == opened(begun(POLY, "K e1 · P e7", "K h5 · R d8"), "e7d8=Q").faces()


# ---- rights and counters after lost and tied attacks


@pytest.mark.parametrize(
    ("black", "fight", "castles"),
    [
        ("K e8 · P h7", "h1h7[1-2,1-2,1-2]", True),
        ("K e8 · P h7", "h1h7[1-6]", False),
        ("K e8 · P h7", "h1h7[6-1]", False),
        ("K e8 · N f2", "e1f2[1-2,1-2,1-2]", True),
        ("K e8 · N f2", "e1f2[8-1]", False),
    ],
    ids=["rook tied", "rook lost", "rook won", "king tied", "king won"],
)
def test_castling_after_a_fight(black: str, fight: str, castles: bool) -> None:
    """A king or rook sent back after three ties has not moved; one that fell or moved castles no more."""
    state = told(begun(POLY, "K e1 · R h1 · P a2", black, rights="e1,h1"), fight, "e8d8")
    assert castles == ("e1g1" in long_moves(state))


def test_defenders_have_not_moved() -> None:
    """A rook or king that wins a fight at home may still castle."""
    state = begun(POLY, "K e1 · R h1", "K e8 · N g3", turn=2, rights="e1,h1")
    assert "e1g1" in long_moves(told(state, "g3h1[1-8]"))
    state = begun(POLY, "K e1 · R h1", "K e8 · N d3", turn=2, rights="e1,h1")
    assert "e1g1" in long_moves(told(state, "d3e1[1-8]"))


@pytest.mark.parametrize(("dice", "double"), [("1-2,1-2,1-2", True), ("6-1", False)], ids=["tied", "won"])
def test_double_step_after_a_fight(dice: str, double: bool) -> None:
    """A pawn sent back after three ties may still make its double step."""
    state = told(begun(POLY, "K e1 · P e2", "K e8 · P d3", rights="e2"), f"e2d3[{dice}]", "e8d8")
    assert double == ("e2e4" in long_moves(state))


@pytest.mark.parametrize(
    ("variant", "armies", "move", "expected"),
    [
        (POLY, ("K e1 · P e4", "K e8 · P d5"), "e4d5[1-2,1-2,1-2]", (0, 8, 9)),
        (POLY, ("K e1 · P e4", "K e8 · P d5"), "e4d5[1-6]", (0, 0, 0)),
        (POLY, ("K e1 · P e4", "K e8 · P d5"), "e4d5[6-1]", (0, 0, 0)),
        (POLY, ("K e1 · P e4", "K e8 · P d5"), "e4e5", (0, 0, 0)),
        (POLY, ("K e1 · N c3", "K e8 · P d5"), "c3d5[1-2,1-2,1-2]", (0, 8, 9)),
        (POLY, ("K e1 · N c3", "K e8 · P d5"), "c3d5[1-6]", (0, 0, 0)),
        (POLY, ("K e1 · N c3", "K e8 · P d5"), "c3d5[6-1]", (0, 0, 0)),
        (POLY, ("K e1 · N c3", "K e8 · P d5"), "c3b1", (0, 8, 9)),
        (HEXEH_POLY, ("E a1 · G d3", "E g4 · G d4"), "d3d4[1-2,1-2,1-2]", (0, 8, 9)),
        (HEXEH_POLY, ("E a1 · G d3", "E g4 · G d4"), "d3d4[1-6]", (0, 0, 0)),
        (HEXEH_POLY, ("E a1 · G d3", "E g4 · G d4"), "d3d4[6-1]", (0, 0, 0)),
        (HEXEH_POLY, ("E a1 · T d3", "E g4 · G d4"), "d3d4[1-2,1-2,1-2]", (0, 8, 9)),
    ],
)
def test_counters(variant: Variant, armies: tuple[str, str], move: str, expected: tuple[int, ...]) -> None:
    """Every removal restarts the counters; a tied attack is no pawn or guard move and counts as a quiet move."""
    assert expected == told(begun(variant, *armies, quiet="7,9"), move).position.quiet


def test_claims_count_ties() -> None:
    """Tied attacks fill the 37 moves of Hexeh like any other quiet moves."""
    state = begun(HEXEH_POLY, "E a1 · P d3", "E g4 · P d5", quiet="36,36")
    state = told(state, "d3d5[1-2,1-2,1-2]", "d5d3[1-2,1-2,1-2]")
    (claim,) = [claim for claim in state.variant.claims if isinstance(claim, QuietMoves)]
    assert claim.available(state.movement, state.line)


# ---- lost pieces


@pytest.mark.parametrize(
    ("move", "lost"),
    [("b2c3[8-1]", ",G"), ("b2c3[1-6]", "T,"), ("b2c3[1-2,1-2,1-2]", ",")],
    ids=["won", "lost", "tied"],
)
def test_lost_pieces_in_hexeh(move: str, lost: str) -> None:
    """In Hexeh whoever is removed joins its side's lost pieces, a beaten attacker too."""
    state = told(begun(HEXEH_POLY, "E d1 · T b2", "E g4 · G c3"), move)
    expected = placed(HEXEH_POLY, "E d1 · T b2", "E g4 · G c3", lost=lost)
    assert expected.lost == state.position.lost


def test_promotion_to_a_beaten_attacker() -> None:
    """In Hexeh a guard on the enemy throne may become the piece that fell attacking."""
    state = begun(HEXEH_POLY, "E d1 · G d6 · T b2", "E g4 · G c3")
    assert ["d6d7"] == [move for move in long_moves(state) if move.startswith("d6d7")]
    state = told(state, "b2c3[1-6]", "g4f5")
    assert ["d6d7", "d6d7=T"] == [move for move in long_moves(state) if move.startswith("d6d7")]
    assert placed(HEXEH_POLY, "E d1 · T d7", "E f5 · G c3", turn=2, lost="G,", tokens="c3:1") == (
        told(state, "d6d7=T").position
    )


@pytest.mark.parametrize(
    ("dice", "red", "blue", "fields"),
    [
        ("6-1", "E d1 · W d7", "E g4", {"lost": "GT,P", "tokens": "d7:1"}),
        ("1-8", "E d1", "E g4 · P d7", {"lost": "WTG,", "tokens": "d7:1"}),
        ("1-2,1-2,1-2", "E d1 · G d6", "E g4 · P d7", {"quiet": "1,0", "lost": "WT,", "tokens": "d6:1,d7:1"}),
    ],
    ids=["won", "lost", "tied"],
)
def test_promotion_by_fight_in_hexeh(dice: str, red: str, blue: str, fields: dict[str, Any]) -> None:
    """In Hexeh a guard that wins the throne may come back as a lost piece; one that does not win it goes without."""
    state = told(begun(HEXEH_POLY, "E d1 · G d6", "E g4 · P d7", lost="WT,"), f"d6d7=W[{dice}]")
    assert placed(HEXEH_POLY, red, blue, turn=2, **fields) == state.position


def test_a_guard_may_win_the_throne_and_stay() -> None:
    """In Hexeh a guard that wins the throne may also stay a guard."""
    state = told(begun(HEXEH_POLY, "E d1 · G d6", "E g4 · P d7", lost="WT,"), "d6d7[6-1]")
    assert placed(HEXEH_POLY, "E d1 · G d7", "E g4", turn=2, lost="WT,P", tokens="d7:1") == state.position


# ---- notation


@pytest.mark.parametrize(
    ("variant", "white", "black", "move", "short"),
    [
        (POLY, "K e1 · P e4", "K e8 · P d5", "e4d5[5-3]", "exd5[5-3]"),
        (POLY, "K e1 · P e4", "K e8 · P d5", "e4d5[1-2,1-2,6-1]", "exd5[1-2,1-2,6-1]"),
        (POLY, "K e1 · P e4", "K e8 · P d5", "e4d5[1-6]", "exd5[1-6]"),
        (D6, "K e1 · R d1", "K e8 · N d5", "d1d5[3+6-4+1]", "Rxd5[3+6-4+1]"),
        (POLY, "K e1 · P e7", "K h5 · R d8", "e7d8=N[6-1]", "exd8=N[6-1]"),
    ],
)
def test_written(variant: Variant, white: str, black: str, move: str, short: str) -> None:
    """A fight's natural dice must follow its move, short or long, the attacker's first, ties in order."""
    assert [short] == shorts(told(begun(variant, white, black), move))


@pytest.mark.parametrize(
    ("white", "black", "move", "short"),
    [
        ("K a1 · B b5", "K e8 · R a8", "b5e8[8-1]", "Bxe8[8-1]"),
        ("K e1 · R e4", "K e8 · R a1", "e4e8[8-1]", "Rxe8[8-1]"),
        ("K e1 · R h8", "K e8 · P a7", "h8e8[8-1]", "Rxe8[8-1]"),
    ],
)
def test_a_fallen_king_is_not_in_check(white: str, black: str, move: str, short: str) -> None:
    """An attack on the king is written without a sign of check, whatever stands against one's own king."""
    assert [short] == shorts(told(begun(POLY, white, black), move))


# ---- kings that lose


@pytest.mark.parametrize(
    ("white", "black", "move", "result"),
    [
        ("K e1 · P a2", "K e8 · N e2", "e1e2[1-8]", Result(2, "royal-captured")),
        ("K e1 · R a8", "K e8 · P a7", "a8e8[8-1]", Result(1, "royal-captured")),
        ("K e4 · P a2", "K e5 · P a7", "e4e5[1-10]", Result(2, "royal-captured")),
        ("K e4 · P a2", "K e5 · P a7", "e4e5[10-1]", Result(1, "royal-captured")),
        ("K e1 · P a2", "K e8 · N e2", "e1e2[8-1]", None),
        ("K e1 · R a8", "K e8 · P a7", "a8e8[1-1]", None),
        ("K e1 · R a8", "K e8 · P a7", "a8e8[2-1,2-1,2-1]", None),
        ("K e4 · P a2", "K e5 · P a7", "e4e5[1-2,1-2,1-2]", None),
    ],
)
def test_kings_that_lose(white: str, black: str, move: str, result: Result | None) -> None:
    """A king that loses a fight loses the game at once, whether it attacked or defended."""
    state = told(begun(POLY, white, black), move)
    assert result == state.result
    assert (result is not None) == (Await.NOTHING is state.awaits)


@pytest.mark.parametrize(
    ("red", "blue", "move", "winner"),
    [
        ("E d3 · G a1", "E g4 · T c3", "d3c3[1-8]", 2),
        ("E d3 · G a1", "E g4 · T c3", "d3c3[8-1]", None),
        ("E a1 · G d3", "E d4 · T g4", "d3d4[6-1]", 1),
        ("E a1 · G d3", "E d4 · T g4", "d3d4[1-1]", None),
        ("E d3 · G a1", "E d4 · T g4", "d3d4[1-10]", 2),
        ("E d3 · G a1", "E d4 · T g4", "d3d4[1-1]", 1),
    ],
)
def test_empresses_that_lose(red: str, blue: str, move: str, winner: int | None) -> None:
    """An empress that loses a fight loses the game at once."""
    result = told(begun(HEXEH_POLY, red, blue), move).result
    assert result == (None if winner is None else Result(winner, "royal-captured"))


@pytest.mark.parametrize(
    ("move", "dice", "turn", "out", "expected"),
    [
        ("d1d2", "1-8", 2, {1}, ("", "K d2", "K g4")),
        ("d1d2", "8-1", 3, {2}, ("K d2 · R c1", "", "K g4")),
        ("d1d2", "1-2,1-2,1-2", 2, set(), ("K d1 · R c1", "K d2", "K g4")),
    ],
    ids=["attacker", "defender", "tied"],
)
def test_three_kings(move: str, dice: str, turn: int, out: set[int], expected: tuple[str, ...]) -> None:
    """With three players a chief that loses a fight takes its owner out, attacking or defending; the turn passes."""
    state = told(begun(TRIO, "K d1 · R c1", "K d2", "K g4"), f"{move}[{dice}]")
    assert state.result is None
    assert turn == state.turn
    assert out == {seat.number for seat in TRIO.seats if seat.number not in state.remaining}
    assert placed(TRIO, *expected).placement == state.position.placement


def test_the_last_of_three() -> None:
    """With three players the last whose chief stands has won."""
    state = told(begun(TRIO, "K d1", "K d2", "K d3"), "d1d2[8-1]", "d3d2[8-1]")
    assert Result(3, "last-standing") == state.result
