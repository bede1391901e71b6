"""Imperial's hierarchy of captures and its two exceptions."""

from __future__ import annotations

import pytest

from engine.notation.moves import IllegalMove
from engine.notation.position_code import code_of, position_of
from engine.play.commands import MakeMove
from engine.variants import variant_of
from tests.engine.support import begun, long_moves, played, refused, targets

IMPERIAL = variant_of("imperial")
LEVELS = {"K": 1, "Q": 1, "D": 2, "E": 2, "N": 3, "G": 3, "P": 4}
TAKERS = {"Q": "g3", "D": "f4", "E": "f4", "N": "d3", "G": "e4", "P": "f4"}
SPARE = "P c5"


@pytest.mark.parametrize("taker", "QDENGP")
@pytest.mark.parametrize("victim", "QDENGP")
def test_alone(taker: str, victim: str) -> None:
    """A piece alone takes those of its own level and below, and none above."""
    origin = TAKERS[taker]
    spare = "P a2" if taker != "P" else "G a3"
    state = begun(IMPERIAL, f"K a1 · {taker} {origin} · {spare}", f"K m7 · {victim} g5")
    assert (LEVELS[taker] <= LEVELS[victim]) == ("g5" in targets(state, origin))


@pytest.mark.parametrize("victim", "QDENGP")
def test_king_takes_alone(victim: str) -> None:
    """A King takes any piece alone if nothing attacks it there."""
    assert "g5" in targets(begun(IMPERIAL, f"K f4 · {SPARE}", f"K m9 · {victim} g5"), "f4")


@pytest.mark.parametrize("taker", "DENGP")
@pytest.mark.parametrize("victim", "QDENG")
def test_with_help(taker: str, victim: str) -> None:
    """A piece takes any higher one if another piece of its side attacks the cell, and so may that other piece."""
    origin = TAKERS[taker]
    state = begun(IMPERIAL, f"K a1 · {taker} {origin} · P f5", f"K m9 · {victim} g5")
    assert "g5" in targets(state, origin)
    assert "g5" in targets(state, "f5")


@pytest.mark.parametrize("turn", [1, 2])
def test_help_for_both_sides(turn: int) -> None:
    """Black's Pawns take a Dragon with each other's help as White's do."""
    white, black = ("P f4 f5", "D g5") if turn == 1 else ("D g5", "P h5 h6")
    state = begun(IMPERIAL, f"K a1 · {white}", f"K m9 · {black}", turn=turn)
    assert {"f4g5", "f5g5"} if turn == 1 else {"h5g5", "h6g5"} <= set(long_moves(state))


def test_help_from_the_king() -> None:
    """The King, too, is a second attacker."""
    state = begun(IMPERIAL, "K g4 · P f5", "K m9 · E g5")
    assert "f5g5" in long_moves(state)
    assert "f5g5" not in long_moves(begun(IMPERIAL, "K g3 · P f5", "K m9 · E g5"))


def test_help_must_reach() -> None:
    """A piece whose way to the cell is blocked does not help."""
    assert "f5g5" in long_moves(begun(IMPERIAL, "K a1 · P f5 · E g2", "K m9 · D g5"))
    assert "f5g5" not in long_moves(begun(IMPERIAL, "K a1 · P f5 g3 · E g2", "K m9 · D g5"))


def test_no_help_through_the_taker() -> None:
    """A piece behind the taker on its line attacks nothing before the capture and does not help."""
    assert "f4g5" not in long_moves(begun(IMPERIAL, "K a1 · P f4 · D e3", "K m9 · Q g5"))
    assert "e3g5" not in long_moves(begun(IMPERIAL, "K a1 · P f4 · D e3", "K m9 · Q g5"))


def test_pinned_help() -> None:
    """A pinned piece still counts as the second attacker, though it may not itself take."""
    state = begun(IMPERIAL, "K a2 · N c3 · P e5", "K m9 · Q k7 · D f5")
    assert "e5f5" in long_moves(state)
    assert "f5" not in targets(state, "c3")


