"""Check, mate and the draws of Imperial."""

from __future__ import annotations

import pytest

from engine.movement.generator import movement_of
from engine.play.commands import ClaimDraw, MakeMove
from engine.play.refusals import NothingToClaim
from engine.play.state import State
from engine.rules import in_check
from engine.rules.protocols import Result
from engine.variants import variant_of
from tests.engine.support import begun, done, long_moves, names, placed, played, refused, targets

IMPERIAL = variant_of("imperial")
ALONE = {"Q": "g3", "D": "f4", "E": "f4", "N": "d3", "G": "e4", "P": "h5"}
AROUND = "g4 g6 h5 h6 f4 f5"


def checked(black: str) -> bool:
    """Whether White's King on G5 is in check from these pieces."""
    position = placed(IMPERIAL, "K g5", f"{black} · K m9" if "K" not in black else black)
    return in_check(movement_of(IMPERIAL), position)


# ---- check


@pytest.mark.parametrize("letter", "QDENGP")
def test_check_by_one(letter: str) -> None:
    """Of the pieces that attack a King alone, the Queen gives check and no lower one does."""
    assert (letter == "Q") == checked(f"{letter} {ALONE[letter]}")


def test_check_by_a_king() -> None:
    """A King beside a King attacks it."""
    assert checked("K g6")
    assert not checked("K g7")


@pytest.mark.parametrize(
    "black", ["P h5 h6", "D f4 · P h5", "E f4 · N d3", "N d3 · G e4", "G e4 i6", "D h5 · E h6", "G e4 · N d3 · P h6"]
)
def test_check_by_two(black: str) -> None:
    """Any two pieces that attack a King give check."""
    assert checked(black)


def test_no_check_from_behind() -> None:
    """A second piece whose line is blocked does not help to give check."""
    assert not checked("D f4 e3")
    assert checked("D f4 · E g2")
    assert not checked("D f4 · E g2 · P g3")


@pytest.mark.parametrize("letter", "QDENGP")
def test_check_of_a_king_that_has_captured(letter: str) -> None:
    """Any one piece could take a King that has just captured, but a lower one not a King whose companion has."""
    for captor in ("g5", "c1"):
        position = placed(IMPERIAL, "K g5 · P c1", f"K m9 · {letter} {ALONE[letter]}", turn=2, captor=captor)
        able = movement_of(IMPERIAL).attackers(position, IMPERIAL.board.cell("g5"), position.pieces[2], able=True)
        assert (letter == "Q" or captor == "g5") == bool(able)


def test_pinned_pieces_give_check() -> None:
    """A pinned piece still counts as the second attacker of a King, though it could not itself take there."""
    assert in_check(movement_of(IMPERIAL), placed(IMPERIAL, "K g5 · Q d1", "K d6 · N d4 · E g8"))
    assert set() == targets(begun(IMPERIAL, "K m9 · Q d1 · P g5", "K d6 · N d4 · E g8", turn=2), "d4")


# ---- the King's moves


def test_king_steps_beside_a_lower_piece() -> None:
    """A King not in check may step to a cell that one lower piece alone attacks."""
    state = begun(IMPERIAL, "K g5 · P c1", "K m9 · G i5")
    assert names(AROUND) == targets(state, "g5")


def test_king_steps_beside_two() -> None:
    """A King may not step to a cell that two pieces attack."""
    state = begun(IMPERIAL, "K g5 · P c1", "K m9 · G i5 · E g1")
    assert names("g6 h5 h6 f4 f5") == targets(state, "g5")


def test_king_steps_beside_a_queen() -> None:
    """A King may not step to a cell that a Queen attacks."""
    state = begun(IMPERIAL, "K g5 · P c1", "K m9 · Q h2")
    assert names("g4 g6 f4 f5") == targets(state, "g5")


def test_kings_never_meet() -> None:
    """A King may not step beside the other King."""
    assert names("g4 h5 h6 f4 f5") == targets(begun(IMPERIAL, "K g5 · P c1", "K g7"), "g5")
    refusal = refused(begun(IMPERIAL, "K g5 · P c1", "K g7"), MakeMove(1, move="g5g6"))
    assert "the king on g7 could then take your king" in refusal.text


def test_king_that_captures() -> None:
    """A King that captures must land where nothing attacks it."""
    assert "h5" in targets(begun(IMPERIAL, "K g5 · P c1", "K m9 · D i5"), "g5")
    assert "h5" in targets(begun(IMPERIAL, "K g5 · P c1", "K m9 · G h5"), "g5")
    state = begun(IMPERIAL, "K g5 · P c1", "K m9 · G h5 · D i5")
    assert "h5" not in targets(state, "g5")
    assert "the dragon on i5 could then take your king" in refused(state, MakeMove(1, move="g5h5")).text


def test_king_out_of_check() -> None:
    """A King in check must go to a cell that nothing attacks."""
    state = begun(IMPERIAL, "K g5 · P c1", "K m9 · Q k7 · G i5")
    assert names("g6 h5 f4 f5") == targets(state, "g5")
    refusal = refused(state, MakeMove(1, move="g5g4"))
    assert "your king is in check, so it must go where nothing attacks it" in refusal.text
    assert "the guard on i5" in refusal.text


def test_king_goes_on_along_the_line() -> None:
    """A King in check may not go back along the line of the piece that gives it."""
    assert names("h5 h6 f4 f5") == targets(begun(IMPERIAL, "K g5 · P c1", "K m9 · Q g2"), "g5")


