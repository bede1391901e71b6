"""What the hexagonal chess games say against wrong moves, and what they show instead."""

from __future__ import annotations

import pytest

from engine.notation.moves import IllegalMove
from engine.play.commands import MakeMove
from engine.play.game import new_game
from engine.variants import variant_of
from tests.engine.support import begun, played, refused

MCCOOEY = variant_of("nd-mccooey")


def illegal(game: str, text: str, *moves: str) -> IllegalMove:
    """The refusal of a move after others from the array."""
    state = played(new_game(variant_of(game)), *moves)
    refusal = refused(state, MakeMove(state.turn, move=text))
    assert isinstance(refusal, IllegalMove), refusal
    return refusal


@pytest.mark.parametrize(
    ("game", "moves", "text", "reason"),
    [
        ("nd-wellisch", [], "d5f5", "a Point that begins on d5 has no double step"),
        ("nd-trios", [], "c2c4", "a Broker that begins on c2 has no double step"),
        ("nd-trios", [], "b1b3", "a Broker that begins on b1 has no double step"),
        ("mccooey", [], "Pf6", "a pawn that begins on f4 has no double step"),
        (
            "nd-mccooey",
            ["Bh6", "Bh10"],
            "h6h8",
            "the Broker on h6 has moved already, so it has no double step any more",
        ),
        ("nd-altorth", ["Mh6", "Mc9"], "Mh8", "the Migrant on h6 has moved already, so it has no double step any more"),
        ("nd-trios", [], "h6h8", "the Broker's way from h6 to h8 is blocked: h7 is occupied"),
    ],
)
def test_missed_double_steps(game: str, moves: list[str], text: str, reason: str) -> None:
    """A double step that a piece never had, or has no more, is refused with that; one in the way is named."""
    assert reason == illegal(game, text, *moves).reason


@pytest.mark.parametrize(
    ("game", "text", "reason"),
    [
        ("glinski", "Pxg5", "g5 is vacant, so there is nothing to take"),
        ("nd-altorth", "Mxc3", "c3 is vacant, so there is nothing to take"),
        ("nd-altorth", "dxe9", "none of your pieces on the d-file can reach e9"),
        ("nd-wellisch", "O-O", "there is no castling in this game"),
    ],
)
def test_short_reasons(game: str, text: str, reason: str) -> None:
    """A capture of nobody, a file without such a piece and a castling that the game has not take a few words."""
    assert reason == illegal(game, text).reason


def test_small_letters_that_are_no_line() -> None:
    """A small r, which names no row, is read as the Rook."""
    assert illegal("nd-wellisch", "rb5").reason.startswith("none of your Rooks can reach b5")


@pytest.mark.parametrize("game", ["glinski", "mccooey", "nd-altorth", "nd-mccooey", "nd-wellisch", "nd-anglojewish"])
def test_refusals_are_well_stopped(game: str) -> None:
    """No full stop stands before a semicolon, and none is doubled, whatever piece is sent wherever."""
    variant = variant_of(game)
    state = new_game(variant)
    for kind in variant.kinds:
        for name in variant.board.names[::7]:
            text = refused(state, MakeMove(1, move=f"{kind.letter}x{name}")).text
            assert ".;" not in text
            assert ".." not in text


@pytest.mark.parametrize(
    ("game", "text", "first"),
    [
        ("nd-altorth", "Mh8", "Mh7"),
        ("nd-mccooey", "Bh9", "Bh7"),
        ("glinski", "Ng6", "g6"),
        ("nd-wellisch", "Qc5", "V4d6"),
    ],
)
def test_nearby_moves_are_near(game: str, text: str, first: str) -> None:
    """The legal moves shown first are those to the cell, then those of the kind that end closest, then any close by."""
    assert first == illegal(game, text).nearest[0]


def test_castling_refused_shows_the_other() -> None:
    """Beside a castling that is refused stand the one that is open, then the Grandduke's steps."""
    state = begun(MCCOOEY, "K h1 · R k1 e1", "K h15 · R i14", rights="h1,k1,e1")
    refusal = refused(state, MakeMove(1, move="O-O"))
    assert isinstance(refusal, IllegalMove)
    assert "O-O-O" == refusal.nearest[0]
    assert {"Kg1", "Kg2", "Kh2"} == set(refusal.nearest[1:])
