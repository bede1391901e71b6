"""Check, mate and the draws of the hexagonal chess games for two."""

from __future__ import annotations

from fractions import Fraction

import pytest

from engine.movement.generator import movement_of
from engine.notation.describe import result_in_words
from engine.notation.moves import IllegalMove
from engine.play.commands import ClaimDraw, MakeMove
from engine.play.refusals import NothingToClaim
from engine.play.state import State
from engine.rules import in_check
from engine.rules.protocols import Result
from engine.variants import GAMES, choices_of, family_of, variant_of
from engine.variants.card import card_text
from tests.engine.nearly import RULES, struck
from tests.engine.support import begun, done, long_moves, names, placed, played, refused, targets

EVERY_GAME = pytest.mark.parametrize("game", RULES)
OFFICERS = [
    (game, letter) for game, rules in RULES.items() for letter in rules.kinds if letter not in {rules.pawn, "K", "G"}
]
MATES = {
    "nd-wellisch": ("G a1 · R h1 g1 · R i3", "G h15 · P a8", "i3i2"),
    "nd-mccooey": ("K a1 · R g1 i1 o1", "K h15 · B a8", "o1h8"),
    "nd-anglojewish": ("G a1 · F h12", "G h15 · B a8", "h12h13"),
    "nd-altorth": ("G a1 · R g1 i1 o1", "G h15 · M a8", "o1h8"),
    "nd-trios": ("K a1 · R g1 i1 o1", "K h15 · B a8", "o1h8"),
    "glinski": ("K a1 · R e1 g1 l1", "K f11 · P a6", "l1f6"),
    "mccooey": ("K a1 · R e1 g1 l1", "K f11 · P a6", "l1f6"),
}
STALEMATES = {
    "nd-wellisch": ("G a1 · R e1 g1 i2", "G h15", "e1e11"),
    "nd-mccooey": ("K a1 · R g1 i1 e11", "K h15", "e11f12"),
    "nd-anglojewish": ("G a1 · F h10 g12 i12", "G h15", "h10h11"),
    "nd-altorth": ("G a1 · R g1 i1 e11", "G h15", "e11f12"),
    "nd-trios": ("K a1 · R g1 i1 e11", "K h15", "e11f12"),
    "glinski": ("K a1 · R e1 g1 c7", "K f11", "c7d8"),
    "mccooey": ("K a1 · R e1 g1 c7", "K f11", "c7d8"),
}


def royals(game: str) -> tuple[str, str]:
    """The royals near two corners, far from the middle."""
    small, letter = RULES[game].mirrored, "K" if "K" in RULES[game].kinds else "G"
    return f"{letter} {'f1' if small else 'h1'}", f"{letter} {'f11' if small else 'h15'}"


def royal(game: str) -> str:
    """The letter of the royal."""
    return royals(game)[0][0]


def waits(game: str) -> tuple[str, str, str, str]:
    """Four moves that bring both royals to a neighbouring cell and back."""
    (white, black), there = (name[2:] for name in royals(game)), {"h1": "g1", "f1": "e1", "h15": "g14", "f11": "e10"}
    return f"{white}{there[white]}", f"{black}{there[black]}", f"{there[white]}{white}", f"{there[black]}{black}"


# ---- check


@pytest.mark.parametrize(("game", "letter"), OFFICERS)
def test_check(game: str, letter: str) -> None:
    """A royal is in check from every cell from which the officer could take it, and from no other."""
    rules, variant = RULES[game], variant_of(game)
    at = "f6" if rules.mirrored else "h8"
    for origin in rules.spots:
        if origin != at:
            position = placed(variant, f"{royal(game)} {at}", f"{letter} {origin}")
            attacked = at in struck(rules, rules.kinds[letter], 2, origin)
            assert attacked == in_check(movement_of(variant), position)


@EVERY_GAME
def test_royals_never_meet(game: str) -> None:
    """A royal never steps to a cell that the other royal attacks."""
    rules = RULES[game]
    at, there = ("f6", "f9") if rules.mirrored else ("h8", "h11")
    state = begun(variant_of(game), f"{royal(game)} {at} · {rules.pawn} a1", f"{royal(game)} {there}")
    kind = rules.kinds[royal(game)]
    near = struck(rules, kind, 1, at)
    assert near - struck(rules, kind, 2, there) == targets(state, at)


