"""The hexagonal chess games for two with fights."""

from __future__ import annotations

import pytest

from engine.notation.moves import IllegalMove
from engine.notation.position_code import code_of
from engine.play.commands import MakeMove
from engine.play.state import State
from engine.rules.protocols import Result
from engine.variants import variant_of
from engine.variants.variant import Variant
from tests.engine.nearly import RULES, struck
from tests.engine.support import begun, long_moves, opened, refused, tokens, told, told_to_fight

DICE = {
    6: {"Point", "Broker", "Migrant"},
    8: {"Rook", "Finch", "Forerook", "Hindrook", "Unicorn", "Rabbi", "Vicbaba", "Seiopelma", "Sennight"},
    10: {"Vicereine", "Duchess", "Cohen", "General", "Grandduke"},
}
SIXES = {6: (6,), 8: (6, 6), 10: (6, 6, 6)}
EVERY_MAN = [(game, letter) for game, rules in RULES.items() for letter in rules.kinds]


def poly(game: str) -> Variant:
    """The game with d6, d8 and d10."""
    return variant_of(game, {"combat": "poly"})


def faces(game: str, letter: str) -> int:
    """The die of a kind by the rules' table; AltOrth's Rook stands where others have a queen."""
    kind = RULES[game].kinds[letter]
    if game == "nd-altorth" and kind == "Rook":
        return 10
    return next(die for die, kinds in DICE.items() if kind in kinds)


def duel(game: str, letter: str) -> tuple[str, str, str, str]:
    """A cell for a white piece in the middle, one on which it can take, and both royals on nobody's line."""
    rules = RULES[game]
    at = "f6" if rules.mirrored else "h8"
    target = min(struck(rules, rules.kinds[letter], 1, at) - {at})
    royal, home = "K" if "K" in rules.kinds else "G", "a2" if rules.rows else "b1"
    return at, target, f"{royal} {home}", f"{royal} {rules.opposite(home)}"


@pytest.mark.parametrize(("game", "letter"), EVERY_MAN)
@pytest.mark.parametrize("dice", ["poly", "d6"])
def test_dice_of_attackers(game: str, letter: str, dice: str) -> None:
    """Every piece attacks with the die of the table, against a Broker's, Migrant's, Point's or pawn's d6."""
    at, target, home, there = duel(game, letter)
    variant = variant_of(game, {"combat": dice})
    white = f"{letter} {at}" if letter in home else f"{home} · {letter} {at}"
    black = f"{there} · {RULES[game].pawn} {target}"
    fight = opened(begun(variant, white, black), f"{at}{target}")
    die = faces(game, letter)
    assert (((die,) if dice == "poly" else SIXES[die]), (6,)) == fight.faces()
    assert (1, 0) == fight.bonus


@pytest.mark.parametrize(("game", "letter"), [case for case in EVERY_MAN if case[1] not in "KG"])
def test_dice_of_defenders(game: str, letter: str) -> None:
    """Every piece defends itself with the die of the table."""
    pawn = RULES[game].pawn
    at, target, home, there = duel(game, pawn)
    fight = opened(begun(poly(game), f"{home} · {pawn} {at}", f"{there} · {letter} {target}"), f"{at}{target}")
    assert ((6,), (faces(game, letter),)) == fight.faces()


@pytest.mark.parametrize("game", RULES)
def test_compulsory_attack(game: str) -> None:
    """A piece that attacks the enemy royal must do so, and everything else is refused with that reason."""
    rules = RULES[game]
    at, target, home, _ = duel(game, rules.pawn)
    royal, corner = home.split()
    state = begun(poly(game), f"{home} · {rules.pawn} {at}", f"{royal} {target}")
    assert [f"{at}{target}"] == long_moves(state)
    assert (0, 1) == opened(state, f"{at}{target}").bonus
    other = min(struck(rules, rules.kinds[royal], 1, corner))
    refusal = refused(state, MakeMove(1, move=f"{corner}{other}"))
    assert isinstance(refusal, IllegalMove)
    pawn = state.variant.by_letter[rules.pawn].name
    assert f"the compulsory attack comes first: your {pawn} on {at} attacks Black's" in refusal.reason
    assert Result(1, "royal-captured") == told(state, f"{at}{target}[6-1]").result


# ---- the Prerogative

MATED = "D g2 · R g8 · K o8"
"""Black's pieces that mate a Grandduke on h1: the Duchess is diagonally adjacent to it, the Rook supports her."""