def test_check_answered_by_taking_one_of_two() -> None:
    """Of two lower attackers it is enough to take one, though the other goes on attacking."""
    state = begun(IMPERIAL, "K g5 · Q d1", "K m9 · N d3 · G e4")
    assert "d1d3" in long_moves(state)
    assert names("d1d3") == {move for move in long_moves(state) if not move.startswith("g5")}


def test_check_answered_by_blocking() -> None:
    """A check along a line is answered by a piece between."""
    state = begun(IMPERIAL, "K g5 · P f3", "K m9 · Q g2")
    assert {"f3g3", "f3g4"} == {move for move in long_moves(state) if not move.startswith("g5")}


def test_pin() -> None:
    """A piece may not leave the line between its King and a Queen, but may leave that of a lower piece alone."""
    assert set() == targets(begun(IMPERIAL, "K g5 · N g7", "K m9 · Q g9"), "g7")
    assert set() != targets(begun(IMPERIAL, "K g5 · N g7 · P c1", "K m9 · E g9"), "g7")
    assert set() == targets(begun(IMPERIAL, "K g5 · N g7 · P c1", "K m9 · E g9 · G i6"), "g7")


# ---- mate


def ended(state: State) -> Result:
    """The result of a game that is over."""
    assert state.result is not None
    return state.result


def test_mate_by_a_queen() -> None:
    """A Queen that attacks the King and is protected mates in the corner."""
    state = played(begun(IMPERIAL, "K a1 · P g5", "K m9 · Q b4 · D d4", turn=2), "b4b2")
    assert Result(2, "checkmate") == ended(state)


def test_no_mate_by_an_unprotected_queen() -> None:
    """A Queen that nothing protects is taken by the King."""
    assert ["a1b2"] == long_moves(played(begun(IMPERIAL, "K a1 · P g5", "K m9 · Q b4", turn=2), "b4b2"))


def test_mate_by_lower_pieces() -> None:
    """Two lower pieces mate together, a third guarding the other cells."""
    assert Result(2, "checkmate") == ended(begun(IMPERIAL, "K a1 · P g5", "K m9 · E a3 b4 · G c2"))
    assert begun(IMPERIAL, "K a1 · P g5", "K m9 · E a3 b4 · G c4").result is None


def test_mate_of_black() -> None:
    """White mates in the same way."""
    state = played(begun(IMPERIAL, "K a1 · Q l6 · D j6", "K m9 · P e5"), "l6l8")
    assert Result(1, "checkmate") == ended(state)


def test_stalemate() -> None:
    """A player not in check without a legal move draws."""
    assert Result(None, "stalemate") == ended(begun(IMPERIAL, "K a1", "K m9 · Q b3"))
    assert begun(IMPERIAL, "K a1 · P g5", "K m9 · Q b3").result is None


# ---- draws


@pytest.mark.parametrize(
    ("white", "black", "drawn"),
    [
        ("", "", True),
        ("D c1", "", True),
        ("", "E k9", True),
        ("D c1", "E k9", True),
        ("N c1", "G k9", True),
        ("G c1", "G k9", True),
        ("N c1 · D c2", "", False),
        ("G c1", "N k9 · G k8", False),
        ("P c1", "", False),
        ("", "P k9", False),
        ("P c1", "D k9", False),
        ("Q c1", "", False),
        ("D c1", "Q k5", False),
    ],
)
def test_insufficient_force(white: str, black: str, *, drawn: bool) -> None:
    """Without Queens and Pawns, and with at most one piece beside each King, the game is drawn at once."""
    state = begun(IMPERIAL, " · ".join(filter(None, ("K a2", white))), " · ".join(filter(None, ("K m8", black))))
    assert (Result(None, "insufficient") if drawn else None) == state.result


def test_insufficient_after_a_capture() -> None:
    """The capture of the last Pawn draws the game by itself."""
    state = played(begun(IMPERIAL, "K a2 · D f4", "K m8 · P g5"), "f4g5")
    assert Result(None, "insufficient") == ended(state)


def test_repetition() -> None:
    """The third occurrence of a position may be claimed, not before."""
    state = begun(IMPERIAL, "K a1 · P c1", "K m9")
    there_and_back = ("a1a2", "m9m8", "a2a1", "m8m9")
    state = played(state, *there_and_back)
    assert isinstance(refused(state, ClaimDraw(1)), NothingToClaim)
    state = played(state, *there_and_back)
    assert state.result is None
    assert Result(None, "claim-repetition") == ended(done(state, ClaimDraw(1)))
    assert Result(None, "claim-repetition") == ended(done(state, ClaimDraw(2)))


def test_fifty_moves() -> None:
    """After 50 moves by each side without a capture or pawn move a draw may be claimed."""
    state = begun(IMPERIAL, "K a1 · P c1", "K m9", turn=2, quiet="50,49")
    assert isinstance(refused(state, ClaimDraw(2)), NothingToClaim)
    quiet = played(state, "m9m8")
    assert quiet.result is None
    assert Result(None, "claim-50") == ended(done(quiet, ClaimDraw(1)))
    assert (0, 0, 0) == played(quiet, "c1d1").position.quiet


def test_captures_restart_the_count() -> None:
    """A capture restarts the count of quiet moves."""
    state = played(begun(IMPERIAL, "K a1 · P c1 · D f4", "K m9 · N g5", quiet="49,49"), "f4g5")
    assert (0, 0, 0) == state.position.quiet