@pytest.mark.parametrize(
    ("game", "white", "black", "move", "reason"),
    [
        ("nd-mccooey", "K h8 · U h9", "K h15 · R h12", "h9i10", "your Grandduke on h8 attacked by the Rook on h12"),
        ("nd-trios", "K h8 · S i9", "K h15 · D j10", "i9i12", "your Grandduke on h8 attacked by the Duchess on j10"),
        ("nd-altorth", "G h8 · V h9", "G h15 · F h12", "h9i10", "your General on h8 attacked by the Forerook on h12"),
        (
            "nd-anglojewish",
            "G h8 · S h9 · B i7",
            "G h15 · F j8",
            "h9i11",
            "your General on h8 attacked by the Finch on j8",
        ),
        (
            "nd-anglojewish",
            "G h8 · S h9 · B i7",
            "G h15 · F j8",
            "i7i8",
            "your General on h8 attacked by the Finch on j8",
        ),
        ("nd-wellisch", "G h8 · V h10", "G h15 · R h13", "h10j11", "your General on h8 attacked by the Rook on h13"),
        ("nd-wellisch", "G h8 · V h10", "G h15 · V j9", "h10j11", "your General on h8 attacked by the Vicbaba on j9"),
        ("glinski", "K f6 · N f8", "K a6 · R f10", "f8g10", "your king on f6 attacked by the rook on f10"),
        ("mccooey", "K f6 · P g5", "K a6 · P e7", "g5g6", "your king on f6 attacked by the pawn on e7"),
    ],
)
def test_pins_and_checks_are_told(game: str, white: str, black: str, move: str, reason: str) -> None:
    """A move that leaves one's royal attacked is refused with the royal, its cell and the attacker."""
    refusal = refused(begun(variant_of(game), white, black), MakeMove(1, move=move))
    assert isinstance(refusal, IllegalMove)
    assert f"it would leave {reason}" == refusal.reason


@pytest.mark.parametrize("blockers", ["h9 i7", "h9 j7", "i9 i7", "i9 j7"])
def test_circuits_give_check_both_ways(blockers: str) -> None:
    """A Finch gives check round either side of its circuit; a piece on each side closes it."""
    variant = variant_of("nd-anglojewish")
    movement = movement_of(variant)
    for cell in blockers.split():
        assert in_check(movement, placed(variant, f"G h8 · B {cell}", "F j8"))
    assert not in_check(movement, placed(variant, f"G h8 · B {blockers}", "F j8"))


def test_a_check_along_a_circuit_is_answered() -> None:
    """One piece cannot close both ways of a circuit; the General steps away or the Finch is taken."""
    state = begun(variant_of("nd-anglojewish"), "G h8 · B h10 · S f11", "G h15 · F j8")
    assert {"g7", "g8", "h7"} & targets(state, "h8")
    assert {move for move in long_moves(state) if not move.startswith("h8")} <= {"f11j8"}


# ---- mate and stalemate


def ended(state: State) -> Result:
    """The result of a game that is over."""
    assert state.result is not None
    return state.result


@EVERY_GAME
def test_checkmate(game: str) -> None:
    """A royal in check without a legal move is mated, White's and Black's alike."""
    white, black, move = MATES[game]
    state = begun(variant_of(game), white, black)
    assert state.result is None
    assert Result(1, "checkmate") == ended(played(state, move))
    assert [] == long_moves(played(state, move))
    turned = RULES[game].opposite
    groups = [group.split() for group in white.split("·")]
    attackers = " · ".join(" ".join([letter, *map(turned, cells)]) for letter, *cells in groups)
    mated = begun(variant_of(game), f"{black[0]} {turned(black.split()[1])}", attackers, turn=2)
    origin, target = move_cells(move)
    assert Result(2, "checkmate") == ended(played(mated, turned(origin) + turned(target)))


def move_cells(move: str) -> tuple[str, str]:
    """The origin and the target of a long move."""
    cut = 3 if move[2].isdigit() else 2
    return move[:cut], move[cut:]


@EVERY_GAME
def test_stalemate(game: str) -> None:
    """A player not in check without a legal move draws, in the base games, too."""
    white, black, move = STALEMATES[game]
    state = begun(variant_of(game), white, black)
    assert state.result is None
    assert Result(None, "stalemate") == ended(played(state, move))


@pytest.mark.parametrize(
    ("armies", "move", "turn", "shares"),
    [
        (STALEMATES["glinski"][:2], "c7d8", 1, (Fraction(3, 4), Fraction(1, 4))),
        (("K f1", "K h2 · B f6"), "h2f3", 2, (Fraction(1, 4), Fraction(3, 4))),
    ],
)
def test_stalemate_in_quarters(
    armies: tuple[str, str], move: str, turn: int, shares: tuple[Fraction, Fraction]
) -> None:
    """With `stalemate=three-quarters` the player who stalemates scores ¾, with fights, too."""
    for options in ({}, {"combat": "poly"}, {"goal": "hill"}):
        variant = variant_of("glinski", {"stalemate": "three-quarters", **options})
        result = ended(played(begun(variant, *armies, turn=turn), move))
        assert Result(None, "stalemate", shares) == result
    words = "stalemate: White ¾, Black ¼" if turn == 1 else "stalemate: White ¼, Black ¾"
    assert words == result_in_words(variant, result)


@pytest.mark.parametrize(
    ("value", "words", "others"),
    [
        ("draw", "and the game is drawn.", "one quarter of a point"),
        ("three-quarters", "scores one quarter of a point; the opponent scores three quarters.", "Stalemate is a draw"),
    ],
)
def test_the_card_says_what_stalemate_scores(value: str, words: str, others: str) -> None:
    """The rules card states the rule as chosen, and nothing that holds for the other choice alone."""
    text = " ".join(card_text(variant_of("glinski", {"stalemate": value})).split())
    assert words in text
    assert others not in text
    assert ("the option `stalemate=three-quarters`" in text) is (value == "draw")