@pytest.mark.parametrize("game", ["nd-mccooey", "nd-trios"])
def test_prerogative_across_a_corner(game: str) -> None:
    """A Grandduke in checkmate may attack a diagonally adjacent piece that threatens it, against all its supporters."""
    assert Result(2, "checkmate") == begun(variant_of(game), "K h1 · B a1", MATED).result
    state = begun(poly(game), "K h1 · B a1", MATED)
    assert ["h1g2"] == long_moves(state)
    assert ((10,), (10, 8)) == opened(state, "h1g2").faces()
    won = told(state, "h1g2[10-2+1]")
    assert {"g2": 1} == tokens(won)
    assert 1 == won.position.pieces[2].bit_count()
    assert Result(2, "royal-captured") == told(state, "h1g2[1-10+8]").result


@pytest.mark.parametrize(
    ("game", "white", "black"),
    [
        ("nd-mccooey", "K h1 · B a1", "R g8 h8 i8 · K o8"),
        ("nd-wellisch", "G a1 · P h1", "Q c2 · G o8"),
        ("nd-anglojewish", "G h1 · B a1", "F h3 · G o8"),
    ],
)
def test_no_prerogative(game: str, white: str, black: str) -> None:
    """There is none where no threatening piece is in the royal's own move: a General's does not go across corners."""
    assert Result(2, "checkmate") == begun(poly(game), white, black).result
    assert Result(2, "checkmate") == begun(variant_of(game), white, black).result


# ---- pawn-like pieces that fight


@pytest.mark.parametrize(
    ("game", "move", "choices"),
    [
        ("nd-mccooey", "d10e12", "DRSU"),
        ("nd-anglojewish", "d10e12", "CFRS"),
        ("nd-altorth", "f12e12", "FHRV"),
        ("nd-wellisch", "n11o12", "QRV"),
        ("glinski", "f10e10", "BNQR"),
    ],
)
def test_winning_its_way_onto_the_last_cell(game: str, move: str, choices: str) -> None:
    """A piece that wins its way onto its last cell becomes what was named with the move; a beaten one does not."""
    rules = RULES[game]
    royal = "K" if "K" in rules.kinds else "G"
    at, target = move[:3], move[3:]
    home, there = ("a1", "l1") if rules.mirrored else ("a1", "o8" if not rules.rows else "h15")
    state = begun(poly(game), f"{royal} {home} · {rules.pawn} {at}", f"{royal} {there} · {choices[0]} {target}")
    assert set(choices) == {long[-1] for long in long_moves(state) if long.startswith(move)}
    for letter in choices:
        won = told(state, f"{move}={letter}[6-1]")
        piece = won.variant.piece(won.position, won.variant.board.cell(target))
        assert piece is not None
        assert (1, letter) == (piece.seat, piece.kind.letter)
        assert {target: 1} == tokens(won)
        lost = told(state, f"{move}={letter}[1-6]")
        piece = lost.variant.piece(lost.position, lost.variant.board.cell(target))
        assert piece is not None
        assert (2, choices[0]) == (piece.seat, piece.kind.letter)
        assert 1 == lost.position.pieces[1].bit_count()


@pytest.mark.parametrize(
    ("game", "origin", "target", "over", "taker"),
    [
        ("nd-wellisch", "b2", "d2", "c2", "d3"),
        ("nd-mccooey", "e3", "e5", "e4", "d5"),
        ("nd-altorth", "e3", "e5", "e4", "d4"),
        ("glinski", "e4", "e6", "e5", "d5"),
    ],
)
def test_en_passant_is_a_fight(game: str, origin: str, target: str, over: str, taker: str) -> None:
    """A piece attacked en passant fights: it falls, and its taker stands on the cell passed over, or falls."""
    rules = RULES[game]
    pawn, royal = rules.pawn, "K" if "K" in rules.kinds else "G"
    home, there = ("a1", "l6") if rules.mirrored else ("h1" if rules.rows else "o1", "h15" if rules.rows else "a8")
    state = begun(poly(game), f"{royal} {home} · {pawn} {origin}", f"{royal} {there} · {pawn} {taker}", rights=origin)
    state = told(state, f"{origin}{target}")
    assert ((6,), (6,)) == opened(state, f"{taker}{over}").faces()
    won = told(state, f"{taker}{over}[6-1]")
    assert {over: 1} == tokens(won)
    assert 1 == won.position.pieces[1].bit_count()
    lost = told(state, f"{taker}{over}[1-6]")
    assert {target: 1} == tokens(lost)
    assert 1 == lost.position.pieces[2].bit_count()


