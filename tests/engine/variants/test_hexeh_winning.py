"""How a game of Hexeh is won."""

from __future__ import annotations

import pytest

from engine.play.commands import ClaimDraw, Command, MakeMove, Resign
from engine.play.refusals import GameOver
from engine.play.state import Await
from engine.rules.protocols import Result
from tests.engine.proposing import offer_draw
from tests.engine.support import after, done, long_moves, played, refused, setup


@pytest.mark.parametrize(
    ("piece", "origin"), [("G", "d6"), ("T", "c6"), ("P", "d5"), ("W", "c6"), ("E", "e6")], ids=list("GTPWE")
)
def test_capturing_the_empress(piece: str, origin: str) -> None:
    """Whatever piece captures the enemy empress wins at once."""
    army = f"E {origin}" if piece == "E" else f"E d1 · {piece} {origin}"
    state = played(setup(army, "E d7 · P a4"), f"{origin}d7")
    assert Result(1, "royal-captured") == state.result


def test_blue_wins_too() -> None:
    """Blue wins by capturing Red's empress."""
    assert Result(2, "royal-captured") == played(setup("E d1 · G a1", "E d7 · T d2", turn=2), "d2d1").result


def test_nothing_after_the_end() -> None:
    """After the capture no move is legal, and the game awaits nothing."""
    state = played(setup("E d1 · G d6", "E d7 · P a4"), "d6d7")
    assert [] == long_moves(state)
    assert Await.NOTHING is state.awaits


@pytest.mark.parametrize(
    "command", [MakeMove(1, move="d1d2"), MakeMove(2, move="a4"), Resign(2), offer_draw(1), ClaimDraw(2)]
)
def test_commands_after_the_end(command: Command) -> None:
    """A finished game refuses everything and says how it ended."""
    state = played(setup("E d1 · G d6", "E d7 · P a4"), "d6d7")
    refusal = refused(state, command)
    assert isinstance(refusal, GameOver)
    assert "This game is over: Red wins: the empress has fallen." == refusal.text


@pytest.mark.parametrize("seat", [1, 2])
@pytest.mark.parametrize("moves", ["", "b1c3"])
def test_resignation(seat: int, moves: str) -> None:
    """A player may resign at any time, on the move or not, and the other wins."""
    assert Result(3 - seat, "resignation") == done(after(moves), Resign(seat)).result


def test_both_empresses_attacked() -> None:
    """Who is to move captures first, whatever threatens."""
    state = setup("E d1 · T d6", "E d7 · T d2")
    assert Result(1, "royal-captured") == played(state, "d6d7").result


def test_empresses_may_meet() -> None:
    """An empress may capture the other, so one that steps beside her may be captured."""
    state = played(setup("E d4 · G a1", "E d6"), "d4d5", "d6d5")
    assert Result(2, "royal-captured") == state.result


def test_a_short_game() -> None:
    """A game may be won within a few moves when threats go unseen."""
    state = after("c2c3 a4a3 d2e5 g4g3 e5d6 g3g2 d6c6 b5b4 c6d7")
    assert Result(1, "royal-captured") == state.result