def test_stalemate_in_quarters_is_no_game_of_its_own() -> None:
    """It is rated with the game, and playable with fights and goals."""
    chosen = {"stalemate": "three-quarters"}
    assert "glinski" == family_of(GAMES["glinski"], chosen)
    assert "stalemate" in [option.name for option in choices_of(GAMES["glinski"])]
    assert (("stalemate", "three-quarters"),) == variant_of("glinski", chosen).options


# ---- draws


@EVERY_GAME
def test_two_bare_royals(game: str) -> None:
    """Two royals alone are a draw at once; with any piece beside them the game goes on."""
    white, black = royals(game)
    assert Result(None, "insufficient") == ended(begun(variant_of(game), white, black))
    rules = RULES[game]
    for letter in set(rules.kinds) - {royal(game)}:
        piece = f"{letter} {'d5' if rules.mirrored else 'e6'}"
        assert begun(variant_of(game), f"{white} · {piece}", black).result is None
        assert begun(variant_of(game), white, f"{black} · {piece}").result is None


@EVERY_GAME
def test_bare_after_a_capture(game: str) -> None:
    """The capture of the last piece beside the royals draws the game by itself."""
    rules = RULES[game]
    at, beside = ("f6", "f7") if rules.mirrored else ("h8", "h9")
    state = begun(variant_of(game), f"{royal(game)} {at}", f"{royals(game)[1]} · {rules.pawn} {beside}")
    assert Result(None, "insufficient") == ended(played(state, f"{at}{beside}"))


@EVERY_GAME
def test_repetition(game: str) -> None:
    """The third occurrence of a position may be claimed by either player, not before, and does not end the game."""
    white, black = royals(game)
    state = begun(variant_of(game), f"{white} · {RULES[game].pawn} a1", black)
    state = played(state, *waits(game))
    assert isinstance(refused(state, ClaimDraw(1)), NothingToClaim)
    state = played(state, *waits(game))
    assert state.result is None
    for seat in (1, 2):
        assert Result(None, "claim-repetition") == ended(done(state, ClaimDraw(seat)))
    assert played(state, *waits(game), *waits(game), *waits(game)).result is None


@pytest.mark.parametrize(("taker", "counts"), [("B a8", True), ("B d5", False)])
def test_repetition_after_a_double_step(taker: str, *, counts: bool) -> None:
    """The position after a double step counts like later ones, unless an enemy may take en passant in it."""
    white, black = royals("nd-mccooey")
    state = begun(variant_of("nd-mccooey"), f"{white} · B e3", f"{black} · {taker}", rights="e3")
    there = waits("nd-mccooey")
    round_trip = (there[1], there[0], there[3], there[2])
    state = played(state, "e3e5", *round_trip, *round_trip)
    if counts:
        assert Result(None, "claim-repetition") == ended(done(state, ClaimDraw(2)))
    else:
        assert isinstance(refused(state, ClaimDraw(2)), NothingToClaim)
        assert Result(None, "claim-repetition") == ended(done(played(state, *round_trip), ClaimDraw(2)))


@EVERY_GAME
def test_fifty_moves(game: str) -> None:
    """After 50 moves each without a capture or a pawn-like move a draw may be claimed, and is not forced."""
    white, black = royals(game)
    there = waits(game)
    state = begun(variant_of(game), f"{white} · {RULES[game].pawn} a1", black, turn=2, quiet="50,49")
    assert "49 of 50" in refused(state, ClaimDraw(2)).text
    quiet = played(state, there[1])
    assert quiet.result is None
    assert Result(None, "claim-50") == ended(done(quiet, ClaimDraw(1)))
    step = next(move for move in long_moves(quiet) if move.startswith("a1"))
    assert (0, 0, 0) == played(quiet, step).position.quiet
    late = begun(variant_of(game), f"{white} · {RULES[game].pawn} a1", black, quiet="99,99")
    assert played(late, there[0]).result is None


@EVERY_GAME
def test_captures_restart_the_count(game: str) -> None:
    """A capture restarts the count of quiet moves."""
    rules = RULES[game]
    at, beside = ("f6", "f7") if rules.mirrored else ("h8", "h9")
    pieces = f"{royal(game)} {at} · {rules.pawn} a1", f"{royals(game)[1]} · {rules.pawn} {beside}"
    state = begun(variant_of(game), *pieces, quiet="9,9")
    assert (0, 0, 0) == played(state, f"{at}{beside}").position.quiet


@EVERY_GAME
def test_the_card_tells_the_rulings(game: str) -> None:
    """The rules card tells how the game ends, what may be claimed and what is reconstructed."""
    text = card_text(variant_of(game))
    for words in ("checkmated", "stalemate", "third time", "50 moves", "drawn at once", "Double step", "en passant"):
        assert words in text
    assert ("reconstructed" in text) == (game[:3] == "nd-")
    assert ("Castling:" in text) == (game in {"nd-mccooey", "nd-trios"})
    assert names("White Black") <= set(text.replace(".", " ").split())