def rights(state: State) -> str:
    """The cells of pieces that have their first move, as the position's code tells."""
    fields = code_of(state.variant, state.position).split()
    return next((field.removeprefix("rights=") for field in fields if field.startswith("rights=")), "")


def test_a_double_step_kept_by_winning() -> None:
    """A Migrant keeps its double step by winning its way onto an allied start, and by a fight tied three times."""
    state = begun(poly("nd-altorth"), "G o1 · M c1", "G a8 · V d2", rights="c1")
    assert "d2" == rights(told(state, "c1d2[6-1]"))
    tied = told(state, "c1d2[1-2,1-2,1-2]")
    assert "c1" == rights(tied)
    assert {"c1c2", "c1c3"} <= set(long_moves(told(tied, "a8a7")))
    assert "" == rights(told(state, "c1d2[1-8]"))


def test_a_migrant_that_has_held_its_ground() -> None:
    """A Migrant attacked on its starting cell that wins, or is tied three times, has not moved."""
    state = begun(poly("nd-altorth"), "G o1 · M d2", "G a8 · V c3", turn=2, rights="d2")
    for dice in ("1-6", "1-2,1-2,1-2"):
        assert "d2" == rights(told(state, f"c3d2[{dice}]"))
    assert "" == rights(told(state, "c3d2[8-1]"))


# ---- castling pieces that fight


@pytest.mark.parametrize(
    ("white", "black", "fight", "castles"),
    [
        ("K h1 · R e1 k1", "K h15 · B k8", "k1k8[1-2,1-2,1-2]", "h1j1 h1f1"),
        ("K h1 · R e1 k1", "K h15 · B k8", "k1k8[1-6]", "h1f1"),
        ("K h1 · R e1 k1", "K h15 · B k8", "k1k8[6-1]", "h1f1"),
        ("K h1 · R e1 k1", "K h15 · B h2", "h1h2[1-2,1-2,1-2]", "h1j1 h1f1"),
        ("K h1 · R e1 k1", "K h15 · B h2", "h1h2[6-1]", ""),
        ("K h1 · R e1 o4", "K h15 · B k8", "o4o5", "h1f1"),
    ],
    ids=["rook tied", "rook beaten", "rook wins", "grandduke tied", "grandduke wins", "another moves"],
)
def test_castling_after_fights(white: str, black: str, fight: str, castles: str) -> None:
    """A Rook or Grandduke sent back after three ties has not moved; one that won or fell castles no more."""
    kept = "h1,e1,k1" if "k1" in white else "h1,e1"
    state = told(begun(poly("nd-mccooey"), white, black, rights=kept), fight)
    state = told(state, next(move for move in long_moves(state) if move.startswith("h15")))
    assert set(castles.split()) == {"h1j1", "h1f1"} & set(long_moves(state))


def test_tokens_of_castling_pieces() -> None:
    """Castling takes the tokens of both pieces along."""
    state = begun(poly("nd-mccooey"), "K h1 · R e1 k1", "K h15 · B k8", rights="h1,e1,k1", tokens="h1:2,k1:1")
    assert {"j1": 2, "i1": 1} == tokens(told(state, "h1j1"))


def test_no_castling_before_a_compulsory_attack() -> None:
    """While an attack on the enemy royal is due, castling is refused with that reason."""
    state = begun(poly("nd-mccooey"), "K h1 · R e1 k1 a8", "K h15", rights="h1,e1,k1")
    assert ["a8h15"] == long_moves(state)
    for text in ("O-O", "h1f1"):
        refusal = refused(state, MakeMove(1, move=text))
        assert isinstance(refusal, IllegalMove)
        assert "the compulsory attack comes first" in refusal.reason


def test_bare_royals_with_fights() -> None:
    """Two bare royals draw at once with fights, too, after an attacker has fallen as well."""
    assert Result(None, "insufficient") == begun(poly("nd-altorth"), "G h1", "G h15").result
    state = begun(poly("nd-altorth"), "G a1 · M e5", "G o8 · V f6")
    assert told_to_fight(state, "e5f6").result is None
    state = told(begun(poly("nd-altorth"), "G a1 · M e5", "G f6"), "e5f6[1-6]")
    assert Result(None, "insufficient") == state.result
