"""Refusals explain themselves in the words of the rules, and show what is legal nearby."""

from __future__ import annotations

import pytest

from engine.notation.moves import IllegalMove, UnreadableMove
from engine.play.commands import MakeMove
from engine.play.referee import sheet
from engine.play.state import State
from tests.engine.support import STRAIGHT, after, begun, refused, setup
from tests.engine.toys import CHECK

OPENING = after("")


def illegal(state: State, text: str) -> IllegalMove:
    """The refusal of a move that can be read but not played."""
    refusal = refused(state, MakeMove(state.turn, move=text))
    assert isinstance(refusal, IllegalMove), refusal
    return refusal


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("c1c3", "the prowler can't get from c1 to c3: c2 is in the way"),
        ("Pcc3", "the prowler can't get from c1 to c3: c2 is in the way"),
        ("d2a2", "the wizard can't get from d2 to a2: c2 is in the way"),
        ("We5", "the wizard can't get from d2 to e5: c2 is in the way"),
        ("d1d2", "your own wizard is on d2"),
        ("Ed2", "your own wizard is on d2"),
        ("d2d2", "the wizard is on d2 already"),
        ("d7d6", "the empress on d7 is Blue's, not yours"),
        ("a4a3", "the guard on a4 is Blue's, not yours"),
        ("d4d5", "d4 is empty"),
        ("Td4d5", "d4 is empty"),
        ("Ph1", "there's no cell h1 on this board"),
        ("a9a1", "there's no cell a9 on this board"),
        ("Td2c3", "your piece on d2 is a wizard, not a traveler"),
        ("Pac3", "you have no prowler on the a-file"),
        ("P7c3", "you have no prowler in row 7"),
        ("Wxb2", "the wizard can't get from d2 to b2: c2 is in the way"),
        ("Gaxa2", "a2 is empty, so there's nothing to take"),
        ("Tbxc3", "c3 is empty, so there's nothing to take"),
        ("b1xc3", "c3 is empty, so there's nothing to take"),
        ("b1:c3", "c3 is empty, so there's nothing to take"),
    ],
)
def test_reasons_in_the_array(text: str, reason: str) -> None:
    """Each refusal in the array gives its reason."""
    assert reason == illegal(OPENING, text).reason


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("a1a3", ["the guard on a1 can't go to a3", "one step"]),
        ("d2d4", ["the wizard on d2 can't go to d4", "never along a file"]),
        ("d1d4", ["the empress on d1 can't go to d4", "one step"]),
        ("c1d1", ["your own empress is on d1"]),
        ("c1c4", ["the prowler on c1 can't go to c4", "exactly two steps away"]),
        ("b1d4", ["the traveler on b1 can't go to d4", "colour"]),
    ],
)
def test_no_such_way(text: str, parts: list[str]) -> None:
    """A move that the piece does not have is refused with what it does."""
    reason = illegal(OPENING, text).reason
    assert parts == [part for part in parts if part in reason]


PROMOTING = setup("E d1 · G d6", "E g4", lost="WP,")


@pytest.mark.parametrize(
    ("state", "text", "reason"),
    [
        (OPENING, "Zd4", "no piece has the letter Z. The letters are E empress, W wizard, P prowler, T traveler"),
        (OPENING, "G=W", "you have no guard that can promote that way"),
        (setup("E d1 · P d2", "E d7"), "Wd4", "you have no wizard"),
        (setup("E d1 · P d2", "E d7"), "Pxd4", "d4 is empty, so there's nothing to take"),
        (setup("E d1 · G d4", "E d7 · P d3"), "d4d3", "only forward, forward-left or forward-right"),
        (setup("E a1 · T d1 · G c2 e2", "E d7"), "d1d4", "the traveler on d1 has no free path of its colour to d4"),
        (begun(STRAIGHT, "E d2 · T a1 · G c5", "E d6 · P g4"), "a1d7", "get from a1 to d7: c5 is in the way"),
        (PROMOTING, "Gd7=T", "it can become a prowler or wizard, not a traveler"),
        (PROMOTING, "d6d7=E", "it can become a prowler or wizard, not an empress"),
        (setup("E d1 · G d6", "E g4"), "Gd7=W", "that move doesn't promote"),
        (setup("E d1 · G d5", "E g4", lost="W,"), "Gd6=W", "that move doesn't promote"),
        (setup("E d1 · P d5", "E g4", lost="W,"), "Pd7=W", "a prowler never promotes"),
        (begun(CHECK, "K e1 · N e3", "K a8 · R e8"), "Nc4", "leave your king on e1 attacked by the rook on e8"),
    ],
)
def test_reasons_elsewhere(state: State, text: str, reason: str) -> None:
    """Each refusal gives its reason in the words of the rules."""
    assert reason in illegal(state, text).reason


@pytest.mark.parametrize("text", ["c1d3", "Pcd3", "d2a2", "Pd3", "Gaxa2", "a1a3", "Pac3", "Bd3"])
def test_nearest_moves_are_legal(text: str) -> None:
    """The moves shown beside a refusal are at most five, legal, and read back."""
    near = illegal(OPENING, text).nearest
    assert 0 < len(near) <= 5
    for short in near:
        assert isinstance(sheet(OPENING).read(short), tuple)
        assert short in illegal(OPENING, text).text


def test_nearest_moves_share_mover_or_target() -> None:
    """Beside a refused move stand those to its cell and those of its piece."""
    assert {"Gcd3", "Ged3"} <= set(illegal(OPENING, "c1d3").nearest)
    assert {"Ga2", "Gab2"} <= set(illegal(OPENING, "a1a3").nearest)


def test_several_movers_each_with_a_reason() -> None:
    """When several pieces might be meant, each has its reason, parted by semicolons and free of stray full stops."""
    reason = illegal(OPENING, "Pd3").reason
    assert "c1 to d3: c2 and d2" in reason
    assert "e1 to d3: d2 and e2" in reason
    for text in ("Gd7", "Gd7=W", "Pd3", "Td4"):
        assert ".;" not in illegal(OPENING, text).text


def test_unreadable_shows_examples() -> None:
    """A text that is no move is told so, with legal moves as examples."""
    refusal = refused(OPENING, MakeMove(1, move="hello"))
    assert isinstance(refusal, UnreadableMove)
    assert "“hello” isn't a move." in refusal.text
    assert 3 == len(refusal.examples)
    assert all(isinstance(sheet(OPENING).read(example), tuple) for example in refusal.examples)