def test_no_enemy_help() -> None:
    """The victim's own side does not help to take it."""
    assert "f4g5" not in long_moves(begun(IMPERIAL, "K a1 · P f4", "K m9 · D g5 · N j6"))


# ---- the victim that has just captured

RAID = ("K a2 · P e5 · N f5", "K m9 · D h7 · P j5")


def test_protection_forfeit() -> None:
    """A piece that has just made a capture is taken alone by any piece that reaches it."""
    state = played(begun(IMPERIAL, *RAID, turn=2), "h7f5")
    assert "captor=f5" in code_of(IMPERIAL, state.position)
    assert "e5f5" in long_moves(state)


def test_protection_back() -> None:
    """One move later its protection is back."""
    state = played(begun(IMPERIAL, *RAID, turn=2), "h7f5", "a2a3", "m9m8")
    assert "captor" not in code_of(IMPERIAL, state.position)
    assert "e5f5" not in long_moves(state)


def test_protection_of_others_stays() -> None:
    """A capture forfeits the captor's protection alone, not that of its companions."""
    state = played(begun(IMPERIAL, "K a2 · P e5 g8 · N f5", "K m9 · D h7 h9", turn=2), "h7f5")
    assert "e5f5" in long_moves(state)
    assert "g8h9" not in long_moves(state)


def test_no_forfeit_by_a_quiet_move() -> None:
    """A piece that moves without a capture keeps its protection."""
    assert "e5f5" not in long_moves(played(begun(IMPERIAL, "K a2 · P e5", "K m9 · D h7", turn=2), "h7f5"))


def test_forfeit_by_a_capture_en_passant() -> None:
    """A capture en passant forfeits protection like any other; the captor stands on the cell passed over."""
    state = played(begun(IMPERIAL, "K a1 · P d3", "K m9 · P f4"), "d3f5", "f4e4")
    assert IMPERIAL.board.cell("e4") == state.position.captor


def test_forfeit_is_part_of_the_code() -> None:
    """A position code remembers who has just captured."""
    state = played(begun(IMPERIAL, *RAID, turn=2), "h7f5")
    assert state.position == position_of(IMPERIAL, code_of(IMPERIAL, state.position))
    assert "e5f5" in long_moves(begun(IMPERIAL, "K a2 · P e5", "K m9 · D f5", captor="f5"))


# ---- what the referee says


@pytest.mark.parametrize(
    ("taker", "victim", "words"),
    [
        ("P", "D", "a pawn cannot take a dragon alone"),
        ("G", "Q", "a guard cannot take a queen alone"),
        ("N", "D", "a knight cannot take a dragon alone"),
    ],
)
def test_refusal(taker: str, victim: str, words: str) -> None:
    """The refusal names both pieces and says that neither excuse is there."""
    origin = TAKERS[taker]
    spare = "P a2" if taker != "P" else "G a3"
    state = begun(IMPERIAL, f"K a1 · {taker} {origin} · {spare}", f"K m9 · {victim} g5")
    refusal = refused(state, MakeMove(1, move=f"{origin}g5"))
    name = words.split()[5]
    assert isinstance(refusal, IllegalMove)
    expected = f"{words}: no second piece of yours attacks g5, and the {name} has not just captured"
    assert expected in refusal.text.lower()


def test_refusal_in_other_spellings() -> None:
    """However the capture is written, the referee gives the same reason."""
    state = begun(IMPERIAL, "K a1 · P f4 · G a3", "K m9 · D g5")
    for text in ("f4g5", "Pg5", "Pxg5", "f4xg5", "pf4xg5"):
        assert "no second piece of yours attacks g5" in refused(state, MakeMove(1, move=text)).text


def test_articles() -> None:
    """A refusal has the article that the piece's name takes."""
    state = begun(IMPERIAL, "K a1 · E f4 · P a2", "K m9 · Q g5")
    assert "an elephant cannot take a queen alone" in refused(state, MakeMove(1, None, "f4g5")).text.casefold()
