"""How guards, prowlers and empresses move."""

from __future__ import annotations

import pytest

from tests.engine.support import after, long_moves, names, setup, targets

AROUND = "c3 c4 d3 d5 e3 e4"


def test_guard_moves() -> None:
    """A guard moves one step in any of the six directions."""
    assert names(AROUND) == targets(setup("E g1 · G d4", "E d7"), "d4")


def test_guard_captures_forwards() -> None:
    """A guard captures forward, forward-left and forward-right alone."""
    assert names("c4 d5 e4") == targets(setup("E g1 · G d4", f"E d7 · P {AROUND}"), "d4")


def test_blue_guard_captures_forwards() -> None:
    """Blue's guards capture towards Red."""
    assert names("c3 d3 e3") == targets(setup(f"E g1 · P {AROUND}", "E d7 · G d4", turn=2), "d4")


def test_guard_beside_its_own() -> None:
    """A guard enters no cell of its own side."""
    assert set() == targets(setup(f"E g1 · G d4 · P {AROUND}", "E d7"), "d4")


def test_guard_on_the_edge() -> None:
    """A guard in a corner has the three steps that stay on the board."""
    assert names("a2 b1 b2") == targets(setup("E d1 · G a1", "E d7"), "a1")


def test_guard_has_no_double_step() -> None:
    """A guard goes one step from its first cell, too."""
    assert ["c2b2", "c2c3", "c2d3"] == [move for move in long_moves(after("")) if move.startswith("c2")]


def test_prowler_moves() -> None:
    """A prowler goes to the twelve cells exactly two steps away."""
    assert names("d6 d2 f4 b4 f2 b2 b3 f3 c2 c5 e2 e5") == targets(setup("E g1 · P d4", "E d7"), "d4")


def test_prowler_never_one_step() -> None:
    """A prowler never goes one step, not even to capture."""
    around = setup("E g1 · P d4", f"E d7 · P {AROUND}")
    assert set() == targets(around, "d4")
    assert not names(AROUND) & targets(setup("E g1 · P d4", "E d7"), "d4")


def test_prowler_on_the_edge() -> None:
    """From c1 a prowler has the six cells two away that the board holds."""
    assert names("a1 b2 c3 d3 e1 e2") == targets(setup("E g1 · P c1", "E d7"), "c1")


@pytest.mark.parametrize(("red", "blue"), [("E g1 · P c1 · G c2", "E d7"), ("E g1 · P c1", "E d7 · G c2")])
def test_prowler_straight_way(red: str, blue: str) -> None:
    """A piece of either side on the middle cell c2 closes the straight way c1–c3, but not the bent one to d3."""
    found = targets(setup(red, blue), "c1")
    assert "c3" not in found
    assert "d3" in found


@pytest.mark.parametrize("between", ["c2", "d2"])
def test_prowler_bent_way_half_open(between: str) -> None:
    """One vacant cell of the two between is enough for the bent way c1–d3."""
    assert "d3" in targets(setup("E g1 · P c1", f"E d7 · G {between}"), "c1")


@pytest.mark.parametrize(
    ("red", "blue"), [("G c2 d2", ""), ("G c2", " · G d2"), ("W d2", " · G c2"), ("", " · G c2 d2")]
)
def test_prowler_bent_way_closed(red: str, blue: str) -> None:
    """With both cells between occupied, by whichever side, the bent way c1–d3 is closed."""
    assert "d3" not in targets(setup(f"E g1 · P c1{' · ' * bool(red)}{red}", f"E d7{blue}"), "c1")


def test_prowler_captures_as_it_moves() -> None:
    """A prowler takes enemies two away and none of its own side."""
    state = setup("E g1 · P d4 · G d6 c5", "E d7 · G f4 e5")
    assert names("d2 f4 b4 f2 b2 b3 f3 c2 e2 e5") == targets(state, "d4")


def test_prowler_does_not_pass_beyond() -> None:
    """A prowler's way ends after two cells."""
    assert not names("d7 a4 g4") & targets(setup("E g1 · P d4", "E e6"), "d4")


def test_empress_moves() -> None:
    """An empress goes one step in any direction and captures as she moves."""
    assert names(AROUND) == targets(setup("E d4", "E d7 · G a4"), "d4")
    assert names(AROUND) == targets(setup("E d4", f"E d7 · G {AROUND}"), "d4")


def test_empress_beside_her_own() -> None:
    """An empress enters no cell of her own side."""
    assert names("c3 d3 d5 e3 e4") == targets(setup("E d4 · G c4", "E d7"), "d4")


def test_empress_may_enter_an_attacked_cell() -> None:
    """An empress may move onto a cell that the enemy attacks, beside the other empress, too."""
    assert names("d6 c5 c4 e4 d4 e5") == targets(setup("E d5", "E d7 · T b4 f4"), "d5")


def test_empress_may_stay_attacked() -> None:
    """A player whose empress is attacked may make any other move."""
    state = setup("E d1 · G a1", "E d7 · T d2")
    assert names("a2 b1 b2") == targets(state, "a1")
    assert names("c1 d2 e1") == targets(state, "d1")


def test_empress_that_cannot_escape() -> None:
    """An empress that cannot escape capture ends nothing: the game goes on."""
    state = setup("E d1", "E d7 · T d3 · P b1 f1 · W d5")
    assert state.result is None
    assert names("c1 d2 e1") == targets(state, "d1")
